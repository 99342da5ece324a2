/**
 * Divides a Word file that came back into its clauses: each begins at its bookmark, or where a paragraph has the
 * style or the number of a clause; what follows belongs to it. Cover, contents and whatever else is before the first
 * clause are left out. Pure.
 */
import { hasLead } from '../../../../shared/documents/compare-documents.ts';
import { textsOf } from '../../../../shared/documents/element-texts.ts';
import type { Block, PrintedElement } from '../../../../shared/documents/printed-document.ts';
import { directionReader } from '../../../../shared/documents/spelled-characters.ts';
import type { ElementKind } from '../../../../shared/revisioning/outline/outline.ts';
import type { SourceField } from '../source-outline.ts';
import { readExportedField } from './exported-field.ts';
import type { ExportedParagraph } from './exported-file.ts';
import { splitPictures } from './line-with-pictures.ts';
import { type ShownBlock, showBlock, shownCode, shownTable, shownText } from './shown-blocks.ts';
import { plainBlock, styledBlock } from './styled-block.ts';
import { textsOfPart } from './styled-runs.ts';
import { readTypedNumber } from './typed-number.ts';

/** A clause as the file shows it. */
export interface FileClause {
  source: string;
  /** Identity of the clause by its bookmark; null where it has none that is known. */
  id: number | null;
  /** Levels of its address. */
  depth: number;
  /** What its style says; counts for a new clause. */
  kind: ElementKind;
  /** What its look does not say: `section`, `clause`, `heading` or `text`. */
  forms: readonly string[];
  /** The words without the printed number. */
  words: string;
  /** The printed number that stands in the text; empty for none. */
  label: string;
  /** The number that Word counts; empty for none. */
  number: string;
  blocks: ShownBlock[];
  /** All of it but its fields in its styles; the first is what stands beside the number. */
  styled: Block[];
  /** Names of the pictures that stand in it. */
  pictures: string[];
  /** Rows of fields, with the field where the row is whole. */
  fields: { row: string; field: SourceField | null }[];
}

/** Levels that Word counts. */
const MAX_WORD_LEVELS = 9;
const HEADING = /^heading(\d)$/;

/** @param base the elements of the revision that the file was made of */
export function readFileClauses(
  paragraphs: readonly ExportedParagraph[],
  base: readonly PrintedElement[],
): FileClause[] {
  const known = new Map(
    base.flatMap((element) => (element.id === null ? [] : [[element.id, element] as const])),
  );
  const clauses: FileClause[] = [];
  const seen = new Set<number>();
  let list = '';
  for (const shown of claimBookmarks(paragraphs, known)) {
    const id = shown.ids.find((one) => known.has(one) && !seen.has(one)) ?? null;
    const was = id === null ? undefined : known.get(id);
    const last = clauses.at(-1);
    const paragraph = withDirections(shown, known.get(id ?? last?.id ?? 0));
    if (id !== null || isWithoutWords(paragraph, base) || beginsClause(paragraph, last)) {
      if (id !== null) seen.add(id);
      const { text, pictures } = withoutPictures(paragraph, was);
      clauses.push({
        source: paragraph.source,
        id,
        depth: was
          ? depthNow(paragraph, was)
          : (depthOf(paragraph, base) ?? depthOfNew(paragraph, last, list)),
        kind: was?.kind ?? kindOf(paragraph),
        forms: paragraph.forms,
        ...readNumber({ ...paragraph, text }, was),
        number: paragraph.list?.number ?? addressOf(paragraph) ?? '',
        blocks: pictures === '' ? [] : [{ type: 'paragraph', text: pictures, rows: null }],
        styled: [styledBlock(paragraph, true), ...(pictures === '' ? [] : [plainBlock(pictures)])],
        pictures: [...paragraph.pictures],
        fields: [],
      });
      list = paragraph.list?.id ?? '';
    } else if (last) addBlock(last, paragraph, last.id === null ? undefined : known.get(last.id));
  }
  return clauses;
}

