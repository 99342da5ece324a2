/**
 * A document to be written, as a message to the thread or process that writes it, and the writing, for which only the
 * writer of its format is loaded.
 */

import { compareDocuments } from './compare-documents.ts';
import type { DocumentFormat } from './document-formats.ts';
import { type PrintableAmendment, printAmendment } from './print-amendment.ts';
import { type PrintableProject, printProject } from './print-project.ts';
import { type PrintableStandard, printStandard } from './print-standard.ts';
import type { PrintedDocument } from './printed-document.ts';

/** What a document is of. `before` is the earlier revision whose changes are marked. */
export type DocumentSource =
  | ({ kind: 'standard'; before?: PrintableStandard } & PrintableStandard)
  | ({ kind: 'project'; before?: PrintableProject } & PrintableProject)
  | ({ kind: 'amendment' } & PrintableAmendment);

export interface DocumentTask {
  format: DocumentFormat;
  source: DocumentSource;
}

/** The bytes of the document. Only the writer of its format is loaded. */
export async function writeDocument({ format, source }: DocumentTask): Promise<Uint8Array> {
  const printed = printSource(source);
  if (format === 'pdf') return (await import('./pdf/write-pdf.ts')).writePdf(printed);
  return (await import('./docx/write-docx.ts')).writeDocx(printed);
}

function printSource(source: DocumentSource): PrintedDocument {
  if (source.kind === 'amendment') return printAmendment(source);
  const printed = source.kind === 'project' ? printProject(source) : printStandard(source);
  if (!source.before) return printed;
  const before = source.kind === 'project' ? printProject(source.before) : printStandard(source.before);
  return compareDocuments(before, printed);
}
