/**
 * Exact matches of a query: the clause that it names by its number, standards that it names, and rows with all its
 * phrases (quoted ones, designations, quantities); and which of these come first.
 */
import { type Containment, findPhrase } from './find-phrase.ts';
import { findNamedRows } from './named-clauses.ts';
import type { ParsedQuery } from './parse-query.ts';
import type { FoundRow, SearchedContent, SearchedRows, SelectedRows } from './searched-rows.ts';
import type { StandardNames } from './standard-names.ts';

/** How exactly a row matches a query, by which hits are ordered first. */
export const EXACTNESS = { none: 0, near: 1, phrase: 2, name: 3, number: 4, label: 5 } as const;

/** Whether a row matches a query exactly. */
export const isExact = (exactness: number): boolean => exactness >= EXACTNESS.phrase;

/** Most rows with a phrase that count as exact: those with the best scores. */
const MAX_PHRASE_ROWS = 200;
/** A common word is in nearly every row, so not all rows with a phrase are read. */
export const MAX_READ_ROWS = 300;
/** Most clauses and fields that are read at an address or with a printed number. */
const MAX_NUMBERED_ROWS = 10_000;

/** A row that matches a query exactly. */
export interface ExactRow {
  row: FoundRow;
  exactness: number;
}

/**
 * The rows that match exactly, by their places: `label` for a clause whose printed number is the query, `number` for the
 * clause that has the number of the query, `name` for the first row of a standard whose name is the query or contains
 * its phrases, `phrase` for a row with all its phrases. A row that has a designation only in longer ones is `near` where
 * another has it whole: EN 1992-1-1 is in EN 1992-1-1:2004, and B-9.28.1 in B-9.28.1.2.
 */
export async function findExactRows(
  rows: SearchedRows,
  names: StandardNames,
  query: ParsedQuery,
): Promise<Map<number, ExactRow>> {
  const exact = new Map<number, ExactRow>();
  const raise = (row: FoundRow, to: number): void => {
    const before = exact.get(row.place)?.exactness ?? EXACTNESS.none;
    exact.set(row.place, { row, exactness: Math.max(before, to) });
  };
  const [first] = query.phrases;
  const [clause] = query.clauses;
  const labels = new Set([query.name, ...query.clauses.map(({ number }) => number)]);
  const inNames = findNames(rows.contents, names, query);
  const limit = MAX_NUMBERED_ROWS;
  const [numbered, labelled, fields, named, withPhrase] = await Promise.all([
    findNamedRows(rows, query.clauses),
    Promise.all([...labels].map((label) => rows.select({ by: 'label', label, limit }))),
    clause?.address ? rows.select({ by: 'fieldsAt', address: clause.address, limit }) : NO_ROWS,
    rows.select({ by: 'first', contents: [...inNames.keys()] }),
    first === undefined ? NO_ROWS : rows.select({ by: 'phrase', phrase: first, limit: MAX_READ_ROWS }),
  ]);
  for (const row of numbered) raise(row, EXACTNESS.number);
  for (const row of labelled.flatMap(({ rows: of }) => of)) raise(row, EXACTNESS.label);
  for (const row of fields.rows) raise(row, EXACTNESS.phrase);
  for (const row of named.rows) raise(row, inNames.get(row.content) ?? EXACTNESS.none);
  const inLonger: FoundRow[] = [];
  let whole = 0;
  const texts = await rows.readFolded(withPhrase.rows);
  for (const [at, row] of withPhrase.rows.entries()) {
    if (whole === MAX_PHRASE_ROWS) break;
    const found = findAll(`${texts[at]?.heading}\n${texts[at]?.content}`, query);
    if (found === 'part') inLonger.push(row);
    if (found !== 'whole') continue;
    raise(row, EXACTNESS.phrase);
    whole += 1;
  }
  const mayBeWhole = !withPhrase.areAll || [...exact.values()].some(({ exactness }) => isExact(exactness));
  for (const row of inLonger) raise(row, mayBeWhole ? EXACTNESS.near : EXACTNESS.phrase);
  return exact;
}

const NO_ROWS: SelectedRows = { rows: [], areAll: true };

/** The contents whose standards a query names, with the exactness of their first rows. */
function findNames(
  contents: readonly SearchedContent[],
  names: StandardNames,
  query: ParsedQuery,
): Map<SearchedContent, number> {
  const found = new Map<SearchedContent, number>();
  for (const content of contents)
    for (const { name } of content.documents) {
      const how = findInName(names.fold(name), query);
      if (how === 'none') continue;
      const exactness = how === 'whole' ? EXACTNESS.name : EXACTNESS.near;
      found.set(content, Math.max(found.get(content) ?? EXACTNESS.none, exactness));
    }
  return found;
}

/** How the folded name of a standard contains what a query names. */
function findInName(name: string, query: ParsedQuery): Containment {
  if (query.name !== '' && name === query.name.toLowerCase()) return 'whole';
  return query.phrases.length === 0 ? 'none' : findAll(name, query);
}

/** How a text contains all phrases; the first that is missing decides. */
function findAll(text: string, { phrases, isQuoted }: ParsedQuery): Containment {
  let found: Containment = 'whole';
  for (const phrase of new Set(phrases)) {
    const containment = findPhrase(text, phrase, isQuoted);
    if (containment === 'none') return 'none';
    if (containment === 'part') found = 'part';
  }
  return found;
}
