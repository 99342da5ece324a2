/** Test of the sentence of an addendum for something that was added. */
import assert from 'node:assert/strict';
import { test } from '@jest/globals';
import type { Entry } from './compare-revisions.ts';
import { sayEntry } from './sentences.ts';

const added = (scope: string): Entry => ({
  kind: 'datasheet',
  id: 7,
  name: 'Main entrance',
  change: 'added',
  members: [
    { member: 'name', before: null, after: 'Main entrance' },
    { member: 'scope', before: null, after: scope },
    { member: 'standard_id', before: null, after: 3, words: { before: null, after: 'Doors' } },
  ],
});

test('what is added is told with what it has, and without what it has not', () => {
  assert.equal(
    sayEntry(added('East wing')),
    'Add the datasheet "Main entrance" with the scope "East wing" and the standard "Doors"',
  );
  assert.equal(sayEntry(added('')), 'Add the datasheet "Main entrance" with the standard "Doors"');
});
