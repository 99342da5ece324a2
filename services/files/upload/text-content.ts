/**
 * Checks of uploaded text files (text, CSV, DXF, IFC), chunk by chunk: no control characters, as binary content has, no
 * HTML, and the first and last lines of DXF and IFC. Also finds the charset that a browser is told. Text and CSV may be
 * in any encoding.
 */
import { startsLikeHtml } from '../../../shared/file-content/file-head.ts';
import { createScanDecoder, recogniseEncoding, type TextEncoding } from './text-encoding.ts';

const EDGE_BYTES = 4096;

interface TextFormat {
  label: string;
  encoding: 'any' | 'code page' | 'utf-8';
  start?: RegExp;
  end?: RegExp;
}

/** Drawings of older releases have a code page of their own. Comments (group 999) may come first. */
const DXF: TextFormat = {
  label: 'DXF',
  encoding: 'code page',
  start: /^(?:[ \t]*999\r?\n[^\r\n]*\r?\n)*[ \t]*0[ \t]*\r?\n[ \t]*SECTION[ \t]*\r?\n/,
  end: /(?:^|\n)[ \t]*0[ \t]*\r?\n[ \t]*EOF\s*$/,
};
/** ISO 10303-21: the header names the schema, an IFC one. */
const IFC: TextFormat = {
  label: 'IFC',
  encoding: 'utf-8',
  start: /^\s*ISO-10303-21;[\s\S]*FILE_SCHEMA\s*\(\s*\(\s*'IFC/i,
  end: /END-ISO-10303-21;\s*$/,
};
export const TEXT_FORMATS = {
  text: { label: 'text', encoding: 'any' },
  dxf: DXF,
  ifc: IFC,
} as const satisfies Record<string, TextFormat>;

export interface TextFindings {
  /** The end of a sentence; null when there is none. */
  fault: string | null;
  /** For a browser; null for a code page that only the author knows. */
  charset: string | null;
}

/** @throws errors of the chunks */
export async function inspectText(format: TextFormat, chunks: AsyncIterable<Buffer>): Promise<TextFindings> {
  let reader: TextReader | null = null;
  let first: Buffer = Buffer.alloc(0);
  for await (const chunk of chunks) {
    let fault: string | null;
    if (reader === null) {
      first = Buffer.concat([first, chunk]);
      if (first.length < EDGE_BYTES) continue;
      reader = new TextReader(format, first);
      fault = reader.add(first);
    } else fault = reader.add(chunk);
    if (fault !== null) return { fault, charset: null };
  }
  const whole = reader ?? new TextReader(format, first);
  const fault = (reader === null ? whole.add(first) : null) ?? whole.findEndFault();
  return { fault, charset: fault === null ? whole.charset : null };
}

/** Control characters but tab, line feed, form feed, carriage return, and bytes that are letters in most code pages. */
const CONTROL = /[^\P{Cc}\t\n\f\r\x80-\x9f]/gu;
const ESCAPE = '\u001b';
/** What follows an escape character that selects an alphabet of ISO 2022. */
const ALPHABET = /^[$(]/;
/** Characters that are kept of one chunk for the next. */
const LAST_CHARACTERS = EDGE_BYTES;

class TextReader {
  readonly #format: TextFormat;
  readonly #encoding: TextEncoding;
  readonly #decode: (chunk?: Buffer) => string;
  readonly #utf8 = new TextDecoder('utf-8', { fatal: true });
  #isUtf8 = true;
  #first: string | null = null;
  #last = '';
  /** An escape character at the end of a chunk. */
  #pending = '';

  constructor(format: TextFormat, head: Buffer) {
    this.#format = format;
    this.#encoding = format.encoding === 'any' ? recogniseEncoding(head) : 'bytes';
    this.#decode = createScanDecoder(this.#encoding);
    // As UTF-8, so that white space of any width is recognised.
    this.#first = this.#encoding === 'bytes' ? head.toString('utf8').replace(/^\uFEFF/, '') : null;
  }

  get charset(): string | null {
    if (this.#encoding !== 'bytes') return this.#encoding;
    return this.#isUtf8 ? 'utf-8' : null;
  }

  /** @returns the fault as the end of a sentence; null when there is none */
  add(chunk: Buffer): string | null {
    if (this.#encoding === 'bytes') this.#checkUtf8(chunk);
    if (!this.#isUtf8 && this.#format.encoding === 'utf-8') return 'is not UTF-8 text';
    let text: string;
    try {
      text = this.#pending + this.#decode(chunk);
    } catch {
      return this.#invalid();
    }
    this.#pending = text.endsWith(ESCAPE) ? ESCAPE : '';
    const control = findControl(text, this.#pending === '' ? text.length : text.length - 1);
    if (control !== null) return control;
    this.#first ??= text.replace(/^\uFEFF/, '');
    this.#last = (this.#last + text.slice(-LAST_CHARACTERS)).slice(-LAST_CHARACTERS);
    return null;
  }

  /** Once everything was added. */
  findEndFault(): string | null {
    const { label, encoding, start, end } = this.#format;
    if (this.#encoding === 'bytes') this.#checkUtf8();
    if (!this.#isUtf8 && encoding === 'utf-8') return 'is not UTF-8 text';
    if (this.#pending !== '') return controlFault(ESCAPE);
    try {
      this.#decode();
    } catch {
      return this.#invalid();
    }
    const head = this.#first ?? '';
    if (startsLikeHtml(head)) return 'contains HTML markup';
    if (start && !start.test(head)) return `does not start like an ${label} file`;
    return end && !end.test(this.#last) ? `does not end like an ${label} file` : null;
  }

  /** @param chunk none: the end of the text */
  #checkUtf8(chunk?: Buffer): void {
    if (!this.#isUtf8) return;
    try {
      this.#utf8.decode(chunk, { stream: chunk !== undefined });
    } catch {
      this.#isUtf8 = false;
    }
  }

  #invalid(): string {
    return `is not valid ${this.#encoding.slice(0, 6).toUpperCase()} text`;
  }
}

/** @param length of the text that is looked at */
function findControl(text: string, length: number): string | null {
  for (const { 0: character, index } of text.matchAll(CONTROL)) {
    if (index >= length) return null;
    if (character !== ESCAPE || !ALPHABET.test(text.slice(index + 1, index + 2)))
      return controlFault(character);
  }
  return null;
}

const controlFault = (character: string): string =>
  `contains the control character U+${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}`;
