/**
 * Applies the edits of a Word file that was made of a standard: the words of its clauses, new and deleted ones, and
 * their order. Fields, labels, kinds and withheld words are those of the standard; what the file says of them is
 * reported. Pure.
 */
import { printBlankField, printElements } from '../../../shared/documents/print-standard.ts';
import type { PrintedElement } from '../../../shared/documents/printed-document.ts';
import { imageNamesOf } from '../../../shared/markup/image-references.ts';
import type { EndpointResult } from '../../../shared/rest-client/endpoint-types.ts';
import {
  type FollowedClause,
  followTexts,
  toFollowTask,
} from '../../../shared/revisioning/identity/follow-texts.ts';
import { type Element, labelMember, type Outline } from '../../../shared/revisioning/outline/outline.ts';
import { orderOutline } from '../../../shared/revisioning/outline/outline-order.ts';
import { placeClauses } from '../../../shared/revisioning/outline/place-clauses.ts';
import { UnusableDocumentError } from '../documents/import-change.ts';
import { toOutline } from '../documents/outline-of-response.ts';
import { editText } from '../documents/word/edit-text.ts';
import type { ExportedParagraph } from '../documents/word/exported-file.ts';
import { blocksOf, type FileClause, firstWordsOf, readFileClauses } from '../documents/word/file-clauses.ts';
import { type ShownBlock, shownText } from '../documents/word/shown-blocks.ts';

/** A revision as `GET /api/standards/:id` answers it. */
export type RevisionView = Extract<EndpointResult<'standards.get'>, { content_hash: unknown }>;

/** What of a revision counts. */
export type RevisionOutline = Pick<RevisionView, 'elements' | 'datasheet_elements'>;

/** Something in the file that is not taken. */
export interface NotTaken {
  address: string;
  what: 'field row' | 'printed number' | 'withheld clause' | 'level';
  from: string;
  to: string;
}

export interface AppliedFile {
  base: Outline;
  /** New clauses have identities below zero. */
  outline: Outline;
  notTaken: NotTaken[];
  /** Clauses without a bookmark: what they follow, by their address; null for a new one. */
  followed: ReadonlyMap<string, FollowedClause | null>;
  /** New ones that resemble a clause which is deleted. */
  alike: { address: string; element_id: number; likeness: number }[];
}

/**
 * @param choices made by hand: the clause of an element without a bookmark by its address, null for a new one
 * @throws UnusableDocumentError for a clause whose words no text shows
 */
export function applyFile(
  view: RevisionOutline,
  paragraphs: readonly ExportedParagraph[],
  choices: ReadonlyMap<string, number | null> = new Map(),
): AppliedFile {
  const base = toOutline(view);
  const printed = printElements(view.elements, view.datasheet_elements, printBlankField);
  const clauses = readFileClauses(paragraphs, printed);
  if (!clauses.some(({ id }) => id !== null))
    throw new UnusableDocumentError(
      'The Word file has no bookmarks of clauses (css_…). Give a file that GET /api/standards/ID/document?format=docx made, or save this one with --edition-of.',
    );
  const here = new Set(clauses.map(({ id }) => id));
  const lost = printed.find(({ id, isWithheld }) => isWithheld && !here.has(id));
  if (lost)
    throw new UnusableDocumentError(
      `The Word file has no paragraph of the withheld clause ${lost.address} any more. Nobody can read what would be deleted: put it back.`,
    );
  const elements = new Map(base.elements.map((element) => [element.element_id, element]));
  const before = base.elements.map(({ element_id: id, address }) => ({ id, address }));
  const place = (ids: readonly (number | null)[]): string[] =>
    placeClauses(
      clauses.map(({ depth }, index) => {
        const id = ids[index] ?? null;
        return { id, depth, was: id === null ? null : (elements.get(id)?.address ?? null) };
      }),
      before,
    );
  const marked = clauses.map(({ id }) => id);
  const { followed, alike } = followUnmarked(base, clauses, place(marked));
  const found = place(clauses.map(({ id }, index) => id ?? followed.get(index)?.element_id ?? null));
  const ids = settle(clauses, found, followed, choices);
  const notTaken: NotTaken[] = [];
  const images = imageNamesOf(base.elements);
  const shown = new Map(printed.map((element) => [element.id, element]));
  let fresh = 0;
  const edited = clauses.map((clause, index): Element => {
    const id = ids[index] ?? null;
    const [was, print] = id === null ? [] : [elements.get(id), shown.get(id)];
    const address = found[index] ?? '';
    if (!was || !print) return newElement(clause, address, --fresh, images);
    reportUntaken(clause, print, address, notTaken);
    return { ...was, address, ...wordsNow(clause, was, print, images) };
  });
  const present = new Set(edited.map(({ element_id }) => element_id));
  const outline = orderOutline({
    elements: edited,
    fields: base.fields.filter(({ element_id }) => present.has(element_id)),
  });
  const unmarked = clauses.flatMap(({ id }, index) =>
    id === null ? [[found[index] ?? '', followed.get(index) ?? null] as const] : [],
  );
  return {
    base,
    outline,
    notTaken,
    followed: new Map(unmarked),
    alike: alike.map(({ index, ...one }) => ({ ...one, address: found[index] ?? '' })),
  };
}

