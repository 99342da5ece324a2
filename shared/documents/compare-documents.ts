/**
 * Compares the documents of two revisions: one document with tracked changes. With all accepted its parts and
 * elements are those of the new document, with all rejected those of the old one. Pure.
 *
 * A clause that keeps its number is changed in its place, word by word; any other is deleted where it was and inserted where
 * it is, and so is a section or standard with another title, level or place. The words of a clause that is withheld in either
 * document are in neither.
 */
import { compareAddresses } from '../revisioning/outline/address.ts';
import { findChanges } from '../text/list-changes.ts';
import { diffWords } from '../text/word-diff.ts';
import type {
  Block,
  Change,
  PrintedDocument,
  PrintedElement,
  PrintedLine,
  PrintedPart,
  Run,
} from './printed-document.ts';

/** @param before the document of the earlier revision, of one standard or project as `now` is */
export function compareDocuments(before: PrintedDocument, now: PrintedDocument): PrintedDocument {
  const old = withheldAlike(before.parts, now.parts);
  const current = withheldAlike(now.parts, before.parts);
  const { changes } = findChanges(old.map(placeOf), current.map(placeOf));
  const parts: PrintedPart[] = [];
  let at = { old: 0, current: 0 };
  const keep = (until: number): void => {
    for (const [index, part] of current.slice(at.current, until).entries()) {
      const earlier = old[at.old + index];
      parts.push(earlier ? comparePart(earlier, part) : part);
    }
  };
  for (const { a, aEnd, b, bEnd } of changes) {
    keep(b);
    parts.push(...old.slice(a, aEnd).map((part) => markPart(part, 'deleted')));
    parts.push(...current.slice(b, bEnd).map((part) => markPart(part, 'inserted')));
    at = { old: aEnd, current: bEnd };
  }
  keep(current.length);
  return {
    ...now,
    images: new Map([...before.images, ...now.images]),
    header: `${now.header}, changes since ${before.header.toLowerCase()}`,
    cover: [...now.cover, { label: 'Changes since', value: before.header }],
    properties: {
      ...now.properties,
      css_compared_revision_id: before.properties.css_revision_id ?? '',
      css_compared_revision_code: before.properties.css_revision_code ?? '',
    },
    parts,
  };
}

/** What a part keeps where only its lines and clauses are compared. */
const placeOf = ({ id, level, title }: PrintedPart): string => JSON.stringify([id, level, title]);

const markPart = (part: PrintedPart, change: Change): PrintedPart => ({
  ...part,
  change,
  elements: part.elements.map((element) => ({ ...element, change })),
});

const comparePart = (before: PrintedPart, now: PrintedPart): PrintedPart => ({
  ...now,
  lines: compareLines(before.lines, now.lines),
  elements: compareElements(before.elements, now.elements),
});

/** Lines at the same place word by word where equally many are left, else all old and all new ones. */
function compareLines(before: readonly PrintedLine[], now: readonly PrintedLine[]): PrintedLine[] {
  if (before.length === now.length)
    return now.map(({ runs }, index) => ({ runs: compareRuns(before[index]?.runs ?? [], runs) }));
  return [
    ...before.map((line): PrintedLine => ({ ...line, change: 'deleted' })),
    ...now.map((line): PrintedLine => ({ ...line, change: 'inserted' })),
  ];
}

/** The parts without the words that the same clauses of the other ones do not have. */
function withheldAlike(parts: readonly PrintedPart[], others: readonly PrintedPart[]): PrintedPart[] {
  const elementsOf = new Map(others.map(({ id, elements }) => [id, byId(elements)]));
  return parts.map((part) => ({
    ...part,
    elements: part.elements.map((element) => withheldLike(element, elementsOf.get(part.id)?.get(element.id))),
  }));
}

function compareElements(
  previous: readonly PrintedElement[],
  after: readonly PrintedElement[],
): PrintedElement[] {
  const inPlace = byId(previous);
  const keptIds = new Set<number | null>();
  const compared = after.map((element): PrintedElement => {
    const earlier = inPlace.get(element.id);
    if (!earlier || !isInPlace(earlier, element)) return { ...element, change: 'inserted' };
    keptIds.add(element.id);
    return compareInPlace(earlier, element);
  });
  const deleted = previous
    .filter(({ id }) => !keptIds.has(id))
    .map((element): PrintedElement => ({ ...element, change: 'deleted' }));
  const deletedFirst = ({ change }: PrintedElement): number => (change === 'deleted' ? 0 : 1);
  return [...compared, ...deleted].sort(
    (a, b) => compareAddresses(a.address, b.address) || deletedFirst(a) - deletedFirst(b),
  );
}

