/** Reader of the body of a Word file: paragraphs with their numbers, tables, bulleted lists, notes and footnotes. */
import { type ReportChange, UnusableDocumentError } from '../import-change.ts';
import { joinLines, toMarkdownTable } from '../plain-text.ts';
import { elementOf, elementsOf, type XmlElement } from '../xml/xml-tree.ts';
import { isDeleted, unwrapped } from './blocks.ts';
import { splitPictures, toLineWithPictures } from './line-with-pictures.ts';
import { type CountedNumber, type Numbering, valOf } from './numbering.ts';
import { OutlineBuilder } from './outline-builder.ts';
import { NOTE_MARK, readText, type TextContext } from './paragraph-text.ts';
import type { StyleOfParagraph, Styles } from './styles.ts';
import { readTypedNumber } from './typed-number.ts';

/** Footnotes and endnotes by `footnote 3`, each its paragraphs. */
export type Notes = ReadonlyMap<string, XmlElement>;

interface Parts {
  styles: Styles;
  numbering: Numbering;
  notes: Notes;
  text: TextContext;
  report: ReportChange;
}

/** A heading is not longer; a long paragraph with the level of one is a clause. */
const MAX_HEADING = 200;

export class BodyReader {
  readonly outline = new OutlineBuilder();
  readonly titles: string[] = [];
  /** Texts above the first element, in Markdown: an element of its own would take the number 1 from it. */
  preface: string[] = [];
  readonly #above: { text: string; source: string }[] = [];
  readonly #parts: Parts;
  readonly #noteNumbers = new Map<string, number>();
  /** Text of paragraphs whose mark at the end is deleted: it joins the next one. */
  #carried = '';
  /** Where the text that is carried begins. */
  #carriedFrom: string | null = null;
  #count = 0;

  constructor(parts: Parts) {
    this.#parts = parts;
  }

