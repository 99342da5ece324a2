/** A file record as readers see it. */
import type { fileView } from '../../shared/contracts/files/shapes.ts';
import type { Infer } from '../../shared/contracts/schema.ts';
import type { FileRecord } from './model.ts';

/** @param shownRevision the revision in which it is shown, which holds it beside the one it was uploaded into */
export function presentFile(file: FileRecord, shownRevision: number): Infer<typeof fileView> {
  const { _id, name, description, document_type, status, mime_type, size, sha256, tags, folder_id, uploaded_by } = file;
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
