/** Tests of the text store on a full disk: nothing of what is added stays, and what is removed goes once there is room. */
import assert from 'node:assert/strict';
import { describe, it } from '@jest/globals';
import { SearchUnavailable } from '../search-unavailable.ts';
import { foldRows } from './fold-rows.ts';
import { toSearchRows } from './search-rows.ts';
import { TextStore } from './text-store.ts';

const ROWS = 20;
/** Room for some hundred rows. */
const PAGES = 60;

/** Adds rows with a word of their own. */
function add(store: TextStore, firstId: number): void {
  const elements = Array.from({ length: ROWS }, (_, at) => ({
    element_id: at + 1,
    address: `${at + 1}`,
    toc_content: '',
    content: `Lintel number ${firstId + at} bears on masonry units of the same strength as those below it.`,
    depth: 1,
    attributes: {},
  }));
  const rows = toSearchRows(elements, [], new Set());
  store.add(firstId, rows, foldRows(rows));
}

describe('the text store on a full disk', () => {
  it('is unavailable, keeps what was there, and has room again after a removal (S27)', () => {
    const store = new TextStore(PAGES);
    let next = 1;
    const fill = (): void => {
      for (;;) {
        add(store, next);
        next += ROWS;
      }
    };
    assert.throws(fill, SearchUnavailable);
    assert.deepEqual(store.findPhrase(`number ${next}`), [], 'nothing of what failed is there');
    assert.deepEqual(store.findPhrase('number 1'), [1]);
    assert.match(store.read(next - 1).content, new RegExp(`number ${next - 1} `));

    // On a full disk rows are removed later, by the next that finds room.
    for (let first = 1; first < next; first += ROWS) store.remove(first, first + ROWS - 1);
    add(store, 10_000);
    assert.deepEqual(store.findPhrase('lintel').length, ROWS);
    assert.deepEqual(store.findPhrase('number 10000'), [10_000]);
    store.close();
  });
});
