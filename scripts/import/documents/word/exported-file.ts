/**
 * Reader of a Word file that this service wrote (`GET /api/standards/:id/document?format=docx`) and that came back, from
 * Word or LibreOffice: its properties, and its paragraphs and tables with their bookmarks, styles and levels. Tracked
 * changes are read as if accepted.
 */
import { INDENT } from '../../../../shared/documents/docx/styles.ts';
import type { ReportChange } from '../import-change.ts';
import type { SourceImage } from '../source-outline.ts';
import { elementOf, elementsOf, textOf, type XmlElement } from '../xml/xml-tree.ts';
import { unwrapped } from './blocks.ts';
import { Numbering, valOf } from './numbering.ts';
import { NOTE_MARK, readText, type TextContext } from './paragraph-text.ts';
import { Pictures } from './pictures.ts';
import { readStyledRuns, type StyledRun } from './styled-runs.ts';
import { Styles } from './styles.ts';
import { openWordFile, readBody, type WordPackage } from './word-package.ts';

/** A paragraph, or a table with its rows. */
export interface ExportedParagraph {
  /** The place in the file, for a report. */
  source: string;
  /** Identities of the clauses whose bookmarks begin here. */
  ids: number[];
  /**
   * What its look does not say of a clause, of one that is new to the file: `section`, `clause`, `heading` or `text`; `at_1_2`,
   * where a printed number stands for its address; of the row of a field `f1_…` (`field-form.ts`).
   */
  forms: string[];
  /** Its text in its styles. */
  runs: StyledRun[];
  /** Levels of lists and quotes around it. */
  indent: number;
  /** Names of its style and of those that it is based on, in lower case without blanks. */
  styles: string[];
  /** The list that Word counts, with the level from 0 and the number that it shows; null without a number. */
  list: { id: string; level: number; number: string } | null;
  text: string;
  /** Names of the pictures in it; its text has their references. */
  pictures: string[];
  rows: string[][] | null;
  /** The cells of the rows in their styles; none of a paragraph. */
  cells: StyledRun[][][];
}

export interface ExportedFile {
  /** Such as `css_revision_id`. */
  properties: ReadonlyMap<string, string>;
  paragraphs: ExportedParagraph[];
  /** Pictures that its texts refer to. */
  images: SourceImage[];
}

const BOOKMARK = /^css_(\d{1,15})$/;
const FORM = /^css_\d{1,15}_(?:was_)?(section|clause|heading|text|at(?:_\d+)+|f\d+_[a-z\d_]+)$/;

/**
 * Reads the file. What a clause has no place for, such as a drawing, is reported.
 * @throws UnusableDocumentError for a file that is no Word file, damaged, or too large
 */
export function readExportedFile(bytes: Uint8Array, report: ReportChange): ExportedFile {
  const file = openWordFile(bytes);
  const body = readBody(file);
  const pictures = new Pictures(file, body);
  const paragraphs = readParagraphs(file, body, pictures, report);
  return { properties: readProperties(file), paragraphs, images: pictures.images };
}

/** The paragraphs of a body, which may be read with its changes accepted or rejected. */
export function readParagraphs(
  file: WordPackage,
  body: XmlElement,
  pictures: Pictures,
  report: ReportChange,
): ExportedParagraph[] {
  const styles = new Styles(file.read('word/styles.xml'));
  const numbering = new Numbering(file.read('word/numbering.xml'));
  const reader = new ParagraphReader(styles, numbering, { report, links: new Map(), pictures });
  reader.read(body);
  return reader.paragraphs;
}

/** The properties that the author of a file, or the program that made it, gave it. */
export function readProperties(file: WordPackage): Map<string, string> {
  const root = file.read('docProps/custom.xml');
  const properties = root === null ? [] : elementsOf(root, 'property');
  return new Map(properties.map((one) => [one.attributes.name ?? '', textOf(one).trim()]));
}

class ParagraphReader {
  readonly paragraphs: ExportedParagraph[] = [];
  readonly #styles: Styles;
  readonly #numbering: Numbering;
  readonly #context: TextContext;
  /** Identities of the clauses whose bookmarks stand between paragraphs. */
  #ids: number[] = [];
  /** Text of paragraphs whose mark at the end is deleted, also in its styles, and where it begins. */
  #carried = '';
  #carriedRuns: StyledRun[] = [];
  #carriedPictures: string[] = [];
  #carriedFrom: string | null = null;
  #count = 0;

  constructor(styles: Styles, numbering: Numbering, context: TextContext) {
    this.#styles = styles;
    this.#numbering = numbering;
    this.#context = context;
  }

