/**
 * Record and collection of files. Their bytes are in the object store, their attachments in the manifests of
 * projects.
 */
import type { DOCUMENT_TYPES, REVIEW_STATUSES } from '../../shared/contracts/files/vocabulary.ts';
import { defineCollection } from '../../shared/kernel/database/records.ts';
import type { Person } from '../../shared/kernel/service/request-context.ts';

export type DocumentType = (typeof DOCUMENT_TYPES)[number];
export type ReviewStatus = (typeof REVIEW_STATUSES)[number];

export interface FileRecord {
  _id: number;
  project_id: number;
  /** The key of the bytes in the object store; unique. */
  key: string;
  name: string;
  description: string;
  document_type: DocumentType;
  status: ReviewStatus;
  /** The MIME type. Older files may have another registered name for it; `canonicalMimeType` shows one. */
  mime_type: string;
  /** The encoding of a text file; null where it is unknown. Absent in records from when every text had to be UTF-8. */
  charset?: string | null;
  size: number;
  sha256: string;
  tags: string[];
  folder_id: number | null;
  /** The draft of the upload. */
  revision_id: number;
  uploaded_by: Person;
  uploaded_at: Date;
  /** Set when it was deleted and published revisions keep it. */
  deleted_at?: Date;
}

/** The members of a file that may change. */
export type FileChange = Partial<
  Pick<FileRecord, 'document_type' | 'description' | 'tags' | 'status' | 'folder_id'>
>;

export const fileCollection = defineCollection<FileRecord>('files', [
  [{ key: 1 }, { unique: true }],
  [{ project_id: 1, _id: -1 }],
  [{ project_id: 1, folder_id: 1, _id: -1 }],
  // Covers the sum of the bytes of a project.
  [{ project_id: 1, size: 1 }],
]);
