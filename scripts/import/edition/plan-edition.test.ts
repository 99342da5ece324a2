/** Tests of which clause of a standard each element of its next edition is, also as settled in a file. */
import assert from 'node:assert/strict';
import { describe, it } from '@jest/globals';
import { UsageError } from '../../console/command-line.ts';
import { describeEdition, toJsonEdition } from './edition-report.ts';
import { readIdentities, writeIdentities } from './identities-file.ts';
import { type Identities, planEdition } from './plan-edition.ts';

const element = (address: string, content: string) => ({
  address,
  kind: 'clause' as const,
  toc_content: '',
  content,
});
const BEFORE = [
  { element_id: 1, address: '1', words: 'Doors' },
  { element_id: 2, address: '1.1', words: 'Doors open outwards.' },
  { element_id: 3, address: '1.2', words: 'Locks are of class 3.' },
];
const EDITION = [
  element('1', 'Doors'),
  element('1.1', 'Windows tilt.'),
  element('1.2', 'Doors open outwards.'),
  element('1.3', 'Locks and latches are of class 4 at least.'),
];
const IDENTITIES: Identities = {
  kept: 1,
  moved: [
    { elementId: 2, from: '1.1', to: '1.2', by: 'text' },
    { elementId: 3, from: '1.2', to: '1.3', by: 'likeness' },
  ],
  new: ['1.1'],
  deleted: [],
  uncertain: [{ elementId: 3, from: '1.2', to: '1.3', likeness: 0.5, followed: true }],
};
const ADDRESSES = new Set(EDITION.map(({ address }) => address));

describe('the plan of a next edition', () => {
  it('gives each element the clause that the service follows, and names what is uncertain (Y10)', () => {
    const plan = planEdition(BEFORE, EDITION, IDENTITIES);
    assert.deepEqual([...plan.ids.values()], [1, null, 2, 3]);
    assert.deepEqual([plan.kept, plan.moved.length, plan.added.length, plan.deleted], [1, 2, 1, []]);
    assert.deepEqual(plan.reworded, [
      { address: '1.3', from: 'Locks are of class 3.', to: 'Locks and latches are of class 4 at least.' },
    ]);
    assert.deepEqual(
      plan.uncertain.map(({ address, choice, candidates }) => [address, choice, candidates[0]?.likeness]),
      [['1.3', 3, 0.5]],
    );
  });

  it('a clause with other words is reworded, and is shown from where it differs (Y10)', () => {
    const long =
      'Concrete is placed within ninety minutes of mixing, unless the engineer agrees to more.\nCured';
    const before = [...BEFORE, { element_id: 4, address: '2', words: long }];
    const elements = [
      element('1', 'Doors'),
      element('1.1', 'Doors open inwards\u202e.'),
      element('1.2', 'Locks are of class 4.'),
      element('2', long.replace('agrees', 'has agreed')),
    ];
    const identities: Identities = {
      kept: 2,
      moved: [
        { elementId: 2, from: '1.1', to: '1.2', by: 'likeness' },
        { elementId: 3, from: '1.2', to: '1.1', by: 'likeness' },
      ],
      new: [],
      deleted: [],
      uncertain: [],
    };
    const plan = planEdition(before, elements, identities);
    assert.deepEqual(describeEdition(plan, []).slice(0, 4), [
      'Kept unchanged 1, reworded 3, moved 2, new 0, deleted 0, uncertain 0.',
      '  reworded 1.1 "Locks are of class 3." → "Doors open inwards\u202e."',
      '  reworded 1.2 "Doors open outwards." → "Locks are of class 4."',
      '  reworded 2 …"unless the engineer agrees to more. Cured" → …"unless the engineer has agreed to more. Cured"',
    ]);
    assert.deepEqual(
      plan.reworded.map(({ address }) => address),
      ['1.1', '1.2', '2'],
    );
    assert.equal(Reflect.get(toJsonEdition(plan, []), 'reworded'), plan.reworded);
  });

  it('a choice by hand counts, and the clause that it takes is no other’s (Y10)', () => {
    const isNew = planEdition(BEFORE, EDITION, IDENTITIES, new Map([['1.3', null]]));
    assert.deepEqual([...isNew.ids.values()], [1, null, 2, null]);
    assert.deepEqual(
      isNew.deleted.map(({ element_id }) => element_id),
      [3],
    );
    const taken = planEdition(BEFORE, EDITION, IDENTITIES, new Map([['1.3', 2]]));
    assert.deepEqual([...taken.ids.values()], [1, null, null, 2]);
    assert.deepEqual(taken.uncertain, []);
  });

  it('the file that settles it is written and read, and refused where it cannot be meant', () => {
    const text = writeIdentities(7, planEdition(BEFORE, EDITION, IDENTITIES));
    const read = (change: (file: { standard: number; clauses: Record<string, unknown>[] }) => void) => {
      const file = JSON.parse(text);
      change(file);
      return readIdentities(JSON.stringify(file), 7, ADDRESSES, BEFORE);
    };
    assert.deepEqual([...read(() => undefined)], [['1.3', 3]]);
    const wrong: [Parameters<typeof read>[0], RegExp][] = [
      [(file) => Object.assign(file, { standard: 8 }), /standard is 8, and not 7/],
      [(file) => Object.assign(file, { clauses: {} }), /clauses is not a list/],
      [
        (file) => Object.assign(file.clauses[0] ?? {}, { address: '9' }),
        /clauses\[0\]\.address is no address/,
      ],
      [
        (file) => Object.assign(file.clauses[0] ?? {}, { is: 99 }),
        /clauses\[0\]\.is must be "new" or the id/,
      ],
      [(file) => file.clauses.push({ address: '1.3', is: 'new' }), /clauses\[1\]\.address is there twice/],
      [(file) => file.clauses.push({ address: '1.2', is: 3 }), /clauses\[1\]\.is the clause that 1\.3 is/],
    ];
    for (const [change, message] of wrong)
      assert.throws(
        () => read(change),
        (error) => error instanceof UsageError && message.test(error.message),
      );
    assert.throws(() => readIdentities('no JSON', 7, ADDRESSES, BEFORE), UsageError);
  });

  it('a clause that an interrupted run has made new is not made again', () => {
    const made = {
      element_id: 9,
      address: '1.3',
      words: 'Locks and latches are of class 4 at least.',
      isPublished: false,
    };
    const choices = new Map([['1.3', null]]);
    assert.equal(planEdition([...BEFORE, made], EDITION, IDENTITIES, choices).ids.get('1.3'), 9);
    const published = { ...made, isPublished: true };
    assert.equal(planEdition([...BEFORE, published], EDITION, IDENTITIES, choices).ids.get('1.3'), null);
  });
});