  read(body: XmlElement): void {
    const blocks = unwrapped(body, ['bookmarkStart']);
    const last = blocks.findLast(({ name }) => name === 'p');
    for (const block of blocks) {
      if (block.name === 'bookmarkStart') this.#ids.push(...idsOf(block));
      else if (block.name === 'p') this.#readParagraph(block, block === last);
      else if (block.name === 'tbl') this.#readTable(block);
    }
  }

  /** @param isLast whether no other paragraph could go on with its text */
  #readParagraph(paragraph: XmlElement, isLast: boolean): void {
    this.#count += 1;
    const here = `paragraph ${this.#count}`;
    const properties = elementOf(paragraph, 'pPr');
    const own = this.#carried + this.#textOf(paragraph, here);
    const runs = this.#runsOf(paragraph, this.#carriedRuns);
    const pictures = [...this.#carriedPictures, ...this.#pictureNamesOf(paragraph)];
    const source = this.#carriedFrom ?? here;
    this.#ids.push(...idsOf(paragraph));
    const isJoined = !isLast && elementOf(elementOf(properties, 'rPr'), 'del') !== undefined;
    this.#carried = isJoined ? own : '';
    this.#carriedRuns = isJoined ? runs : [];
    this.#carriedPictures = isJoined ? pictures : [];
    this.#carriedFrom = isJoined && own.trim() !== '' ? source : null;
    if (isJoined) return;
    const style = this.#styles.find(valOf(properties, 'pStyle'));
    const numbers = elementOf(properties, 'numPr');
    const id = valOf(numbers, 'numId') ?? style.numId;
    const level = Number(valOf(numbers, 'ilvl') ?? style.level ?? 0);
    this.paragraphs.push({
      source,
      ids: this.#ids.splice(0),
      forms: formsOf(paragraph),
      runs,
      indent: indentOf(properties),
      styles: style.names,
      list:
        id === null || id === '0' ? null : { id, level, number: this.#numbering.next(id, level)?.text ?? '' },
      text: own,
      pictures,
      rows: null,
      cells: [],
    });
  }

  #readTable(table: XmlElement): void {
    const source = `table before paragraph ${this.#count + 1}`;
    const cells = unwrapped(table)
      .filter(({ name }) => name === 'tr')
      .map((row) => unwrapped(row).filter(({ name }) => name === 'tc'));
    const rows = cells.map((row) =>
      row.map((cell) =>
        unwrapped(cell)
          .map((block) => this.#textOf(block, source))
          .join('\n'),
      ),
    );
    this.paragraphs.push({
      source,
      ids: this.#ids.splice(0),
      forms: [],
      runs: [],
      indent: 0,
      styles: [],
      list: null,
      text: '',
      pictures: this.#pictureNamesOf(table),
      rows,
      cells: cells.map((row) => row.map((cell) => this.#runsOfCell(cell))),
    });
  }

  /** Its paragraphs are words with a blank between. */
  #runsOfCell(cell: XmlElement): StyledRun[] {
    let runs: StyledRun[] = [];
    for (const block of unwrapped(cell))
      if (this.#runsOf(block, []).length > 0)
        runs = this.#runsOf(block, runs.length === 0 ? [] : [...runs, BLANK]);
    return runs;
  }

  #pictureNamesOf(block: XmlElement): string[] {
    return this.#context.pictures?.namesIn(block) ?? [];
  }

  #runsOf(block: XmlElement, before: readonly StyledRun[]): StyledRun[] {
    return readStyledRuns(block, this.#styles, this.#context.pictures, before);
  }

  #textOf(block: XmlElement, source: string): string {
    const text = readText(block, source, this.#context);
    for (const [, note = ''] of text.matchAll(NOTE_MARK))
      this.#context.report({
        rule: 'left-out',
        source,
        address: null,
        from: note,
        to: null,
        name: 'footnote',
      });
    return text.replace(NOTE_MARK, '');
  }
}

const BLANK: StyledRun = { text: ' ', bold: false, italic: false, code: false, part: null };

/** The writer indents each level alike. */
function indentOf(properties: XmlElement | undefined): number {
  const { left, start } = elementOf(properties, 'ind')?.attributes ?? {};
  return Math.round(Number(left ?? start ?? 0) / INDENT);
}

function idsOf(element: XmlElement): number[] {
  const own =
    element.name === 'bookmarkStart' ? BOOKMARK.exec(element.attributes.name ?? '')?.[1] : undefined;
  return own === undefined ? elementsOf(element).flatMap(idsOf) : [Number(own)];
}

function formsOf(element: XmlElement): string[] {
  const own = element.name === 'bookmarkStart' ? FORM.exec(element.attributes.name ?? '')?.[1] : undefined;
  return own === undefined ? elementsOf(element).flatMap(formsOf) : [own];
}
