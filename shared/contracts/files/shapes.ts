/**
 * Schemas of a file and a folder as read, with the document types and review statuses (document 1, File and
 * folder; decisions F1, F2).
 */
import { person } from '../common-shapes.ts';
import {
  idOf,
  integer,
  list,
  multilineText,
  nameText,
  nullable,
  object,
  oneOf,
  text,
  time,
} from '../schema.ts';

export const DOCUMENT_TYPES = [
  'drawing',
  'submittal',
  'rfi',
  'specification',
  'report',
  'photo',
  'other',
] as const;
/** In their order: a file moves forward one step at a time. */
export const REVIEW_STATUSES = ['draft', 'review', 'approved', 'obsolete'] as const;

/** Description and tags of a file, as uploads and changes take them. */
export const fileDescription = { ...multilineText, max: 2000 } as const;
export const fileTags = { type: 'array', items: nameText(100), max: 50 } as const;

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

/** A folder as readers see it; null as its parent: the root of the project. */
export const folderView = object({
  id: idOf('folder'),
  name: text,
  parent_id: nullable(idOf('folder')),
  sort_order: integer,
});
