/** Laws and examples of amendments in words. */
import assert from 'node:assert/strict';
import { describe, test } from '@jest/globals';
import fc from 'fast-check';
import { loadCorpus } from '../../../scripts/import/documents/load-corpus.ts';
import { editDocument } from '../identity/edited-documents.fixture.ts';
import { identifyOutline } from '../identity/identify-outline.ts';
import { hashContent } from '../outline/content-hash.ts';
import {
  anyOutline,
  anyScript,
  historyArbitrary,
  LAW_RUNS,
  plainField,
} from '../outline/histories.fixture.ts';
import type { Element, Outline } from '../outline/outline.ts';
import { orderOutline } from '../outline/outline-order.ts';
import { applyAmendment, invertAmendment } from './apply-amendment.fixture.ts';
import { sayInstruction } from './sentences.ts';
import { writeAmendment } from './write-amendment.ts';

/** That the instructions lead to the other outline and back, and quote what occurs once. */
function assertLaws(from: Outline, to: Outline): void {
  const instructions = writeAmendment(from, to);
  assert.equal(hashContent(applyAmendment(instructions, from)), hashContent(to));
  const back = invertAmendment(instructions, from);
  assert.equal(hashContent(applyAmendment(back, to)), hashContent(from));
  assert.equal(instructions.length === 0, hashContent(from) === hashContent(to));
  const elements = new Map(from.elements.map((element) => [element.address, element]));
  for (const instruction of instructions) {
    if (instruction.action !== 'substitute' || instruction.words === null) continue;
    const element = elements.get(instruction.clause);
    const text = instruction.part === 'text' ? element?.content : element?.toc_content;
    assert.equal(text?.split(instruction.words).length, 2, instruction.words);
  }
}

const clause = (
  address: string,
  content: string,
  element_id = Number(address.replaceAll('.', '')),
): Element => ({
  element_id,
  address,
  kind: 'clause',
  toc_content: '',
  content,
});
const outline = (...elements: Element[]): Outline => ({ elements, fields: [] });

describe('an amendment', () => {
  test('of any history leads to the other revision and back; what it quotes occurs once (S25)', () => {
    fc.assert(
      fc.property(historyArbitrary(anyScript), ({ base, x, y }) => {
        assertLaws(base, x);
        assertLaws(x, y);
      }),
      { numRuns: LAW_RUNS },
    );
  });

  test('of texts of few words, many of them twice, leads to the other text (S25)', () => {
    const words = fc.array(
      fc.constantFrom('a', 'wall', 'walls', '150', '150 mm', ' ', ', ', '\n\n', '𝒜', 'é'),
      { maxLength: 25 },
    );
    fc.assert(
      fc.property(words, words, words, (start, one, other) => {
        const [from, to] = [one, other].map((part) =>
          outline(clause('1', [...start, ...part, ...start].join(' '))),
        );
        if (from && to) assertLaws(from, to);
      }),
      { numRuns: LAW_RUNS },
    );
  });

  test('of equal revisions has no instruction (S25)', () => {
    fc.assert(
      fc.property(anyOutline, (from) => {
        assert.deepEqual(writeAmendment(from, structuredClone(from)), []);
      }),
      { numRuns: LAW_RUNS },
    );
  });
});

describe('real documents', () => {
  const load = (name: string, base: Outline = { elements: [], fields: [] }, firstId = 1): Outline => {
    let next = firstId;
    const nextId = () => next++;
    const { elements } = loadCorpus(name);
    return identifyOutline({ base, elements, nextElementId: nextId, nextFieldId: nextId }).outline;
  };
  const low = load('sp800-53r5-low');

  test('LOW and MODERATE of SP 800-53 lead to each other (S25)', () => {
    const moderate = load('sp800-53r5-moderate', low, 100_000);
    assertLaws(low, moderate);
    assertLaws(moderate, low);
  });

  for (const name of [
    'ada-2010-standards',
    'uk-approved-document-e',
    'uk-approved-document-k',
    'uk-approved-document-m-vol-2',
    'sp800-53r5-low',
  ])
    test(`${name} with one clause in twenty edited (S25)`, () => {
      const from = load(name);
      for (let seed = 1; seed <= Math.max(2, LAW_RUNS / 300); seed += 1) {
        let next = 100_000;
        const elements = editDocument(from.elements, 0.05, seed).map(({ origin, ...rest }): Element => {
          const before = origin === null ? undefined : from.elements[origin];
          return { kind: before?.kind ?? 'clause', ...rest, element_id: before?.element_id ?? next++ };
        });
        assertLaws(
          from,
          orderOutline({
            elements,
            fields: from.fields.filter(({ element_id }) =>
              elements.some((element) => element.element_id === element_id),
            ),
          }),
        );
      }
    });
});

test('of clauses of other identity that say the same has no instruction (S25)', () => {
  const from = outline(clause('1', 'a', 1), clause('2', 'a', 2));
  assert.deepEqual(writeAmendment(from, outline(clause('1', 'a', 2), clause('2', 'a', 9))), []);
});

