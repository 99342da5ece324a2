/** Laws of the links from one page of a list to the others. */
import assert from 'node:assert/strict';
import { describe, it } from '@jest/globals';
import fc from 'fast-check';
import { linksToPages } from './page-links.ts';

const byOffset = { query: { limit: { type: 'number' }, offset: { type: 'number' } } } as const;
const byPage = { query: { page: { type: 'number' }, per_page: { type: 'number' } } } as const;

const valuesOf = (links: ReturnType<typeof linksToPages>) =>
  new Map(links.map(({ relation, value }) => [relation, value]));

describe('links to the other pages of a list (RFC 8288)', () => {
  it('from any offset, next leads through all rows to last, and prev back to first', () => {
    fc.assert(
      fc.property(fc.nat(60), fc.integer({ min: 1, max: 20 }), fc.nat(80), (total, limit, start) => {
        const linksAt = (offset: number) => valuesOf(linksToPages(byOffset, { total, limit, offset }));
        let offset = start;
        for (let steps = 0; ; steps += 1) {
          assert.ok(steps <= 60);
          const links = linksAt(offset);
          const last = links.get('last') ?? -1;
          assert.ok(last >= 0 && last <= Math.max(0, total - 1));
          const next = links.get('next');
          assert.equal(next === undefined, offset + limit >= total);
          if (next === undefined) {
            if (offset < total) assert.equal(last, offset);
            break;
          }
          assert.equal(next, offset + limit);
          offset = next;
        }
        for (let steps = 0; offset > 0; steps += 1) {
          assert.ok(steps <= 90);
          const previous = linksAt(offset).get('prev') ?? offset;
          assert.ok(previous < offset);
          offset = previous;
        }
        assert.equal(linksAt(0).get('prev'), undefined);
        assert.equal(linksAt(0).get('first'), 0);
      }),
    );
  });

  it('next leads to every row also where pages end before their limit (A9, P11)', () => {
    fc.assert(
      fc.property(
        fc.nat(60),
        fc.integer({ min: 1, max: 20 }),
        fc.array(fc.integer({ min: 1, max: 20 }), { minLength: 1 }),
        (total, limit, lengths) => {
          const seen: number[] = [];
          let offset: number | undefined = 0;
          for (let step = 0; offset !== undefined; step += 1) {
            const full = Math.min(limit, total - offset);
            const count = Math.min(full, lengths[step % lengths.length] ?? full);
            const comments = Array.from({ length: count }, (_, row) => Number(offset) + row);
            seen.push(...comments);
            const page = { comments, total, limit, offset, truncated: count < full };
            const links = valuesOf(linksToPages(byOffset, page));
            const last = links.get('last') ?? -1;
            offset = links.get('next');
            if (offset === undefined) assert.ok(last < seen.length || total === 0);
            else assert.ok(last >= offset && last < total);
          }
          assert.deepEqual(
            seen,
            Array.from({ length: total }, (_, row) => row),
          );
        },
      ),
    );
  });

  it('pages that are counted are the same pages', () => {
    fc.assert(
      fc.property(
        fc.nat(60),
        fc.integer({ min: 1, max: 20 }),
        fc.integer({ min: 1, max: 80 }),
        (total, size, page) => {
          const counted = valuesOf(linksToPages(byPage, { total, page, per_page: size }));
          const offsets = valuesOf(linksToPages(byOffset, { total, limit: size, offset: (page - 1) * size }));
          assert.deepEqual(
            [...counted].map(([relation, value]) => [relation, (value - 1) * size]),
            [...offsets],
          );
        },
      ),
    );
  });

  it('a list without pages, or with all rows in one, has none', () => {
    assert.deepEqual(linksToPages({}, { total: 3, limit: 1, offset: 0 }), []);
    assert.deepEqual(linksToPages(byPage, { total: 3, page: 1, per_page: null }), []);
    assert.deepEqual(linksToPages(byOffset, {}), []);
  });
});
