/** Shapes of endpoints that answer with a document: the bytes, which the gateway sends as a file. */
import * as s from './schema.ts';

export const DOCUMENT_FORMATS = ['docx'] as const;

/** `bytes` is base64. */
export const documentFile = s.object({ bytes: s.text, name: s.text, mime_type: s.text });

export const documentFormat = {
  type: 'enum',
  values: DOCUMENT_FORMATS,
  default: 'docx',
  optional: true,
  description: 'docx is a file of Word',
} as const;
