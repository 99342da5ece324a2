/** A document to be written, as a message to the thread or process that writes it. Pure. */
import type { DocumentFormat } from './document-formats.ts';
import { type PrintableProject, printProject } from './print-project.ts';
import { type PrintableStandard, printStandard } from './print-standard.ts';
import type { PrintedDocument } from './printed-document.ts';

/** What a document is of. */
export type DocumentSource =
  | ({ kind: 'standard' } & PrintableStandard)
  | ({ kind: 'project' } & PrintableProject);

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

const printSource = (source: DocumentSource): PrintedDocument =>
  source.kind === 'standard' ? printStandard(source) : printProject(source);
