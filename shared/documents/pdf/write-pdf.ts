/**
 * Writes a document as PDF with the typesetter Typst: PDF/A-3a with tags and bookmarks, or plain tagged PDF where a text has
 * characters that no font here has. The document is data to the template: no text of it is run. Equal documents give equal
 * bytes. It is native code that cannot be interrupted, so a process of its own runs it.
 */
import { readFileSync } from 'node:fs';
import { NodeCompiler } from '@myriaddreamin/typst-ts-node-compiler';
import type { PrintedDocument } from '../printed-document.ts';

const TEMPLATE = readFileSync(new URL('./document.typ', import.meta.url), 'utf8');
const STANDARDS = ['a-3a', '1.7'] as const;

/** Longer words than a hash or a signature are wider than a line, and may break. */
const LONG_WORD = /\S{90,}/g;
const PIECE = /.{30}/gu;
const ZERO_WIDTH_SPACE = '\u200b';

/** A text as JSON and the typesetter take it. */
const printable = (text: string): string =>
  text.toWellFormed().replace(LONG_WORD, (word) => word.replace(PIECE, `$&${ZERO_WIDTH_SPACE}`));

const toData = (document: object): string =>
  JSON.stringify(document, (_name, value: unknown) => (typeof value === 'string' ? printable(value) : value));

/**
 * The bytes of the file. The typesetter takes one standard at a time, so a file of PDF/A-3a does not name PDF/UA-1.
 * @param standards the first that the document can be; others are for tests
 * @throws Error with the findings of the typesetter
 */
export function writePdf(document: PrintedDocument, standards: readonly string[] = STANDARDS): Uint8Array {
  const { attachments, ...printed } = document;
  // As they are: what is printed may get places where a word can break.
  const texts = attachments.map(({ text }, index): [string, string] => [`attachment-${index}`, text]);
  const files = attachments.map(({ text: _, ...file }) => file);
  const compiler = NodeCompiler.create({
    inputs: { document: toData({ ...printed, attachments: files }), ...Object.fromEntries(texts) },
  });
  const compiled = compiler.compile({ mainFileContent: TEMPLATE });
  if (!compiled.result)
    throw new Error(`the template failed: ${JSON.stringify(compiled.takeDiagnostics()?.shortDiagnostics)}`);
  const creationTimestamp = Math.floor(Date.parse(document.date) / 1_000);
  let failure: unknown;
  for (const pdfStandard of standards) {
    try {
      return compiler.pdf(compiled.result, { pdfStandard, pdfTags: true, creationTimestamp });
    } catch (error) {
      failure = error;
    }
  }
  throw failure;
}
