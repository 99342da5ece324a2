/** A file as callers see it. */
import type { fileView } from '../../shared/contracts/files/shapes.ts';
import type { Infer } from '../../shared/contracts/schema.ts';
import type { FileRecord } from './model.ts';

/**
 * @param shownRevision the project revision of the read, which contains the file as does the draft of its
 * upload
 */
export function presentFile(file: FileRecord, shownRevision: number): Infer<typeof fileView> {
  const {
    _id,
    name,
    description,
    document_type,
    status,
    mime_type,
    size,
    sha256,
    tags,
    folder_id,
    uploaded_by,
  } = file;
  return {
    id: _id,
    name,
    description,
    document_type,
    status,
    mime_type,
    size,
    sha256,
    tags,
    folder_id,
    project_revision_ids: [...new Set([file.revision_id, shownRevision])].sort((a, b) => a - b),
    uploaded_by,
    uploaded_at: file.uploaded_at.toISOString(),
  };
}
