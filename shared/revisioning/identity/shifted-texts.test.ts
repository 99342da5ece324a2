/**
 * Tests of finding clauses whose text became that of another, of the warnings about them, and of the time that takes.
 */
import assert from 'node:assert/strict';
import { test } from '@jest/globals';
import { outline, plan } from '../merge/plans.fixture.ts';
import { plainField } from '../outline/histories.fixture.ts';
import type { Element, Outline } from '../outline/outline.ts';
import { findShiftedTexts, warnOfShiftedTexts } from './shifted-texts.ts';

const clause = (element_id: number, address: string, content: string, toc_content = ''): Element => ({
  element_id,
  address,
  kind: 'clause',
  toc_content,
  content,
});

const ACCESS = ['Policies', 'Accounts', 'Sessions', 'Devices', 'Keys', 'Visitors'];
/** One requirement a clause, in one pattern of words. */
const standard = (titles: readonly string[]): Outline =>
  outline(
    titles.map((title, at) => clause(at + 1, `${at + 1}`, `${title} are reviewed by the owner.`, title)),
  );

const shiftedIds = (before: Outline, after: Outline) => [...findShiftedTexts(before, after).keys()];

test('an insertion gives every clause behind it another text, the first one a text that no clause had (Y12)', () => {
  const after = standard(['Policies', 'Prototypes', ...ACCESS.slice(1)]);
  const shifted = findShiftedTexts(standard(ACCESS), after);
  assert.deepEqual(
    [...shifted].map(([id, { owner, successor }]) => [
      id,
      owner?.address ?? null,
      successor?.address ?? null,
    ]),
    [
      [2, null, '3'],
      [3, '2', '4'],
      [4, '3', '5'],
      [5, '4', '6'],
      [6, '5', '7'],
    ],
  );
});

test('a text that is gone altogether, replaced by one that no clause had, although both are in one pattern (Y12)', () => {
  assert.deepEqual(
    shiftedIds(standard(ACCESS), standard(['Policies', 'Prototypes', ...ACCESS.slice(2)])),
    [2],
  );
  const few = standard(ACCESS.slice(0, 3));
  assert.deepEqual(shiftedIds(few, standard(['Policies', 'AI models', 'Sessions'])), [2]);
  const [one, other] = [clause(1, '1', 'Sand shall be washed.'), clause(1, '1', 'Joints are sawn dry.')];
  assert.deepEqual(shiftedIds(outline([one]), outline([other])), [1]);
});

test('a new wording of the same requirement is no other text (Y12)', () => {
  const reworded: [string, string][] = [
    ['Cement shall be grey and dry.', 'Cement shall be white and dry.'],
    ['The gap shall be 5 mm.', 'The gap shall be 10 mm.'],
    [
      'Accounts are reviewed by the owner.',
      'All accounts are reviewed every month by the owner or a deputy.',
    ],
    ['Water shall be clean.', 'WATER SHALL BE CLEAN'],
  ];
  for (const [before, after] of reworded)
    assert.deepEqual(
      shiftedIds(outline([clause(1, '1', before)]), outline([clause(1, '1', after)])),
      [],
      before,
    );
  const gaps = (values: number[]) =>
    outline(values.map((value, at) => clause(at + 1, `${at + 1}`, `The gap shall be ${value} mm.`)));
  assert.deepEqual(shiftedIds(gaps([1, 2, 3, 4, 5]), gaps([1, 2, 9, 4, 5])), []);
  const month = (titles: string[]) =>
    outline(standard(titles).elements.map((one) => ({ ...one, toc_content: '' })));
  const longer = month(ACCESS).elements.with(
    1,
    clause(2, '2', 'All accounts are reviewed each month by the owner.'),
  );
  assert.deepEqual(shiftedIds(month(ACCESS), outline(longer)), []);
  // A clause that was emptied, or written for the first time.
  assert.deepEqual(shiftedIds(outline([clause(1, '1', 'Sand.')]), outline([clause(1, '1', '')])), []);
  assert.deepEqual(shiftedIds(outline([clause(1, '1', '')]), outline([clause(1, '1', 'Sand.')])), []);
  // A text that many clauses have belongs to none of them.
  const unused = ['1', '2', '3'].map((address, at) => clause(at + 1, address, 'Not used.'));
  assert.deepEqual(shiftedIds(outline(unused), outline(unused.slice(0, 2))), []);
});

