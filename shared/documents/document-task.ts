/** A document to be written, as a message to the thread that writes it. Pure. */
import type { DocumentFormat } from './document-formats.ts';
import { writeDocx } from './docx/write-docx.ts';
import { type PrintableStandard, printStandard } from './print-standard.ts';

/** What a document is of. */
type DocumentSource = { kind: 'standard' } & PrintableStandard;

export interface DocumentTask {
  format: DocumentFormat;
  source: DocumentSource;
}

/** The bytes of the document. */
export const writeDocument = ({ source }: DocumentTask): Promise<Uint8Array> =>
  writeDocx(printStandard(source));