const byId = (elements: readonly PrintedElement[]): ReadonlyMap<number | null, PrintedElement> =>
  new Map(elements.map((element) => [element.id, element]));

/** The element without words where the other one has none. */
const withheldLike = (element: PrintedElement, other: PrintedElement | undefined): PrintedElement =>
  other?.isWithheld && !element.isWithheld
    ? {
        ...element,
        isWithheld: true,
        heading: other.heading,
        blocks: element.blocks.filter(({ type }) => type === 'field'),
      }
    : element;

/** Whether the paragraph with the number stays, so that the changes are in it and below it. */
const isInPlace = (earlier: PrintedElement, later: PrintedElement): boolean =>
  earlier.address === later.address &&
  earlier.number === later.number &&
  earlier.kind === later.kind &&
  earlier.isWithheld === later.isWithheld &&
  earlier.heading.length > 0 === later.heading.length > 0 &&
  hasLead(earlier) === hasLead(later);

/** Whether the first paragraph stands beside the number. */
export function hasLead({ heading, blocks: [first] }: PrintedElement): boolean {
  return heading.length === 0 && first?.type === 'paragraph' && first.marker === '' && first.indent === 0;
}

function compareInPlace(earlier: PrintedElement, later: PrintedElement): PrintedElement {
  const leads = hasLead(later) ? 1 : 0;
  return {
    ...later,
    heading: compareRuns(earlier.heading, later.heading),
    blocks: [
      ...later.blocks.slice(0, leads).map((block, index) => comparePair(earlier.blocks[index], block)),
      ...compareBlocks(earlier.blocks.slice(leads), later.blocks.slice(leads)),
    ],
  };
}

const isEqual = (a: unknown, b: unknown): boolean => JSON.stringify(a) === JSON.stringify(b);

/** Blocks that both have at the beginning and the end; between them pairs of paragraphs, or all old and all new ones. */
function compareBlocks(earlier: readonly Block[], later: readonly Block[]): Block[] {
  let start = 0;
  while (start < earlier.length && start < later.length && isEqual(earlier[start], later[start])) start += 1;
  let end = 0;
  const most = Math.min(earlier.length, later.length) - start;
  while (end < most && isEqual(earlier.at(-1 - end), later.at(-1 - end))) end += 1;
  const [old, current] = [earlier.slice(start, earlier.length - end), later.slice(start, later.length - end)];
  const arePairs = old.length === current.length && old.every((block, at) => isPair(block, current[at]));
  const between = arePairs
    ? current.map((block, at) => comparePair(old[at], block))
    : [...old.map(marked('deleted')), ...current.map(marked('inserted'))];
  return [...later.slice(0, start), ...between, ...later.slice(later.length - end)];
}

const marked =
  (change: Change) =>
  (block: Block): Block => ({ ...block, change });

const isParagraph = (block: Block | undefined) => block?.type === 'paragraph' || block?.type === 'field';

const isPair = (earlier: Block, later: Block | undefined): boolean =>
  isParagraph(earlier) &&
  isParagraph(later) &&
  'marker' in earlier &&
  later !== undefined &&
  'marker' in later &&
  earlier.type === later.type &&
  earlier.form === later.form &&
  earlier.marker === later.marker &&
  earlier.indent === later.indent;

const comparePair = (earlier: Block | undefined, later: Block): Block =>
  earlier && 'runs' in earlier && 'runs' in later
    ? { ...later, runs: compareRuns(earlier.runs, later.runs) }
    : later;

/** Texts in one plain style word by word; of others all old words, then all new ones. */
function compareRuns(earlier: readonly Run[], later: readonly Run[]): Run[] {
  if (isEqual(earlier, later)) return [...later];
  const [old, current] = [plainText(earlier), plainText(later)];
  if (old !== null && current !== null)
    return diffWords(old, current).map(({ type, text }) => ({ text, ...changeOf(type) }));
  return [
    ...earlier.map((run): Run => ({ ...run, change: 'deleted' })),
    ...later.map((run): Run => ({ ...run, change: 'inserted' })),
  ];
}

const changeOf = (type: 'unchanged' | 'removed' | 'added'): Pick<Run, 'change'> =>
  type === 'unchanged' ? {} : { change: type === 'removed' ? 'deleted' : 'inserted' };

const isLink = (part: Run['part']): boolean => part === 'link' || part === 'target';

/** The text of runs without a style; null where one has a style. */
const plainText = (runs: readonly Run[]): string | null =>
  runs.some(
    ({ bold, italic, code, part, image }) => bold || italic || code || image || (part && !isLink(part)),
  )
    ? null
    : runs.map(({ text }) => text).join('');
