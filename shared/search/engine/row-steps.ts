/** The rows of one content as they are indexed: in short steps, each with the clause above it. Pure. */
import type { SearchRow } from './search-rows.ts';

/** Stands for the row above a field and above the clauses at the top. */
export const NO_PARENT = -1;
/** Indexed at once: some ten milliseconds, in which a query waits. A step ends with the row that fills it. */
const ROWS_PER_STEP = 100;
const CHARACTERS_PER_STEP = 20_000;

/** Steps of rows that are indexed at once. */
export function* splitIntoSteps(
  rows: readonly SearchRow[],
): Generator<{ from: number; step: readonly SearchRow[] }> {
  let from = 0;
  let characters = 0;
  for (const [at, { path, heading, content }] of rows.entries()) {
    characters += path.length + heading.length + content.length;
    const isFull = at + 1 - from === ROWS_PER_STEP || characters >= CHARACTERS_PER_STEP;
    if (!isFull && at + 1 < rows.length) continue;
    yield { from, step: rows.slice(from, at + 1) };
    from = at + 1;
    characters = 0;
  }
}

/** The row of the clause above each. */
export function findParents(rows: readonly SearchRow[]): Int32Array {
  const clauses = new Map<string, number>();
  return Int32Array.from(rows, ({ kind, element: { address } }, row) => {
    if (kind === 'field') return NO_PARENT;
    clauses.set(address, row);
    return clauses.get(address.slice(0, Math.max(0, address.lastIndexOf('.')))) ?? NO_PARENT;
  });
}