/** The words of a clause as they were written, where the file shows directions of text as numbers. */
function withDirections(paragraph: ExportedParagraph, was: PrintedElement | undefined): ExportedParagraph {
  const read = was && directionReader(textsOf(was));
  if (!read) return paragraph;
  const { text, rows } = paragraph;
  return { ...paragraph, text: read(text), rows: rows?.map((row) => row.map(read)) ?? null };
}

/**
 * A paragraph that was divided before its first letter has left its bookmark in an empty one: it belongs to the next
 * paragraph, if that shows what the clause did.
 */
function claimBookmarks(
  paragraphs: readonly ExportedParagraph[],
  known: ReadonlyMap<number, PrintedElement>,
): ExportedParagraph[] {
  return paragraphs.flatMap((paragraph, index) => {
    const [before, after] = [paragraphs[index - 1], paragraphs[index + 1]];
    if (after && isLeftBehind(paragraph, after, known)) return [];
    return before && isLeftBehind(before, paragraph, known)
      ? [{ ...paragraph, ids: before.ids }]
      : [paragraph];
  });
}

function isLeftBehind(
  { ids: [id, ...more], text, rows }: ExportedParagraph,
  next: ExportedParagraph,
  known: ReadonlyMap<number, PrintedElement>,
): boolean {
  const was = id === undefined || more.length > 0 ? undefined : known.get(id);
  if (!was || rows !== null || text.trim() !== '' || next.ids.length > 0) return false;
  const { words } = readNumber(next, was);
  return words !== '' && words === firstWordsOf(was);
}

/** A heading has no pictures: those that were put into one stand below it. */
function withoutPictures(
  paragraph: ExportedParagraph,
  was: PrintedElement | undefined,
): { text: string; pictures: string } {
  const { text, forms } = paragraph;
  const isHeading = was
    ? was.heading.length > 0
    : forms.includes('heading') || (headingOf(paragraph) !== null && !forms.includes('text'));
  const { words, pictures } = splitPictures(text, paragraph.pictures);
  return isHeading && pictures.length > 0 && words !== ''
    ? { text: words, pictures: pictures.join(' ') }
    : { text, pictures: '' };
}

/** What stands beside the number of an element. */
export function firstWordsOf(element: PrintedElement): string {
  const { heading, blocks } = element;
  const [lead] = blocks;
  const runs = heading.length > 0 ? heading : hasLead(element) && lead?.type === 'paragraph' ? lead.runs : [];
  return shownText(runs.map(({ text }) => text).join(''));
}

/** Blocks of an element below its first line, fields apart. */
export function blocksOf(element: PrintedElement): { blocks: ShownBlock[]; fields: string[] } {
  const rest = element.blocks.slice(hasLead(element) ? 1 : 0);
  return {
    blocks: rest.filter(({ type }) => type !== 'field').map(showBlock),
    fields: rest.filter(({ type }) => type === 'field').map((block) => showBlock(block).text),
  };
}

const has = ({ styles }: ExportedParagraph, style: string): boolean => styles.includes(style);

const headingOf = ({ styles }: ExportedParagraph): number | null => {
  const level = styles.map((style) => HEADING.exec(style)?.[1]).find((one) => one !== undefined);
  return level === undefined ? null : Number(level);
};

/** An element of a file that is read as a document of its own may have its number alone. */
const isWithoutWords = ({ ids, list, text }: ExportedParagraph, base: readonly PrintedElement[]): boolean =>
  base.length === 0 && ids.length > 0 && list !== null && text.trim() === '';

