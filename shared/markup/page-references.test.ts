/** Tests of the citations of wiki pages in a text. */
import assert from 'node:assert/strict';
import { describe, it } from '@jest/globals';
import { findCitations, MAX_CITED_PAGES } from './page-references.ts';

describe('the citations of a document', () => {
  it('pages in the order of their first reference, with the number of references, over all its texts (W10)', () => {
    const texts = ['See [[ada/doors]] and [[ada/ramps#2.1]].', '[[ada/doors#1]] [[Ada/doors]] [ada/doors]'];
    assert.deepEqual(findCitations(texts), [
      { page: 'ada/doors', occurrences: 2 },
      { page: 'ada/ramps', occurrences: 1 },
    ]);
    assert.deepEqual(findCitations([]), []);
  });

  it('of a document the first 1,000 pages count, and 20,000 characters of their addresses (W10)', () => {
    const referenceTo = (page: string): string => `[[${page}]]`;
    const pages = Array.from({ length: MAX_CITED_PAGES + 1 }, (_, at) => `ada/page-${at}`);
    const texts = [...pages, pages[0] ?? '', pages.at(-1) ?? ''].map(referenceTo);
    const citations = findCitations(texts);
    assert.equal(citations.length, MAX_CITED_PAGES);
    assert.deepEqual(citations[0], { page: 'ada/page-0', occurrences: 2 });
    assert.equal(citations.at(-1)?.page, `ada/page-${MAX_CITED_PAGES - 1}`);
    const long = pages.map((page) => `${'a'.repeat(90)}${page}`);
    const total = findCitations(long.map(referenceTo)).reduce((sum, { page }) => sum + page.length, 0);
    assert.ok(total > 19_800 && total <= 20_000, `${total}`);
  });
});