describe('an instruction', () => {
  const write = (from: string, to: string) =>
    writeAmendment(outline(clause('1', from)), outline(clause('1', to)));
  const words = (from: string, to: string) =>
    write(from, to).map((row) => (row.action === 'substitute' ? [row.words, row.substitute] : row.action));

  test('quotes the words that change, a number with its unit (S25)', () => {
    assert.deepEqual(words('The cover of the bars is 150 mm.', 'The cover of the bars is 200 mm.'), [
      ['150 mm', '200 mm'],
    ]);
    assert.deepEqual(
      words('Walls are of clay brick throughout.', 'Walls are of concrete brick throughout.'),
      [['clay', 'concrete']],
    );
    assert.deepEqual(words('Walls are of brick throughout.', 'Walls are of sound brick throughout.'), [
      ['of ', 'of sound '],
    ]);
  });

  test('quotes more where the words occur twice, and the whole text where that does not help (S25)', () => {
    assert.deepEqual(
      words(
        'A wall of brick and a wall of stone stand here.',
        'A wall of brick and a fence of stone stand here.',
      ),
      [['a wall of', 'a fence of']],
    );
    assert.deepEqual(words('brick brick', 'brick stone'), [[null, 'brick stone']]);
    assert.deepEqual(words('', 'brick'), [[null, 'brick']]);
  });

  test('renumbers clauses that an insertion shifts as one range, and moves what goes elsewhere (S25)', () => {
    const from = outline(
      clause('1', 'a'),
      clause('2', 'b'),
      clause('3', 'c'),
      clause('3.1', 'd'),
      clause('4', 'e'),
    );
    const to = outline(
      clause('1', 'a'),
      clause('2', 'new', 99),
      clause('2.1', 'd', 31),
      clause('3', 'b', 2),
      clause('4', 'c', 3),
      clause('5', 'e', 4),
    );
    assert.deepEqual(writeAmendment(from, to), [
      { action: 'renumber', clause: '2', last: '4', to: '3' },
      { action: 'move', clause: '3.1', to: '2.1' },
      { action: 'insert', clause: '2', kind: 'clause', heading: '', text: 'new' },
    ]);
    assertLaws(from, to);
  });

  test('deletes a section with all below it, or alone where something below it stays (S25)', () => {
    const from = outline(clause('1', 'a'), clause('1.1', 'b'), clause('2', 'c'), clause('2.1', 'd'));
    assert.deepEqual(writeAmendment(from, outline(clause('1', 'x', 9), clause('1.1', 'b', 11))), [
      { action: 'delete', clause: '1', below: false },
      { action: 'delete', clause: '2', below: true },
      { action: 'insert', clause: '1', kind: 'clause', heading: '', text: 'x' },
    ]);
  });

  test('of a withheld clause has no words (S25, W14)', () => {
    const from = outline(clause('1', 'secret a'), clause('2', 'free'), clause('3', 'secret b'));
    const to = outline(clause('1', 'secret c'), clause('2', 'free too'), clause('4', 'secret d'));
    assert.deepEqual(
      writeAmendment(from, to, (id) => id !== 2),
      [
        { action: 'amend_withheld', clause: '1' },
        { action: 'substitute', clause: '2', part: 'text', words: null, substitute: 'free too' },
        { action: 'delete', clause: '3', below: true },
        { action: 'insert_withheld', clause: '4' },
      ],
    );
  });

  test('gives, changes and omits the printed number (S25, Y11)', () => {
    const from = outline(
      clause('1', 'a'),
      { ...clause('2', 'b'), label: '1.01' },
      { ...clause('3', 'c'), label: 'A.' },
    );
    const to = outline(
      { ...clause('1', 'a'), label: '1.00' },
      { ...clause('2', 'b'), label: '1.02' },
      clause('3', 'c'),
      { ...clause('4', 'd'), label: 'B.' },
    );
    const instructions = writeAmendment(from, to);
    assert.deepEqual(
      instructions.map((instruction) => sayInstruction(instruction)),
      [
        'In 1 print the number "1.00"',
        'In 2 the number printed as "1.01" becomes "1.02"',
        'In 3 omit the number printed as "A."',
        'Insert clause 4 with the printed number "B." and the text "d"',
      ],
    );
    assertLaws(from, to);
    assert.deepEqual(
      writeAmendment(from, to, () => true).map(({ action }) => action),
      ['amend_withheld', 'amend_withheld', 'amend_withheld', 'insert_withheld'],
    );
  });

  test('changes, moves, inserts and deletes fields (S25)', () => {
    const elements = [clause('1', 'a'), clause('2', 'b')];
    const fields = [plainField(1, 1, 'Grade'), plainField(1, 2, 'Cover'), plainField(1, 3, 'Colour')];
    const [grade, cover] = fields;
    assert.ok(grade && cover);
    const to = {
      elements,
      fields: [
        { ...grade, unit: 'mm', default_value: 'C30' },
        { ...cover, element_id: 2 },
        plainField(2, 4, 'Finish'),
      ],
    };
    const { field_id: _id, element_id: _on, ...finish } = plainField(2, 4, 'Finish');
    assert.deepEqual(writeAmendment({ elements, fields }, to), [
      { action: 'change_field', clause: '1', label: 'Grade', field: { default_value: 'C30', unit: 'mm' } },
      { action: 'delete_field', clause: '1', label: 'Colour' },
      { action: 'move_field', clause: '1', label: 'Cover', to: '2' },
      { action: 'insert_field', clause: '2', field: finish },
    ]);
    assertLaws({ elements, fields }, to);
  });
});
