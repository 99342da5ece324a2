/**
 * Tests of searches for numbers, quantities, designations of standards and numbers of clauses; and of letters in other
 * writings, such as ligatures.
 */
import assert from 'node:assert/strict';
import { afterAll, beforeAll, describe, it } from '@jest/globals';
import type { OpenEngine } from '../search-thread.ts';
import { createEngine } from './search-engine.fixture.ts';
import type { SearchHit } from './search-hits.ts';

type Hits = readonly SearchHit[];

const search = async (engine: OpenEngine, query: string, limit = 20): Promise<Hits> =>
  engine.search({ query, scopes: ['all'], documents: [], limit });
const contentsOf = (hits: Hits): string[] => hits.map(({ content }) => content);
const strongOf = (hits: Hits): string[] =>
  contentsOf(hits.filter(({ confidence }) => confidence === 'strong'));

/** The hits in a standard of these clauses. */
async function find(contents: readonly string[], query: string): Promise<Hits> {
  const engine = await createEngine(contents);
  const hits = await search(engine, query);
  engine.close();
  return hits;
}

describe('numbers in clauses that differ in nothing else', () => {
  const numbers = [...Array.from({ length: 40 }, (_, at) => `${at + 10}`), '0.5', '5', '2.5'];
  const clause = (number: string): string => `The gap shall be ${number} mm.`;
  let engine: OpenEngine;
  beforeAll(async () => {
    engine = await createEngine(numbers.map(clause));
  });
  afterAll(() => engine.close());

  it('each number finds its clause first, and only that one is strong (Y16)', async () => {
    for (const number of numbers)
      for (const query of [
        number,
        `${number} mm`,
        `${number}mm`,
        `"${number} mm"`,
        `"gap shall be ${number} mm"`,
      ]) {
        const hits = await search(engine, query);
        // The numbers from 10 to 43 are addresses too.
        const isAddress = query === number && /^\d+$/.test(number) && Number(number) <= numbers.length;
        if (isAddress) assert.ok(contentsOf(hits).slice(0, 2).includes(clause(number)), query);
        else {
          assert.equal(contentsOf(hits)[0], clause(number), query);
          assert.deepEqual(strongOf(hits), [clause(number)], query);
        }
      }
  });

  it('a number with other words finds its clause first (Y16)', async () => {
    for (const number of numbers)
      for (const query of [`gap ${number} mm`, `gap of ${number} mm`, `${number} mm gap`, `a gap ${number}`])
        assert.equal(contentsOf(await search(engine, query))[0], clause(number), query);
  });

  it('what has only a part of a number comes later, and is never strong (Y16)', async () => {
    const hits = contentsOf(await search(engine, '2.5 mm'));
    assert.ok(hits.includes(clause('5')) && hits.includes(clause('0.5')));
    for (const query of ['1.5 mm', '"1.5 mm"', 'gap 1.5 mm', '0.05 mm'])
      assert.deepEqual(strongOf(await search(engine, query)), [], query);
  });
});

describe('numbers in any writing', () => {
  it('a writing finds another one of the same number, before its parts (Y16)', async () => {
    const writings: [query: string, text: string, parts: string][] = [
      ['2.5 mm', 'Gaps of 2,5mm.', 'Gaps of 5 mm and 2 mm, 5 mm.'],
      ['2,5 mm', 'Gaps of 2.5 mm.', 'Gaps of 5 mm and 2 mm, 5 mm.'],
      ['20 °C', 'Cure at 20°C.', 'Cure at 20 min, class C, C.'],
      ['20°C', 'Cure at 20 ° C.', 'Cure at 20 min, class C, C.'],
      ['20 °C', 'Cure at 20 ℃.', 'Cure at 20 °F.'],
      ['-5 °C', 'Not below −5 °C.', 'Not below 5 °C, 5 °C.'],
      ['5 °C', 'Not below 5 °C.', 'Not below −5 °C or -5 °C.'],
      ['1/2 in.', 'A bar of ½ in. and more words.', 'A bar of 2 1/2 in. or 1½ in.'],
      ['1 1/2 in.', 'A bar of 1½ in. and more words.', 'A bar of 1/2 in. and 1 in.'],
      ['2 1/2"', 'A bar of 2-1/2" and more words.', 'A bar of 1/2" or 2".'],
      ['4:1', 'A slope of 4 : 1.', 'A slope of 14:1 or 4:12, 1 to 4.'],
      ['1:48', 'A slope of 1∶48.', 'A slope of 1:4, 1:480, 48.'],
      ['14.2.1.0', 'Firmware 14.2.1.0 is installed.', 'Firmware 14.2.1 or 14.2.1.01 or 4.2.1.0.'],
      ['1000 N', 'A load of 1,000 N.', 'A load of 1 N and 000 N.'],
      ['1000 N', 'A load of 1 000 N.', 'A load of 1 N and 000 N.'],
      ['1 000 N', 'A load of 1000 N.', 'A load of 1 N, 1 N.'],
      ['50 x 50 mm', 'Angles 50×50 mm.', 'Angles 50 mm, 50 mm, 50 by 60 mm.'],
      ['50x50', 'Angles 50 × 50.', 'Angles 50 and 50.'],
      ['85 µm', 'Zinc of 85 μm.', 'Zinc of 85 mm.'],
      ['30 N/mm²', 'Strength 30 N/mm2.', 'Strength 30 N and 2 mm.'],
      ['≥ 25 mm', 'Cover ≥25 mm.', 'Cover ≥ 2.5 mm.'],
      ['10 %', 'Moisture of 10% by mass.', 'Moisture of 10 ppm.'],
      ['25 mm', 'Cover 25 mm here.', 'Cover 25 in, mm, mm.'],
      ['2.5', 'Gaps of ２．５ here.', 'Gaps of 2 and 5, 5.'],
      ['.5 in', 'Gaps of 0.5 in here.', 'Gaps of 5 in, 5 in.'],
      ['36 inches', 'A 36-inch-wide door is 36 inches.', 'A door of 3 inches and 6 inches.'],
      ['5 mm', 'From 3–5 mm.', 'From 3.5 mm, 0.5 mm, 5.5 mm.'],
    ];
    for (const [query, text, parts] of writings) {
      const hits = await find([`${parts} ${parts}`, text, parts], query);
      assert.equal(contentsOf(hits)[0], text, query);
      assert.deepEqual(strongOf(hits), [text], query);
    }
  });

  it('a quoted phrase has whole numbers only (Y16)', async () => {
    const texts = [
      'It is 0.5 mm.',
      'It is 2.5 mm.',
      'It is 1/5 mm.',
      'It is 1,5 mm.',
      'It is 15 mm.',
      'It is -5 mm.',
    ];
    for (const query of ['"5 mm"', '“5 mm”', '"5mm"'])
      assert.deepEqual(strongOf(await find(texts, query)), [], query);
    assert.deepEqual(strongOf(await find([...texts, 'It is 5 mm.'], '"5 mm"')), ['It is 5 mm.']);
    assert.deepEqual(strongOf(await find(['Bolts of grade 8.8.'], '"grade 8"')), []);
    assert.deepEqual(strongOf(await find(['A load of 10,500 N.', 'Or 1 500 N.'], '"500 N"')), []);
  });

  it('an exact match is found among thousands of others that have its parts (Y16)', async () => {
    const others = Array.from({ length: 3_000 }, (_, at) => `The gap is ${at}.5 mm, 2.${at + 10} mm, 5 mm.`);
    const engine = await createEngine([
      ...others,
      'In a much longer clause with other words the gap may be 2.05 mm wide.',
    ]);
    for (const query of ['2.05 mm', '"2.05 mm"', '2.05', 'gap 2.05 mm'])
      assert.match(contentsOf(await search(engine, query))[0] ?? '', /2\.05 mm wide/, query);
    engine.close();
  });
});

