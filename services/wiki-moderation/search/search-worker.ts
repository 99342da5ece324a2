/**
 * Entry of the worker thread of the search in wiki pages. It reads the rows of a revision itself; a text of an older
 * grammar that cannot be parsed has none.
 */
import { decompressText } from '../../../shared/kernel/database/compressed-text.ts';
import { parseMarkup } from '../../../shared/markup/parse.ts';
import { presentElementBody } from '../../../shared/revisioning/outline/element-body.ts';
import type { RowReader } from '../../../shared/search/engine/search-engine.ts';
import { toSearchRows } from '../../../shared/search/engine/search-rows.ts';
import { serveSearch } from '../../../shared/search/serve-search.ts';

/** Reads a text as the repository stores it. Clauses of pages have no identity: their places serve as such. */
const readPageRows: RowReader = ({ packed }) => {
  const { elements, fields, errorCount } = parseMarkup(decompressText(packed));
  if (errorCount > 0) return [];
  const places = new Map(elements.map(({ address }, at) => [address, at + 1]));
  return toSearchRows(
    elements.map((element, at) => ({ element_id: at + 1, ...presentElementBody(element) })),
    fields.map(({ line: _, ...field }, at) => ({
      ...field,
      id: at + 1,
      element_id: places.get(field.element_address) ?? 0,
      starts_deferred: field.starting_disposition === 'per_drawings',
    })),
    // Holds do not apply to pages, and hidden revisions are not indexed.
    new Set(),
  );
};

serveSearch(readPageRows);
