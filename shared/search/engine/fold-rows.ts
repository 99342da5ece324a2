/** The texts of rows as the index compares them. Pure. */
import { foldText } from './fold-text.ts';
import type { SearchRow } from './search-rows.ts';

/** The texts of a row as `foldText` returns them. */
export type FoldedRow = Pick<SearchRow, 'path' | 'heading' | 'content'>;

/** The rows in one writing: folding takes longer than reading, so it is done once for all that index them. */
export function foldRows(rows: readonly FoldedRow[]): FoldedRow[] {
  // Rows below one heading have the same path.
  const paths = new Map([...new Set(rows.map(({ path }) => path))].map((path) => [path, foldText(path)]));
  return rows.map(({ path, heading, content }) => ({
    path: paths.get(path) ?? '',
    heading: foldText(heading),
    content: foldText(content),
  }));
}