  read(body: XmlElement): void {
    for (const block of unwrapped(body)) {
      if (block.name === 'p') this.#readParagraph(block);
      else if (block.name === 'tbl')
        this.#addWithNotes(this.#readTable(block), `table before paragraph ${this.#count + 1}`);
      else if (block.name === 'altChunk' || block.name === 'subDoc')
        throw new UnusableDocumentError(
          'The Word file includes another document. Save it with the text of that document in it.',
        );
      else if (block.name === 'del' || block.name === 'moveFrom') readText(block, 'body', this.#parts.text);
      else this.#addText(toLineWithPictures(readText(block, block.name, this.#parts.text)), block.name);
    }
    if (this.#carried.trim() !== '') this.#addText(toLines(this.#carried), 'the last paragraph');
    // A file without numbers and headings is one clause.
    if (this.outline.nodes.length === 0)
      for (const { text, source } of this.#above) this.outline.addText(text, source);
    else this.preface = this.#above.flatMap((one) => this.#withoutPictures(one));
  }

  #readParagraph(paragraph: XmlElement): void {
    this.#count += 1;
    const here = `paragraph ${this.#count}`;
    const own = this.#carried + readText(paragraph, here, this.#parts.text);
    const source = this.#carriedFrom ?? here;
    const properties = elementOf(paragraph, 'pPr');
    const isJoined = elementOf(elementOf(properties, 'rPr'), 'del') !== undefined;
    this.#carried = isJoined ? own : '';
    this.#carriedFrom = isJoined && own.trim() !== '' ? source : null;
    if (isJoined) return;
    const style = this.#parts.styles.find(valOf(properties, 'pStyle'));
    // An empty paragraph of a list is counted as well.
    const number = this.#numberOf(properties, style);
    if (own.trim() === '') return;
    const { role } = style;
    const isPicture = this.#split(own).words.trim() === '';
    if (isPicture && (number === null || number.isBullet)) this.#addWithNotes(toLines(own), source);
    else if (role?.kind === 'contents')
      this.#parts.report({
        rule: 'left-out',
        source,
        address: null,
        from: own.trim(),
        to: null,
        name: 'table of contents',
      });
    else if (number === null && this.#isTitle(own, role))
      this.titles.push(toLine(this.#split(own).words.replace(NOTE_MARK, '')));
    else if (role?.kind === 'note') this.#addNote(own, source, number);
    else if (number?.isBullet === true) this.#addWithNotes(toLines(own), source, number.level);
    else this.#open(own, source, style, number);
  }

  /** The words of a text and its pictures; what only looks like a reference to one is words. */
  #split(text: string): ReturnType<typeof splitPictures> {
    return splitPictures(text, this.#parts.text.pictures?.images.map(({ name }) => name) ?? []);
  }

  /** A note with a number of its own is an element; further paragraphs belong to it. */
  #addNote(own: string, source: string, number: CountedNumber | null): void {
    if (number !== null && number.text !== '')
      this.outline.open({
        source,
        kind: 'note',
        sourceNumber: number.text,
        ordinal: number.ordinal,
        heading: '',
        list: number.list,
        level: number.level,
        rank: null,
        isTyped: false,
      });
    this.#addWithNotes(toLines(own), source, 'note');
  }

  /** A paragraph that begins an element; text where it has neither number nor heading. */
  #open(
    own: string,
    source: string,
    { role, outlineLevel }: StyleOfParagraph,
    number: CountedNumber | null,
  ): void {
    const hasRank = role?.kind === 'section' || role?.kind === 'clause';
    const isHeading = role?.kind === 'section' || (!hasRank && outlineLevel !== null);
    const isCounted = number !== null && number.text !== '';
    const typed = isCounted ? null : readTypedNumber(own.trim(), isHeading);
    if (!isCounted && typed === null && !hasRank && !isHeading) {
      this.#addWithNotes(toLines(own), source);
      return;
    }
    const text = typed?.text ?? own;
    const { words, pictures } = this.#split(text);
    const line = this.#withNoteKeys(toLine(words));
    const looksLikeHeading = typed !== null && typed.depth !== null && !/[.;:,]$/.test(line);
    const isSection =
      line !== '' && line.length <= MAX_HEADING && (isHeading || (!hasRank && looksLikeHeading));
    this.outline.open({
      source,
      kind: isSection ? 'section' : 'clause',
      sourceNumber: typed?.sourceNumber ?? number?.text ?? '',
      ordinal: typed === null && isCounted ? number.ordinal : null,
      heading: isSection ? line : '',
      list: typed === null ? (number?.list ?? null) : typed.depth === null ? `typed ${typed.form}` : null,
      level: number?.level ?? 0,
      rank: hasRank ? role.rank : (outlineLevel ?? (typed === null ? null : this.#rankOf(typed.depth))),
      isTyped: typed !== null,
    });
    if (isSection) {
      // A heading has no place for them.
      this.#addText(pictures.join(' '), source);
      this.#addNotes(text, source);
    } else this.#addWithNotes(toLines(text), source);
  }

  #hasParts = false;

  /** Articles of a specification, `1.01`, stand below their part. */
  #rankOf(depth: number | null): number | null {
    if (depth === 0) this.#hasParts = true;
    return depth === null || depth === 0 ? depth : this.#hasParts ? Math.max(1, depth - 1) : depth - 1;
  }

  /** Above everything stands the name: in its style, or `SECTION 23 05 00` with or before what it is about. */
  #isTitle(text: string, role: StyleOfParagraph['role']): boolean {
    if (this.outline.nodes.length > 0) return false;
    if (role?.kind === 'title' || /^\s*SECTION\s+\d\d[\s\d.]*(?:[-–—].*)?$/.test(text)) return true;
    const isNamed = this.titles.length !== 1 || !/^SECTION[\s\d.]+$/.test(this.titles[0] ?? '');
    return role === null && !isNamed && text.length <= MAX_HEADING;
  }

  #numberOf(properties: XmlElement | undefined, style: StyleOfParagraph): CountedNumber | null {
    const own = elementOf(properties, 'numPr');
    const numId = valOf(own, 'numId') ?? style.numId;
    if (numId === null || numId === '0') return null;
    const { numbering } = this.#parts;
    const ownLevel = valOf(own, 'ilvl');
    const linked = style.ids.map((id) => numbering.levelOfStyle(numId, id)).find((level) => level !== null);
    return numbering.next(numId, ownLevel === null ? (linked ?? style.level ?? 0) : Number(ownLevel));
  }

