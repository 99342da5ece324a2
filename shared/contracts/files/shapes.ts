/**
 * Schemas of a file and a folder as read, of the description and tags as sent, the document types, and the review
 * statuses in their order (document 1, File and folder; decisions F1, F2).
 */
import { allowedActionIds, person } from '../common-shapes.ts';
import * as s from '../schema.ts';

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
export const fileDescription = { ...s.multilineText, max: 2000 } as const;
export const fileTags = { type: 'array', items: s.nameText(100), max: 50 } as const;

/** A file as readers see it. */
export const fileView = s.named(
  'File',
  s.object({
    id: s.idOf('file'),
    name: s.text,
    description: s.text,
    document_type: s.oneOf(...DOCUMENT_TYPES),
    status: s.oneOf(...REVIEW_STATUSES),
    mime_type: s.text,
    size: s.integer,
    /** SHA-256 of the bytes, 64 hexadecimal digits. */
    sha256: s.text,
    tags: s.list(s.text),
    folder_id: s.nullable(s.idOf('folder')),
    project_revision_ids: s.list(s.idOf('projectRevision')),
    uploaded_by: person,
    uploaded_at: s.time,
    /** In lists only. */
    allowed_actions: allowedActionIds,
  }),
);

/** A folder as readers see it; null as its parent: the root of the project. */
export const folderView = s.named(
  'Folder',
  s.object({
    id: s.idOf('folder'),
    name: s.text,
    parent_id: s.nullable(s.idOf('folder')),
    sort_order: s.integer,
  }),
);