/** Whether a paragraph without a bookmark begins a clause. Empty ones are space. */
function beginsClause(paragraph: ExportedParagraph, last: FileClause | undefined): boolean {
  if (paragraph.rows !== null || paragraph.text.trim() === '') return false;
  if (headingOf(paragraph) !== null || addressOf(paragraph) !== null) return true;
  if (['clausetext', 'clausefield', 'clausecode', 'clausetable'].some((style) => has(paragraph, style)))
    return false;
  if (has(paragraph, 'clausenote')) return paragraph.list !== null || last?.kind !== 'note';
  // Before the first clause stand the cover and the contents.
  return has(paragraph, 'clause') || (paragraph.list !== null && last !== undefined);
}

function kindOf(paragraph: ExportedParagraph): ElementKind {
  if (has(paragraph, 'clausenote')) return 'note';
  return headingOf(paragraph) === null ? 'clause' : 'section';
}

/** The depth of a known clause, which its author may have changed with its level in the list. */
function depthNow({ list }: ExportedParagraph, { address, number, depth }: PrintedElement): number {
  const isCounted = number === address && depth <= MAX_WORD_LEVELS;
  return isCounted && list !== null ? list.level + 1 : depth;
}

/** Where nothing else is known, the number says how deep a clause is, deeper than Word has levels too. */
function depthOf(paragraph: ExportedParagraph, base: readonly PrintedElement[]): number | null {
  const number = paragraph.list?.number ?? addressOf(paragraph);
  return base.length === 0 && number !== null && /^\d+(?:\.\d+)*$/.test(number)
    ? number.split('.').length
    : null;
}

/** The address of a clause with a printed number, of a file that is read as a document of its own. */
const addressOf = ({ forms, list }: ExportedParagraph): string | null => {
  const form = list === null ? forms.find((one) => one.startsWith('at_')) : undefined;
  return form === undefined ? null : form.slice('at_'.length).replaceAll('_', '.');
};

function depthOfNew(paragraph: ExportedParagraph, last: FileClause | undefined, list: string): number {
  const before = last?.depth ?? 0;
  const own =
    paragraph.list === null
      ? (headingOf(paragraph) ??
        (kindOf(paragraph) === 'note' && last?.kind !== 'note' ? before + 1 : before))
      : before > MAX_WORD_LEVELS && paragraph.list.id === list
        ? before
        : paragraph.list.level + 1;
  return Math.max(1, Math.min(own, before + 1));
}

/** The words behind a printed number. */
function readNumber(
  paragraph: ExportedParagraph,
  was: PrintedElement | undefined,
): Pick<FileClause, 'words' | 'label'> {
  const text = shownText(paragraph.text);
  if (was ? was.number === was.address : paragraph.list !== null) return { words: text, label: '' };
  if (was && (text === was.number || text.startsWith(`${was.number} `)))
    return { words: text.slice(was.number.length).trim(), label: was.number };
  const printed = shownText(textsOfPart(paragraph.runs, 'number')[0] ?? '');
  if (printed !== '' && text.startsWith(printed))
    return { words: text.slice(printed.length).trim(), label: printed };
  const typed = readTypedNumber(text, false);
  return { words: typed?.text ?? text, label: typed?.sourceNumber ?? '' };
}

function addBlock(clause: FileClause, paragraph: ExportedParagraph, was: PrintedElement | undefined): void {
  clause.pictures.push(...paragraph.pictures);
  if (paragraph.rows !== null) {
    clause.blocks.push(shownTable(paragraph.rows));
    clause.styled.push(styledBlock(paragraph, false));
    return;
  }
  const text = shownText(paragraph.text);
  if (text === '') return;
  const isField = has(paragraph, 'clausefield') || (was && blocksOf(was).fields.includes(text));
  if (!isField) clause.styled.push(styledBlock(paragraph, false));
  if (isField) clause.fields.push({ row: text, field: readExportedField(paragraph) });
  else if (has(paragraph, 'clausecode'))
    clause.blocks.push({ type: 'code', text: shownCode(paragraph.text), rows: null });
  else clause.blocks.push({ type: 'paragraph', text, rows: null });
}