describe('designations and numbers of clauses', () => {
  it('a designation is strong only where it stands, not where its beginning does (Y16)', async () => {
    const texts = ['Design to EN 1992-1-1.', 'Bolts to ISO 898.', 'Paint.'];
    for (const query of ['EN 1992-1-2', 'EN 1992-1-11', 'EN 1992-2', 'ISO 8981', 'ISO 89', 'ISO 897'])
      assert.deepEqual(strongOf(await find(texts, query)), [], query);
    assert.deepEqual(strongOf(await find([...texts, 'Fire: EN 1992-1-2.'], 'EN 1992-1-2')), [
      'Fire: EN 1992-1-2.',
    ]);
  });

  it('a number of an article finds the clause that has it before those that refer to it (Y16)', async () => {
    const refer = 'As in Article 2.2.1.2. and Article 2.2.1.2., also Sentence 2.2.1.2.(1) and 2.2.1.2.(1).';
    for (const own of [
      '2.2.1.2. Application of the requirements to all buildings.',
      'Article 2.2.1.2. Application.',
    ])
      for (const query of [
        'Article 2.2.1.2.',
        '2.2.1.2',
        '2.2.1.2.',
        'article 2.2.1.2',
        '§ 2.2.1.2',
        'Art. 2.2.1.2',
        '2.2.1.2.(1)',
        'Sentence 2.2.1.2.(1)',
      ])
        assert.equal(
          contentsOf(await find([refer, `${refer} ${refer}`, own, '2.2.1.20. Other.'], query))[0],
          own,
          query,
        );
    const sentence = '2.2.1.2.(1) Every building has it.';
    for (const query of ['2.2.1.2.(1)', 'Sentence 2.2.1.2.(1)', '2.2.1.2(1)'])
      assert.equal(
        contentsOf(await find([refer, '2.2.1.2. Application.', sentence], query))[0],
        sentence,
        query,
      );
  });

  it('a designation finds the clause of that name before those that refer to it (Y16)', async () => {
    const texts = [
      'See AC-2 and AC-2, AC-2.',
      'AC-2(1) Automated accounts.',
      'AC-2 Account management of every system.',
    ];
    assert.equal(contentsOf(await find(texts, 'AC-2'))[0], texts[2]);
    assert.equal(contentsOf(await find(texts, 'AC-2(1)'))[0], texts[1]);
  });
});

describe('letters in any writing', () => {
  it('soft hyphens, ligatures and compatibility forms are found as what is read (Y16)', async () => {
    const pairs: [query: string, text: string][] = [
      ['reinforcement', 'All re\u00adin\u00adforce\u00adment is clean.'],
      ['fire', 'A ﬁre door.'],
      ['offices', 'Small oﬃces.'],
      ['concrete', 'Ｃｏｎｃｒｅｔｅ slabs.'],
      ['kynar', 'KYNAR™ coating.'],
      ['m2', 'Per m² of floor.'],
      ['waterproofing', 'Water\u200bproofing of roofs.'],
      ['"fire door"', 'A ﬁre\u00a0door.'],
      ['"wide-flange beam"', 'A wide\u2011flange beam.'],
    ];
    for (const [query, text] of pairs) {
      assert.deepEqual(contentsOf(await find(['Other words.', text], query)), [text], query);
      const [back] = contentsOf(
        await find(['Other words.', query.replaceAll('"', '')], text.replace('.', '')),
      );
      assert.equal(back, query.replaceAll('"', ''), `${query} by its text`);
    }
  });
});
