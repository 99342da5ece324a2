/** Finds the clauses that have a number: at that address, or with the number printed before their text. */
import type { Candidates } from './candidates.ts';
import { findPhrase } from './find-phrase.ts';
import type { NamedClause } from './parse-query.ts';
import { type RowSequence, segmentOfRow, toRows } from './row-sequence.ts';
import type { TextStore } from './text-store.ts';

/** Words that may stand before a printed number. */
const WORD_LABELS = ['', 'section', 'article', 'clause', 'sentence'];
const LABELS = [...WORD_LABELS.map((label) => (label === '' ? '' : `${label} `)), '§ ', '§'];
/** Characters; more than a number and its label have. */
const MAX_NUMBER = 120;

interface Deps {
  texts: TextStore;
  set: RowSequence;
  candidates: Candidates;
}

/** The rows of the clauses that a query names: of the first reading that there is. */
export function findNamedRows(deps: Deps, clauses: readonly NamedClause[]): Iterable<number> {
  const { texts, set } = deps;
  for (const { number, address, below } of clauses) {
    const printed = findPrinted(deps, number);
    const children = printed.flatMap(({ row, address: own }) =>
      below === '' ? [] : findInSegment(deps, row, `${own}.${below}`),
    );
    if (children.length > 0) return children;
    const atAddress = address === null ? [] : toRows(set, texts.findAddress(address));
    if (atAddress.length + printed.length > 0)
      return new Set([...atAddress, ...printed.map(({ row }) => row)]);
  }
  return [];
}

/** The rows whose heading or text begins with a number. */
function findPrinted({ texts, candidates }: Deps, number: string): { row: number; address: string }[] {
  const containing = candidates.of(number);
  const rows = containing.areAll
    ? containing.best
    : candidates.select(texts.findBeginning(WORD_LABELS.map((label) => `${label} ${number}`))).best;
  return rows.flatMap((row) => {
    const id = candidates.idOf(row);
    if (id === null) return [];
    const { heading, content } = texts.readFolded(id);
    if (![heading, content].some((text) => beginsWith(text, number))) return [];
    const { kind, element } = texts.read(id);
    return kind === 'clause' ? [{ row, address: element.address }] : [];
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

/** The rows at an address of the standard that has a row. */
function findInSegment({ texts, set }: Deps, row: number, address: string): number[] {
  const place = segmentOfRow(set, row);
  return [...toRows(set, texts.findAddress(address))].filter(
    (other) => place !== undefined && other >= place.offset && other < place.offset + place.segment.size,
  );
}
