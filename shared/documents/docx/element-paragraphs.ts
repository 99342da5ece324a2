/** The paragraphs and tables of Word for an element of a document: number, bookmark, text, fields, tracked changes. */
import {
  Bookmark,
  DeletedTextRun,
  InsertedTextRun,
  type IParagraphOptions,
  Paragraph,
  type ParagraphChild,
  Table,
  TableCell,
  TableRow,
  TextRun,
  WidthType,
} from 'docx';
import { hasLead } from '../compare-documents.ts';
import type { Block, Change, PrintedDocument, PrintedElement, Run, TableBlock } from '../printed-document.ts';
import { wordText } from '../xml-text.ts';
import { imageRunOf } from './image-run.ts';
import { NumberingPlan } from './numbering-plan.ts';
import { CODE_FONT, INDENT, PART_STYLES, STYLES } from './styles.ts';

/** The reference of all lists; the instance is the index in the plan. */
export const LISTS = 'outline';
/** Headings that Word has. */
const MAX_HEADING = 9;
/** Characters of the name of a bookmark. */
const MAX_BOOKMARK = 40;
/** An indent in pixels, of which an inch has 96, the width of a page between its margins, and what a cell has beside its text. */
const INDENT_PIXELS = 24;
const TEXT_WIDTH = 600;
const CELL_MARGINS = 16;

export class ElementWriter {
  readonly plan = new NumberingPlan();
  readonly #document: PrintedDocument;
  readonly #bookmarks = new Set<string>();
  #changes = 0;
  #fields = 0;
  #images = 0;

  constructor(document: PrintedDocument) {
    this.#document = document;
  }