  #readTable(table: XmlElement): string {
    // Reported, as deleted text is anywhere.
    for (const row of elementsOf(table, 'tr').filter(isDeleted)) readText(row, 'table', this.#parts.text);
    const rows = unwrapped(table)
      .filter(({ name }) => name === 'tr')
      .map((row) => {
        const cells: string[] = [];
        for (const cell of unwrapped(row).filter(({ name }) => name === 'tc')) {
          cells.push(this.#readCell(cell));
          const span = Number(valOf(elementOf(cell, 'tcPr'), 'gridSpan') ?? 1);
          for (let covered = 1; covered < Math.min(span, 100); covered += 1) cells.push('');
        }
        return cells;
      });
    return toMarkdownTable(rows);
  }

  /** The paragraphs of a cell in one line, with their numbers. */
  #readCell(cell: XmlElement): string {
    const texts = unwrapped(cell).map((block) => {
      if (block.name === 'tbl')
        return unwrapped(block)
          .flatMap((row) => unwrapped(row).filter(({ name }) => name === 'tc'))
          .map((inner) => this.#readCell(inner))
          .join(' ');
      if (block.name !== 'p') return '';
      const properties = elementOf(block, 'pPr');
      const number = this.#numberOf(properties, this.#parts.styles.find(valOf(properties, 'pStyle')));
      return toLineWithPictures(`${number?.text ?? ''} ${readText(block, 'table', this.#parts.text)}`);
    });
    return texts.filter((text) => text !== '').join(' ');
  }

  /** Adds a text, and behind it the footnotes that it names. */
  #addWithNotes(text: string, source: string, as: 'note' | number | null = null): void {
    const keyed = this.#withNoteKeys(text);
    if (as === 'note') this.outline.addNote(keyed, source);
    else this.#addText(keyed, source, as);
    this.#addNotes(text, source);
  }

  #addText(text: string, source: string, bullet: number | null = null): void {
    if (this.outline.nodes.length > 0) this.outline.addText(text, source, bullet);
    else if (text !== '') this.#above.push({ text: bullet === null ? text : `- ${text}`, source });
  }

  /** The description of a standard has no images. */
  #withoutPictures({ text, source }: { text: string; source: string }): string[] {
    const { words, pictures } = this.#split(text);
    for (const from of pictures)
      this.#parts.report({
        rule: 'left-out',
        source,
        address: null,
        from,
        to: null,
        name: 'image above the first number',
      });
    return words === '' || words === '-' ? [] : [words];
  }

  #withNoteKeys(text: string): string {
    return text.replace(NOTE_MARK, (_, key: string) => {
      const number = this.#noteNumbers.get(key) ?? this.#noteNumbers.size + 1;
      this.#noteNumbers.set(key, number);
      return `[^${number}]`;
    });
  }

  #addNotes(text: string, source: string): void {
    for (const [, key = ''] of text.matchAll(NOTE_MARK)) {
      const note = this.#parts.notes.get(key);
      if (note === undefined) continue;
      const lines = elementsOf(note, 'p').map((one) =>
        toLine(readText(one, key, { ...this.#parts.text, pictures: null })),
      );
      const definition = `[^${this.#noteNumbers.get(key)}]: ${toLineWithPictures(lines.join(' '))}`;
      this.#addText(definition, source);
    }
  }
}

const toLine = (text: string): string => text.replace(/\s+/g, ' ').trim();
const toLines = (text: string): string => joinLines(text.split('\n').map((line) => toLineWithPictures(line)));
