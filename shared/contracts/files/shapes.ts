/** Schemas of a file and a folder as read, and of the description and tags as sent (decisions F1, F2). */
import { allowedActionIds, person } from '../common-shapes.ts';
import * as s from '../schema.ts';
import { DOCUMENT_TYPES, REVIEW_STATUSES } from './vocabulary.ts';

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
