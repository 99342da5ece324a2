/**
 * View of a file with those project revisions with it that the caller may read, and what the changes of the project
 * tell about it.
 */
import type { fileView } from '../../shared/contracts/files/shapes.ts';
import type { fileFacts } from '../../shared/contracts/projects/internal.ts';
import type { Infer } from '../../shared/contracts/schema.ts';
import { canonicalMimeType } from './file-types.ts';
import type { FileRecord } from './model.ts';

/**
 * @param revisionIds the revisions in which the caller reaches the file, other than the draft of its upload
 */
export function presentFile(file: FileRecord, revisionIds: readonly number[]): Infer<typeof fileView> {
  return {
    id: file._id,
    name: file.name,
    description: file.description,
    document_type: file.document_type,
    status: file.status,
    mime_type: canonicalMimeType(file.mime_type),
    size: file.size,
    sha256: file.sha256,
    tags: file.tags,
    folder_id: file.folder_id,
    project_revision_ids: [...new Set([file.revision_id, ...revisionIds])].sort((a, b) => a - b),
    uploaded_by: file.uploaded_by,
    uploaded_at: file.uploaded_at.toISOString(),
  };
}

/**
 * The facts that decide who may read a file.
 * @param before the file before a change: who could read it then sees that it changed
 */
export const fileFactsOf = (file: FileRecord, before: FileRecord = file): Infer<typeof fileFacts> => ({
  upload_revision_id: file.revision_id,
  uploaded_by: file.uploaded_by.userId,
  approved: file.status === 'approved' || before.status === 'approved',
});