/** What clauses without a bookmark were, by their words, numbers and places. */
function followUnmarked(base: Outline, clauses: readonly FileClause[], addresses: readonly string[]) {
  const known = new Map(base.elements.map((element) => [element.element_id, element]));
  const images = imageNamesOf(base.elements);
  const sent = clauses.map((clause, index) => {
    const address = addresses[index] ?? '';
    const was = clause.id === null ? undefined : known.get(clause.id);
    if (was) return { ...was, address };
    const { element_id: _, ...element } = newElement(clause, address, 0, images);
    return element;
  });
  return followTexts(toFollowTask(base.elements, sent));
}

/** The identity of each clause; one that was given to another clause by hand is not this one. */
function settle(
  clauses: readonly FileClause[],
  addresses: readonly string[],
  followed: ReadonlyMap<number, FollowedClause>,
  choices: ReadonlyMap<string, number | null>,
): (number | null)[] {
  const chosen = new Set(choices.values());
  return clauses.map(({ id }, index) => {
    const choice = choices.get(addresses[index] ?? '');
    if (choice !== undefined) return choice;
    const own = id ?? followed.get(index)?.element_id ?? null;
    return own !== null && chosen.has(own) ? null : own;
  });
}

function newElement(clause: FileClause, address: string, id: number, images: ReadonlySet<string>): Element {
  const { kind, words, label, blocks } = clause;
  const isHeading = kind === 'section';
  return {
    element_id: id,
    address,
    kind: isHeading && blocks.length > 0 ? 'clause' : kind,
    toc_content: isHeading ? words.replaceAll('\n', ' ') : '',
    content: write('', isHeading ? blocks : [paragraphOf(words), ...blocks], clause, images),
    ...labelMember(label),
  };
}

const paragraphOf = (text: string): ShownBlock => ({ type: 'paragraph', text, rows: null });

function wordsNow(
  clause: FileClause,
  was: Element,
  print: PrintedElement,
  images: ReadonlySet<string>,
): Pick<Element, 'toc_content' | 'content'> {
  const { toc_content, content } = was;
  if (print.isWithheld) return { toc_content, content };
  const { words, blocks } = clause;
  const isHeading = print.heading.length > 0 || (was.kind === 'section' && content === '');
  const heading = words.replaceAll('\n', ' ');
  return {
    toc_content: isHeading && heading !== firstWordsOf(print).replaceAll('\n', ' ') ? heading : toc_content,
    content: write(content, isHeading ? blocks : [paragraphOf(words), ...blocks], clause, images),
  };
}

/** @param images names of those that the revision has */
function write(
  content: string,
  blocks: readonly ShownBlock[],
  { source, pictures }: FileClause,
  images: ReadonlySet<string>,
): string {
  const text = editText(content, blocks, { pictures, known: images });
  if (text !== null) return text;
  throw new UnusableDocumentError(
    `${source}: no text of a clause shows these words as they stand in the file. Take tables in cells and lists in lists out of it.`,
  );
}

function reportUntaken(
  clause: FileClause,
  print: PrintedElement,
  address: string,
  notTaken: NotTaken[],
): void {
  const report = (what: NotTaken['what'], from: string, to: string): void => {
    if (from !== to) notTaken.push({ address, what, from, to });
  };
  const { blocks, fields } = blocksOf(print);
  const now = clause.fields.map(({ row }) => row);
  const missing = fields.filter((row) => {
    const at = now.indexOf(row);
    if (at >= 0) now.splice(at, 1);
    return at < 0;
  });
  for (let index = 0; index < Math.max(missing.length, now.length); index += 1)
    report('field row', missing[index] ?? '', now[index] ?? '');
  if (print.number !== print.address) report('printed number', print.number, clause.label);
  if (!print.isWithheld) return;
  const words = (first: string, rest: readonly ShownBlock[]): string =>
    shownText([first, ...rest.map(({ text }) => text)].join('\n'));
  report('withheld clause', words(firstWordsOf(print), blocks), words(clause.words, clause.blocks));
}
