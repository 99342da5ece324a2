/** Tests of hits that contain a phrase, a designation or a number of the query exactly. */
import assert from 'node:assert/strict';
import { describe, it } from '@jest/globals';
import { createEngine } from './search-engine.fixture.ts';

describe('a phrase that many rows contain', () => {
  it('is strong in the best of them, also where its words have no weight in the query (S13)', async () => {
    const engine = await createEngine(
      Array.from({ length: 1_000 }, (_, at) =>
        at % 2 === 0 ? `the cover of the slab ${at}` : `the slab, of course ${at} the`,
      ),
    );
    for (const query of ['"of the"', '"of the" 500', '"of the" concrete', '"of the slab"']) {
      const hits = await engine.search({ query, scopes: ['all'], documents: [], limit: 100 });
      assert.equal(hits.length, 100, query);
      for (const { content, confidence } of hits)
        assert.deepEqual([content.includes('of the'), confidence], [true, 'strong'], query);
    }
    const [best] = await engine.search({ query: '"of the" 500', scopes: ['all'], documents: [], limit: 1 });
    assert.equal(best?.element.address, '501');
    engine.close();
  });
});

describe('letters that are written in two ways', () => {
  it('are found in either, as words and as a phrase (S13)', async () => {
    const engine = await createEngine([
      'Der Straßenbau beginnt.',
      'Die Strassenbahn fährt.',
      'Płyta z betonu.',
      'Bridges.',
    ]);
    const found = async (query: string) =>
      (await engine.search({ query, scopes: ['all'], documents: [], limit: 10 })).map(
        ({ element }) => element.address,
      );
    assert.deepEqual(await found('strassenbau'), ['1']);
    assert.deepEqual(await found('Straßenbahn'), ['2']);
    assert.deepEqual(await found('plyta'), ['3']);
    assert.deepEqual(await found('"der strassenbau"'), ['1']);
    assert.deepEqual(await found('«die straßenbahn»'), ['2']);
    engine.close();
  });
});

describe('a designation', () => {
  const find = async (contents: readonly string[], query: string) => {
    const engine = await createEngine(contents);
    const hits = await engine.search({ query, scopes: ['all'], documents: [], limit: 10 });
    engine.close();
    return hits.map(({ element, confidence }) => `${element.address} ${confidence}`);
  };

  it('of any letters, digits and signs between them is found first, and strong (S13)', async () => {
    for (const designation of [
      'B-9.28.1.2',
      'A-1.1',
      'ASST.1.1.1',
      'M1041',
      'CCC.M1',
      'AC-2(1)',
      '3.10.2a',
      'EN ISO 1461',
      'BS-5950-1:2000',
      'ASTM A615/A615M-20',
    ]) {
      const parts = designation.match(/[^\p{L}\p{N}]|[\p{L}\p{N}]+/gu) ?? [];
      const reversed = `${parts.reverse().join('')}0`;
      const contents = [
        `${reversed} ${reversed} ${reversed}.`,
        'Other 28 text, 28 of 28.',
        `As in ${designation}, with several other words of a longer clause.`,
        `x${designation}`,
      ];
      assert.equal((await find(contents, designation))[0], '3 strong', designation);
    }
  });

  it('is found whole before it is found in a longer one, and there where it is nowhere whole (S13)', async () => {
    const longer = [
      'B-9.28.1.2 Stucco B-9.28.1.2',
      'B-9.28.10 Lath',
      'B-9.28.1(2) Lath',
      'A-B-9.28.1 Notes',
      'B-9.28.1/A Notes',
    ];
    const all = await find(
      [...longer, 'Also see B-9.28.1, whose words are many more than those of the others.'],
      'B-9.28.1',
    );
    assert.equal(all[0], '6 strong');
    assert.deepEqual(
      all.slice(1).filter((hit) => !hit.endsWith('related')),
      [],
    );
    assert.deepEqual((await find(longer, 'B-9.28.1')).filter((hit) => hit.endsWith('strong')).sort(), [
      '1 strong',
      '3 strong',
      '4 strong',
      '5 strong',
    ]);
    assert.equal((await find(longer, '"B-9.28.10"'))[0], '2 strong');
    const quoted = await find([...longer, 'Also see B-9.28.1, as is.'], '"B-9.28.1"');
    assert.equal(quoted[0], '6 strong');
  });

  it('that is nowhere is found by its parts; in a question it is a word like others (S13)', async () => {
    const contents = ['Concrete of class C30/37.', 'Bolts of grade 8.8.', 'Concrete is cured for 28 days.'];
    assert.deepEqual(await find(contents, 'C30/38'), ['1 related']);
    assert.equal((await find(contents, 'C30/37 concrete'))[0]?.[0], '1');
    assert.equal((await find(contents, 'grade 8.8 bolts'))[0]?.[0], '2');
    assert.equal((await find(contents, 'concrete after 28 days'))[0]?.[0], '3');
  });

  it('is found where hundreds of rows have a longer one (S13)', async () => {
    const longer = Array.from({ length: 400 }, (_, at) => `B-9.${at + 10} A longer text of the clause.`);
    const contents = [...longer, 'B-9 Housing and small buildings'];
    assert.equal((await find(contents, 'B-9'))[0], `${contents.length} strong`);
    const strong = (await find(longer, 'B-9')).filter((hit) => hit.endsWith('strong'));
    assert.deepEqual(strong, [], 'a row that is not read may have it whole');
  });
});
