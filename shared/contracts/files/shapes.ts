/**
 * Schema of a file as read, with its document types and review statuses (document 1, File and folder;
 * decisions F2).
 */
import { person } from '../common-shapes.ts';
import { idOf, integer, list, nullable, object, oneOf, text, time } from '../schema.ts';

export const DOCUMENT_TYPES = [
  'drawing',
  'submittal',
  'rfi',
  'specification',
  'report',
  'photo',
  'other',
] as const;
export const REVIEW_STATUSES = ['draft', 'review', 'approved', 'obsolete'] as const;

/** A file as readers see it. */
export const fileView = object({
  id: idOf('file'),
  name: text,
  description: text,
  document_type: oneOf(...DOCUMENT_TYPES),
  status: oneOf(...REVIEW_STATUSES),
  mime_type: text,
  size: integer,
  /** SHA-256 of the bytes, 64 hexadecimal digits. */
  sha256: text,
  tags: list(text),
  folder_id: nullable(idOf('folder')),
  project_revision_ids: list(idOf('projectRevision')),
  uploaded_by: person,
  uploaded_at: time,
});