test('the warning names the clause, what hangs on it and the text that stands there now (Y12)', () => {
  const before = outline(
    [
      clause(1, '1', 'Accounts are reviewed.', 'Accounts'),
      clause(2, '1.1', 'Every month.'),
      clause(3, '2', 'Sessions end.'),
    ],
    [plainField(1, 7, 'frequency')],
  );
  const after = outline(
    [
      clause(1, '1', 'Prototypes are locked away.', 'Prototypes'),
      clause(2, '1.1', 'Every month.'),
      clause(3, '2', 'Sessions end.'),
    ],
    before.fields,
  );
  const sent = after.elements.map(({ element_id: _, ...element }) => element);
  const [warning, ...others] = warnOfShiftedTexts(before, sent, after);
  assert.deepEqual(others, []);
  assert.deepEqual(
    [warning?.address, warning?.element_id, warning?.rule, warning?.attached, warning?.text],
    [
      '1',
      1,
      'text_of_another_clause',
      { clauses: ['1.1'], fields: ['frequency'] },
      'Prototypes\nPrototypes are locked away.',
    ],
  );
  // Who names the clause knows that it is the same.
  assert.deepEqual(warnOfShiftedTexts(before, after.elements, after), []);
});

test('a plan warns of what the copy has below such a clause and of its fields, changed or not (Y12)', () => {
  const before = outline([clause(1, '1', 'Accounts are reviewed.'), clause(2, '2', 'Sessions end.')]);
  const theirs = outline([clause(1, '1', 'Prototypes are locked away.'), clause(2, '2', 'Sessions end.')]);
  const below = outline([...before.elements, clause(40, '1.1', 'Ours.')]);
  const withField = outline(before.elements, [plainField(1, 7, 'frequency')]);
  assert.deepEqual(plan(theirs, before, before).warnings, []);
  for (const [mine, from, attached] of [
    [below, before, { clauses: ['1.1'], fields: [] }],
    [withField, withField, { clauses: [], fields: ['frequency'] }],
  ] as const) {
    const { warnings } = plan({ ...theirs, fields: from.fields }, mine, from);
    assert.deepEqual(
      warnings.map((warning) => [warning.element_id, warning.rule, warning.attached, warning.text]),
      [[1, 'text_of_another_clause', attached, 'Prototypes are locked away.']],
    );
    assert.match(
      warnings[0]?.message ?? '',
      /^The source gave the clause at 1 another text\. What this copy wrote there/,
    );
  }
});

test('ten thousand clauses that all got another text take less than two seconds (Y12)', () => {
  const sentence = (at: number) =>
    `Requirement ${at} of ${'abcdefghij'[at % 10]}${at} shall be placed, cured and tested.`;
  const make = (of: (at: number) => string) =>
    outline(
      Array.from({ length: 10_000 }, (_, at) =>
        clause(at + 1, `${(at % 9_999) + 1}${at === 9_999 ? '.1' : ''}`, of(at)),
      ),
    );
  const [before, after] = [make(sentence), make((at) => sentence(at + 1))];
  const start = process.threadCpuUsage();
  assert.equal(findShiftedTexts(before, after).size, 10_000);
  findShiftedTexts(
    before,
    make((at) => `Nothing ${at} is like it${at}.`),
  );
  const { user, system } = process.threadCpuUsage(start);
  assert.ok((user + system) / 1_000 < 2_000);
});
