/**
 * Exact matches of a query: the clause that it names by its number, standards that it names, and rows with all its
 * phrases (quoted ones, designations, quantities); and which of these come first.
 */
import { Candidates } from './candidates.ts';
import { type Containment, findPhrase } from './find-phrase.ts';
import { findNamedRows } from './named-clauses.ts';
import type { ParsedQuery } from './parse-query.ts';
import { type RowSequence, toRows } from './row-sequence.ts';
import type { StandardNames } from './standard-names.ts';
import type { TextStore } from './text-store.ts';

/** How exactly a row matches a query, by which hits are ordered first. */
export const EXACTNESS = { none: 0, near: 1, phrase: 2, name: 3, number: 4, label: 5 } as const;

/** Whether a row matches a query exactly. */
export const isExact = (exactness: number): boolean => exactness >= EXACTNESS.phrase;

/** No search returns more; those with the best scores. */
const MAX_PHRASE_ROWS = 200;

interface Deps {
  texts: TextStore;
  names: StandardNames;
  set: RowSequence;
  /** Of the rows, by keywords. */
  scores: Float32Array;
}

/**
 * The exactness of rows, by their number in the sequence: `label` for a clause whose printed number is the query, `number` for the clause that has the number of the query,
 * `name` for the first row of a standard whose name is the query or contains its phrases, `phrase` with all its
 * phrases. A row that has a designation only in longer ones is `near` where another has it whole: EN 1992-1-1 is in EN
 * 1992-1-1:2004, and B-9.28.1 in B-9.28.1.2.
 */
export function findExactRows(deps: Deps, query: ParsedQuery): Map<number, number> {
  const { texts, names, set, scores } = deps;
  const candidates = new Candidates(texts, set, scores);
  const exact = new Map<number, number>();
  const raise = (row: number, to: number): void => {
    exact.set(row, Math.max(exact.get(row) ?? EXACTNESS.none, to));
  };
  for (const row of findNamedRows({ texts, set, candidates }, query.clauses)) raise(row, EXACTNESS.number);
  for (const label of [query.name, ...query.clauses.map(({ number }) => number)])
    for (const row of toRows(set, texts.findLabel(label))) raise(row, EXACTNESS.label);
  const [clause] = query.clauses;
  if (clause?.address)
    for (const row of toRows(set, texts.findFieldsAt(clause.address))) raise(row, EXACTNESS.phrase);
  for (const { segment, offset, documents } of set.segments) {
    if (segment.size === 0) continue;
    for (const { name } of documents) {
      const found = findInName(names.fold(name), query);
      if (found !== 'none') raise(offset, found === 'whole' ? EXACTNESS.name : EXACTNESS.near);
    }
  }
  const [first] = query.phrases;
  if (first === undefined) return exact;
  const inLonger: number[] = [];
  const { best, areAll } = candidates.of(first);
  let whole = 0;
  for (const row of best) {
    const id = candidates.idOf(row);
    if (id === null || whole === MAX_PHRASE_ROWS) continue;
    const { heading, content } = texts.readFolded(id);
    const found = findAll(`${heading}\n${content}`, query);
    if (found === 'part') inLonger.push(row);
    if (found !== 'whole') continue;
    raise(row, EXACTNESS.phrase);
    whole += 1;
  }
  const mayBeWhole = !areAll || [...exact.values()].some(isExact);
  for (const row of inLonger) raise(row, mayBeWhole ? EXACTNESS.near : EXACTNESS.phrase);
  return exact;
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
