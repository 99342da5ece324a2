/** Finds the clauses that have a number: at that address, or with the number printed before their text. */
import { findPhrase } from './find-phrase.ts';
import type { NamedClause } from './parse-query.ts';
import type { FoundRow, SearchedRows } from './searched-rows.ts';

/** Words that may stand before a printed number. */
const WORD_LABELS = ['', 'section', 'article', 'clause', 'sentence'];
const LABELS = [...WORD_LABELS.map((label) => (label === '' ? '' : `${label} `)), '§ ', '§'];
/** Characters; more than a number and its label have. */
const MAX_NUMBER = 120;

/** Most rows whose text is read to see whether it begins with the number. */
const MAX_READ_ROWS = 300;
const MAX_ROWS_AT_ADDRESS = 10_000;

/** The rows of the clauses that a query names: of the first reading that there is. */
export async function findNamedRows(
  rows: SearchedRows,
  clauses: readonly NamedClause[],
): Promise<readonly FoundRow[]> {
  for (const { number, address, below } of clauses) {
    const [printed, atAddress] = await Promise.all([
      findPrinted(rows, number),
      address === null ? [] : findAt(rows, address),
    ]);
    const children = await Promise.all(
      below === '' ? [] : printed.map(({ row, address: own }) => findAt(rows, `${own}.${below}`, row)),
    );
    if (children.flat().length > 0) return children.flat();
    if (atAddress.length + printed.length > 0) return [...atAddress, ...printed.map(({ row }) => row)];
  }
  return [];
}

/** The clauses at an address. @param near only those of the same content as this row */
async function findAt(rows: SearchedRows, address: string, near?: FoundRow): Promise<readonly FoundRow[]> {
  const found = await rows.select({ by: 'address', address, limit: MAX_ROWS_AT_ADDRESS });
  return near ? found.rows.filter(({ content }) => content === near.content) : found.rows;
}

/** The clauses whose heading or text begins with a number, with their addresses. */
async function findPrinted(
  rows: SearchedRows,
  number: string,
): Promise<{ row: FoundRow; address: string }[]> {
  const containing = await rows.select({ by: 'phrase', phrase: number, limit: MAX_READ_ROWS });
  const { rows: candidates } = containing.areAll
    ? containing
    : await rows.select({
        by: 'beginning',
        phrases: WORD_LABELS.map((label) => `${label} ${number}`),
        limit: MAX_READ_ROWS,
      });
  const texts = await rows.readFolded(candidates);
  const printed = candidates.filter((_, at) =>
    [texts[at]?.heading, texts[at]?.content].some((text) => beginsWith(text ?? '', number)),
  );
  const stored = await rows.read(printed);
  return printed.flatMap((row, at) => {
    const { kind, element } = stored[at] ?? {};
    return kind === 'clause' && element ? [{ row, address: element.address }] : [];
  });
}

function beginsWith(text: string, number: string): boolean {
  const beginning = text.slice(0, MAX_NUMBER).trim().toLowerCase();
  const wanted = number.toLowerCase();
  return LABELS.some(
    (label) =>
      beginning.startsWith(`${label}${wanted}`) &&
      findPhrase(beginning.slice(label.length, label.length + wanted.length + 2), wanted, true) === 'whole',
  );
}
