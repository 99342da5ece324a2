/**
 * The types of a document that the writers of Word and PDF share: cover, parts, numbered elements with their blocks.
 * Every text in it is plain, so a writer never interprets one.
 */
import type { ElementKind } from '../revisioning/outline/outline.ts';

/** What a comparison says of a text: it is only in the new document, or only in the old one. */
export type Change = 'inserted' | 'deleted';

/** What a piece of text is of a row of a field, by which a Word file is read again. */
export type FieldPart = 'label' | 'option' | 'unit' | 'default' | 'drawing';

/** The words of a link, and behind them its address in parentheses where that is another text. */
export type LinkPart = 'link' | 'target';

/** A piece of text in one style. A line feed in it begins a new line of the same paragraph. */
export interface Run {
  text: string;
  bold?: true;
  italic?: true;
  code?: true;
  /** The image of this name stands here; the text is the reference to it, for where it cannot be shown. */
  image?: { name: string; description: string };
  change?: Change;
  part?: FieldPart | LinkPart;
}

/** An image as it was uploaded. */
export interface PrintedImage {
  mediaType: string;
  bytes: Uint8Array;
}

/** Images by their names. */
export type PrintedImages = ReadonlyMap<string, PrintedImage>;

/** A paragraph: a text of a clause, an item of a list (with its marker), or a field. */
export interface ParagraphBlock {
  type: 'paragraph' | 'field';
  runs: Run[];
  /** Levels of lists and quotes around it. */
  indent: number;
  /** `•` or `1.` of the first paragraph of an item; else empty. */
  marker: string;
  /** What the row of a field does not show of it (`field-form.ts`). */
  form?: string;
  change?: Change;
}

/** Text of which the line ends and blanks are kept. */
export interface CodeBlock {
  type: 'code';
  text: string;
  change?: Change;
}

/** Rows of cells; the first row is the head. All rows have equally many cells. */
export interface TableBlock {
  type: 'table';
  rows: Run[][][];
  change?: Change;
}

export type Block = ParagraphBlock | CodeBlock | TableBlock;

/** A numbered element. */
export interface PrintedElement {
  /** The identity of the clause, by which a text that comes back is recognised; null for what is no clause. */
  id: number | null;
  address: string;
  /** Levels of the address: 1 at the top. */
  depth: number;
  /** What is shown: the printed number where it has one, else the address. */
  number: string;
  kind: ElementKind;
  /** Its words are under a hold; the heading says so. */
  isWithheld: boolean;
  /** Empty where it has none. */
  heading: Run[];
  /** Its text, then its fields. */
  blocks: Block[];
  change?: Change;
}

/** A line below the title of a part. */
export interface PrintedLine {
  runs: Run[];
  change?: Change;
}

/** A section of a project, or a standard. */
export interface PrintedPart {
  /** What it is of, such as `standard 12`: the same in two revisions. */
  id: string;
  /** Levels above it: 0 at the top. */
  level: number;
  /** Empty for the only standard of a document. */
  title: string;
  /** Lines below the title, such as the revision of a standard. */
  lines: PrintedLine[];
  elements: PrintedElement[];
  /** Of its title, its lines and all its elements. */
  change?: Change;
}

/** A file that goes with a document; only a PDF takes it along. */
export interface Attachment {
  name: string;
  description: string;
  /** What it is to the document, in the words of PDF/A-3. */
  relationship: 'data' | 'supplement';
  /** JSON, which is attached byte for byte. */
  text: string;
}

export interface PrintedDocument {
  title: string;
  description: string;
  /** Lines of the cover: what each is, and its value. */
  cover: { label: string; value: string }[];
  /** The revision, in the head of each page. */
  header: string;
  /** ISO 8601 in UTC. The date of the revision, so that the same content gives the same bytes at any time. */
  date: string;
  /** Who made the revision. */
  author: string;
  /** Names and values by which programs recognise the document, such as the id of the revision. */
  properties: Record<string, string>;
  parts: PrintedPart[];
  /** Pages at the end, such as the certificate: a title and lines. */
  appendices: { title: string; lines: { label: string; value: string }[] }[];
  attachments: readonly Attachment[];
  /** Those that its runs name; one that is not here is shown as its reference. */
  images: PrintedImages;
}
