/**
 * Test fixture: Word files of standards that somebody edits; the paragraphs of `word/document.xml` are changed as
 * Word does it.
 */
import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import { writeDocx } from '../../../shared/documents/docx/write-docx.ts';
import { type PrintableStandard, printStandard } from '../../../shared/documents/print-standard.ts';
import { readExportedFile } from '../documents/word/exported-file.ts';
import { escapeXml } from '../documents/word/word-file.fixture.ts';
import { type AppliedFile, applyFile, type RevisionOutline } from './apply-file.ts';

const DOCUMENT = 'word/document.xml';
const PARAGRAPH = /<w:p>(?:(?!<w:p>).)*?<\/w:p>/gs;

/** A file whose body is text that can be changed. */
export class EditedFile {
  xml: string;
  readonly #parts: Record<string, Uint8Array>;

  constructor(bytes: Uint8Array) {
    this.#parts = unzipSync(bytes);
    this.xml = strFromU8(this.#parts[DOCUMENT] ?? new Uint8Array());
  }

  static async of(standard: PrintableStandard): Promise<EditedFile> {
    return new EditedFile(await writeDocx(printStandard(standard)));
  }

  get bytes(): Uint8Array {
    return zipSync({ ...this.#parts, [DOCUMENT]: strToU8(this.xml) }, { level: 1 });
  }

  get paths(): string[] {
    return Object.keys(this.#parts);
  }

  /** Replaces a part, such as a picture. */
  putPart(path: string, bytes: Uint8Array): void {
    this.#parts[path] = bytes;
  }

  /** The paragraph at which the bookmark of a clause is. */
  paragraphOf(id: number): string {
    const found = this.xml.match(PARAGRAPH)?.find((one) => one.includes(`w:name="css_${id}"`));
    if (found === undefined) throw new Error(`there is no bookmark css_${id}`);
    return found;
  }

  /** Changes the text of a paragraph. */
  replace(paragraph: string, from: string, to: string): void {
    const edited = paragraph.replace(escapeXml(from), escapeXml(to));
    if (edited === paragraph) throw new Error(`the paragraph has no ${from}`);
    this.put(paragraph, edited);
  }

  put(paragraph: string, xml: string): void {
    this.xml = this.xml.replace(paragraph, () => xml);
  }
}

/** A paragraph as another one is, with this text and without its bookmark. */
export const paragraphLike = (paragraph: string, text: string): string =>
  `<w:p>${/<w:pPr>.*?<\/w:pPr>/s.exec(paragraph)?.[0] ?? ''}<w:r><w:t xml:space="preserve">${escapeXml(text)}</w:t></w:r></w:p>`;

/** The view of a standard as the service answers it. */
export const viewOf = ({ elements, fields }: PrintableStandard): RevisionOutline => ({
  elements: [...elements],
  datasheet_elements: [...fields],
});

/** What a file changes in a standard. */
export const applyTo = (
  standard: PrintableStandard,
  bytes: Uint8Array,
  choices?: ReadonlyMap<string, number | null>,
): AppliedFile => applyFile(viewOf(standard), readExportedFile(bytes, () => undefined).paragraphs, choices);
