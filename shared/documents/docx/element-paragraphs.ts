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
import { xmlText } from '../xml-text.ts';
import { NumberingPlan } from './numbering-plan.ts';
import { STYLES } from './styles.ts';

/** The reference of all lists; the instance is the index in the plan. */
export const LISTS = 'outline';
/** Headings that Word has. */
const MAX_HEADING = 9;
const INDENT = 360;

export class ElementWriter {
  readonly plan = new NumberingPlan();
  readonly #document: PrintedDocument;
  readonly #bookmarks = new Set<string>();
  #changes = 0;

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
    const children = this.#runs(isPrinted ? [{ text: `${number} ` }, ...runs] : runs, change);
    const name = `css_${id}`;
    const isMarked = id !== null && change !== 'deleted' && !this.#bookmarks.has(name);
    if (isMarked) this.#bookmarks.add(name);
    return this.#paragraph(change, {
      style,
      ...(place ? { numbering: { reference: LISTS, level: place.level, instance: place.list } } : {}),
      children: [
        ...this.#formMarks(element).map((mark) => new Bookmark({ id: mark, children: [] })),
        ...(isMarked ? [new Bookmark({ id: name, children })] : children),
      ],
    });
  }

  /** Names of bookmarks that say what the look does not; a standard that is twice in a document has them once. */
  #formMarks(element: PrintedElement): string[] {
    const names = element.id === null ? [] : formsOf(element).map((form) => `css_${element.id}_${form}`);
    const own = names.filter((name) => !this.#bookmarks.has(name));
    for (const name of own) this.#bookmarks.add(name);
    return own;
  }

  #block(block: Block, { kind }: PrintedElement, change: Change | undefined): Paragraph | Table {
    if (block.type === 'table') return this.#table(block, change);
    if (block.type === 'code')
      return this.#paragraph(change, {
        style: STYLES.code.id,
        children: this.#runs([{ text: block.text }], change),
      });
    const { type, indent, marker, runs } = block;
    const style = type === 'field' ? STYLES.field : kind === 'note' ? STYLES.note : STYLES.clauseText;
    const marked = marker === '' ? runs : [{ text: `${marker} ` }, ...runs];
    return this.#paragraph(change, {
      style: style.id,
      ...(indent > 0 ? { indent: { left: indent * INDENT } } : {}),
      children: this.#runs(marked, change),
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
                    this.#paragraph(change, { style: STYLES.table.id, children: this.#runs(runs, change) }),
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

  #author() {
    this.#changes += 1;
    return { id: this.#changes, author: xmlText(this.#document.author), date: this.#document.date };
  }

  #runs(runs: readonly Run[], changeOfAll: Change | undefined): ParagraphChild[] {
    return runs.flatMap((run) => {
      const change = run.change ?? changeOfAll;
      const look = {
        ...(run.bold ? { bold: true } : {}),
        ...(run.italic ? { italics: true } : {}),
        ...(run.code ? { font: 'Consolas' } : {}),
      };
      return xmlText(run.text)
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
function formsOf({ kind, heading, blocks, isWithheld, change }: PrintedElement): string[] {
  if (isWithheld) return [];
  const hasHeading = heading.length > 0;
  const texts = blocks.filter(({ type }) => type !== 'field');
  // With the changes accepted and with them rejected.
  const alwaysHasText = texts.some((block) => block.change === undefined);
  const forms = [
    ...(hasHeading && kind === 'section' && texts.length > 0 ? ['section'] : []),
    ...(hasHeading && kind === 'clause' && !alwaysHasText ? ['clause'] : []),
    ...(hasHeading && kind === 'note' ? ['heading'] : []),
    ...(!hasHeading && kind === 'section' ? ['text'] : []),
  ];
  return forms.map((form) => (change === 'deleted' ? `was_${form}` : form));
}
