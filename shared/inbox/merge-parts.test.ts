/** Laws of the list of what waits for an account. */
import assert from 'node:assert/strict';
import { describe, it } from '@jest/globals';
import fc from 'fast-check';
import type { InboxItem, InboxPart } from '../contracts/inbox-shapes.ts';
import { mergeParts } from './merge-parts.ts';

const item: fc.Arbitrary<InboxItem> = fc.record({
  kind: fc.constantFrom('comment', 'notification'),
  id: fc.oneof(fc.nat(9), fc.constantFrom('a', 'b')),
  title: fc.constant('waits'),
  about: fc.constant(null),
  link: fc.constant('/api/account/inbox'),
  since: fc.nat(5).map((day) => new Date(day * 86_400_000).toISOString()),
});
const parts: fc.Arbitrary<InboxPart[]> = fc.array(
  fc.array(item, { maxLength: 8 }).map((items) => ({ items, total: items.length + 1 })),
);
const keyOf = ({ since, kind, id }: InboxItem): string => `${since} ${kind} ${id}`;

describe('the list of what waits', () => {
  it('pages of any length are the whole list, newest first, whatever the order of the parts (A21)', () =>
    fc.assert(
      fc.property(parts, fc.integer({ min: 1, max: 5 }), (lists, limit) => {
        const { items: all, total } = mergeParts(lists, { limit: 1_000, offset: 0 });
        const count = lists.reduce((sum, { items }) => sum + items.length, 0);
        assert.deepEqual([all.length, total], [count, count + lists.length]);
        assert.deepEqual(
          all.map(({ since }) => since),
          all
            .map(({ since }) => since)
            .toSorted()
            .toReversed(),
        );
        const paged = [];
        for (let offset = 0; offset < all.length; offset += limit) {
          // A service sends no more than the list needs up to the end of its page.
          const cut = lists
            .toReversed()
            .map((part) => mergeParts([part], { limit: offset + limit, offset: 0 }));
          paged.push(...mergeParts(cut, { limit, offset }).items);
        }
        assert.deepEqual(paged.map(keyOf), all.map(keyOf));
      }),
      { numRuns: 200 },
    ));
});