  /** @param level levels of parts above the element */
  write(element: PrintedElement, level: number): (Paragraph | Table)[] {
    const { heading, blocks, change } = element;
    const [lead] = blocks;
    // Without a heading the number stands before the first paragraph.
    const leads = hasLead(element);
    const runs = heading.length > 0 ? heading : leads && lead?.type === 'paragraph' ? lead.runs : [];
    return [
      this.#numbered(element, runs, level),
      ...blocks.slice(leads ? 1 : 0).map((block) => this.#block(block, element, block.change ?? change)),
    ];
  }

  /** A paragraph without a number. */
  paragraph(options: IParagraphOptions, runs: readonly Run[], change?: Change): Paragraph {
    return this.#paragraph(change, { ...options, children: this.#runs(runs, change) });
  }

  #numbered(element: PrintedElement, runs: readonly Run[], level: number): Paragraph {
    const { id, address, number, heading, kind, isWithheld, change } = element;
    // A printed number stands as text: Word counts addresses alone.
    const isPrinted = number !== address;
    const place = isPrinted ? null : this.plan.place(address, change);
    const depth = Math.min(level + element.depth, MAX_HEADING);
    const style = isWithheld
      ? STYLES.withheld.id
      : kind === 'note'
        ? STYLES.note.id
        : heading.length > 0 || kind === 'section'
          ? `Heading${depth}`
          : STYLES.clause.id;
    const children = [
      ...(isPrinted ? this.#runs([{ text: number }], change, { style: PART_STYLES.number.id }) : []),
      ...this.#runs(isPrinted ? [{ text: ' ' }, ...runs] : runs, change),
    ];
    const name = `css_${id}`;
    const isMarked = id !== null && change !== 'deleted' && !this.#bookmarks.has(name);
    if (isMarked) this.#bookmarks.add(name);
    return this.#paragraph(change, {
      style,
      ...(place ? { numbering: { reference: LISTS, level: place.level, instance: place.list } } : {}),
      children: [
        ...this.#marks(element, formsOf(element)),
        ...(isMarked ? [new Bookmark({ id: name, children })] : children),
      ],
    });
  }

  /** Bookmarks that say what the look does not; a standard that is twice in a document has them once. */
  #marks({ id }: PrintedElement, forms: readonly string[]): Bookmark[] {
    const names = id === null ? [] : forms.map((form) => `css_${id}_${form}`);
    const own = names.filter((name) => name.length <= MAX_BOOKMARK && !this.#bookmarks.has(name));
    for (const name of own) this.#bookmarks.add(name);
    return own.map((name) => new Bookmark({ id: name, children: [] }));
  }

  #block(block: Block, element: PrintedElement, change: Change | undefined): Paragraph | Table {
    const { kind } = element;
    if (block.type === 'table') return this.#table(block, change);
    if (block.type === 'code')
      return this.#paragraph(change, {
        style: STYLES.code.id,
        children: this.#runs([{ text: block.text }], change),
      });
    const { type, indent, marker, runs, form } = block;
    const style = type === 'field' ? STYLES.field : kind === 'note' ? STYLES.note : STYLES.clauseText;
    const marked = marker === '' ? runs : [{ text: `${marker} ` }, ...runs];
    return this.#paragraph(change, {
      style: style.id,
      ...(indent > 0 ? { indent: { left: indent * INDENT } } : {}),
      children: [
        ...(form === undefined ? [] : this.#marks(element, [`${wasOf(change)}f${++this.#fields}_${form}`])),
        ...this.#runs(marked, change, { width: TEXT_WIDTH - indent * INDENT_PIXELS }),
      ],
    });
  }

  #table({ rows }: TableBlock, change: Change | undefined): Table {
    return new Table({
      width: { size: 100, type: WidthType.PERCENTAGE },
      rows: rows.map(
        (cells, index) =>
          new TableRow({
            ...(index === 0 ? { tableHeader: true } : {}),
            ...this.#mark(change),
            children: cells.map(
              (runs) =>
                new TableCell({
                  children: [
                    this.#paragraph(change, {
                      style: STYLES.table.id,
                      children: this.#runs(runs, change, { width: TEXT_WIDTH / cells.length - CELL_MARGINS }),
                    }),
                  ],
                }),
            ),
          }),
      ),
    });
  }

  #paragraph(change: Change | undefined, options: IParagraphOptions): Paragraph {
    return new Paragraph(change ? { ...options, run: this.#mark(change) } : options);
  }

  /** What says that a paragraph or row was inserted or deleted. */
  #mark(change: Change | undefined) {
    if (change === undefined) return {};
    return change === 'inserted' ? { insertion: this.#author() } : { deletion: this.#author() };
  }

  /** Null for an image that the document does not have, or Word does not show. */
  #image(image: NonNullable<Run['image']>, change: Change | undefined, width: number): ParagraphChild | null {
    const bytes = this.#document.images.get(image.name);
    const mark = this.#mark(change);
    return bytes ? imageRunOf(bytes, { ...image, id: this.#nextImage, mark, width }) : null;
  }

  get #nextImage(): number {
    this.#images += 1;
    return this.#images;
  }

  #author() {
    this.#changes += 1;
    return { id: this.#changes, author: wordText(this.#document.author), date: this.#document.date };
  }

  /** @param width of the text, in pixels */
  #runs(
    runs: readonly Run[],
    changeOfAll: Change | undefined,
    { style: ofAll, width = TEXT_WIDTH }: { style?: string; width?: number } = {},
  ): ParagraphChild[] {
    return runs.flatMap((run) => {
      const change = run.change ?? changeOfAll;
      const image = run.image && this.#image(run.image, change, width);
      if (image) return [image];
      const style = run.part === undefined ? ofAll : PART_STYLES[run.part].id;
      const look = {
        ...(style === undefined ? {} : { style }),
        ...(run.bold ? { bold: true } : {}),
        ...(run.italic ? { italics: true } : {}),
        ...(run.code ? { font: CODE_FONT } : {}),
      };
      return wordText(run.text)
        .split('\n')
        .map((text, index) => {
          const options = { ...look, text, ...(index > 0 ? { break: 1 } : {}) };
          if (change === undefined) return new TextRun(options);
          const marked = { ...options, ...this.#author() };
          return change === 'inserted' ? new InsertedTextRun(marked) : new DeletedTextRun(marked);
        });
    });
  }
}

/** What the look of a clause does not say of it, by which the file is read again; in a comparison also what it was. */
function formsOf({ kind, heading, blocks, isWithheld, change, number, address }: PrintedElement): string[] {
  // Word counts no address where a printed number stands.
  const place = number !== address ? [`at_${address.replaceAll('.', '_')}`] : [];
  if (isWithheld) return place.map((form) => `${wasOf(change)}${form}`);
  const hasHeading = heading.length > 0;
  const texts = blocks.filter(({ type }) => type !== 'field');
  // With the changes accepted and with them rejected.
  const alwaysHasText = texts.some((block) => block.change === undefined);
  const forms = [
    ...(hasHeading && kind === 'section' && texts.length > 0 ? ['section'] : []),
    ...(hasHeading && kind === 'clause' && !alwaysHasText ? ['clause'] : []),
    ...(hasHeading && kind === 'note' ? ['heading'] : []),
    ...(!hasHeading && kind === 'section' ? ['text'] : []),
    ...place,
  ];
  return forms.map((form) => `${wasOf(change)}${form}`);
}

const wasOf = (change: Change | undefined): string => (change === 'deleted' ? 'was_' : '');
