/** Turns the stored content of a revision into rows for the search index, without its withheld clauses. */
import { decompressText } from '../../../shared/kernel/database/compressed-text.ts';
import type { Outline } from '../../../shared/revisioning/outline/outline.ts';
import type { RowReader } from '../../../shared/search/engine/search-engine.ts';
import { toSearchRows } from '../../../shared/search/engine/search-rows.ts';
import { presentElement, presentFields, withholdClauses } from '../revision/present-clauses.ts';

/** Reads a content as `packContent` returns it. */
export const readContentRows: RowReader = ({ packed, withheldElementIds }) => {
  const outline: Outline = JSON.parse(decompressText(packed));
  const withheld = new Set(withheldElementIds);
  const elements = withholdClauses(outline.elements.map(presentElement), withheld);
  return toSearchRows(elements, presentFields(outline), withheld);
};
