/** The media types of documents by format, and the names of their files. Pure. */
import type { DOCUMENT_FORMATS } from '../contracts/document-shapes.ts';

export type DocumentFormat = (typeof DOCUMENT_FORMATS)[number];

export const MEDIA_TYPES: Readonly<Record<DocumentFormat, string>> = {
  docx: 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  pdf: 'application/pdf',
};

/** Characters that some file system refuses in a name. */
const NOT_IN_NAMES = /[\p{Cc}\p{Cf}\\/:*?"<>|\s]+/gu;
const MAX_NAME_LENGTH = 150;

/** The name of a file: what it is of, and its revision. */
export const documentName = (title: string, code: string, format: DocumentFormat): string =>
  `${`${title} ${code}`.replace(NOT_IN_NAMES, ' ').trim().slice(0, MAX_NAME_LENGTH)}.${format}`;
