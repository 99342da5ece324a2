/**
 * Shapes of the endpoints that give a Word file, PDF or spreadsheet: the formats, the parameter that chooses one, and
 * the bytes that the gateway sends as a file.
 */
import * as s from './schema.ts';

export const DOCUMENT_FORMATS = ['docx', 'pdf'] as const;

/** `bytes` is base64. */
export const documentFile = s.object({ bytes: s.text, name: s.text, mime_type: s.text });

export const isDocumentFormat = (format: unknown): format is (typeof DOCUMENT_FORMATS)[number] =>
  format === 'docx' || format === 'pdf';

export const SPREADSHEET_FORMATS = ['xlsx', 'csv'] as const;

export const MEDIA_TYPES_OF_SPREADSHEETS = {
  xlsx: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  csv: 'text/csv; charset=utf-8',
} as const;

export const documentFormat = {
  type: 'enum',
  values: DOCUMENT_FORMATS,
  default: 'docx',
  optional: true,
  description: 'docx is a file of Word, pdf one for reading and archives (PDF/A-3)',
} as const;
