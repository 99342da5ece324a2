/** Queries on file records. */
import type { ClientSession, Connection } from 'mongoose';
import { Counters } from '../../shared/kernel/counters.ts';
import { type DocumentType, type FileRecord, fileModel, type PendingUpload, type ReviewStatus } from './model.ts';

export interface HeldFilter {
  documentType?: DocumentType;
  status?: ReviewStatus;
  tag?: string;
  /** Null: in no folder. */
  folderId?: number | null;
  /** Only what this person uploaded or what is approved. */
  onlyApprovedOrOf?: number;
}

export class FileRecords {
  readonly #files: ReturnType<typeof fileModel>;
  readonly #counters: Counters;

  constructor(connection: Connection) {
    this.#files = fileModel(connection);
    this.#counters = new Counters(connection);
  }

  newIds(count: number): Promise<number[]> {
    return this.#counters.take('files', count);
  }

  /** @throws a duplicate-key error when one of the keys belongs to another file */
  async add(records: FileRecord[], session: ClientSession): Promise<void> {
    await this.#files.insertMany(records, { session });
  }

  /** Marks the files of an upload as held. How many were not yet: 0 when somebody else has completed the upload. */
  async markAttached({ file_ids }: PendingUpload, session: ClientSession): Promise<number> {
    const waiting = { _id: { $in: file_ids }, attached: false };
    const { modifiedCount } = await this.#files.updateMany(waiting, { $set: { attached: true, pending: null } }, { session });
    return modifiedCount;
  }

  /** Forgets uploads that no revision holds. */
  async forget(ids: number[], session: ClientSession): Promise<void> {
    await this.#files.deleteMany({ _id: { $in: ids }, attached: false }, { session });
  }

  one(projectId: number, id: number): Promise<FileRecord | null> {
    return this.#files.findOne({ _id: id, project_id: projectId }).lean<FileRecord>();
  }

  /** Those of the ids that pass the filter, newest first. */
  held(projectId: number, ids: number[], filter: HeldFilter): Promise<FileRecord[]> {
    const { documentType, status, tag, folderId, onlyApprovedOrOf } = filter;
    return this.#files
      .find({
        _id: { $in: ids },
        project_id: projectId,
        ...(documentType === undefined ? {} : { document_type: documentType }),
        ...(status === undefined ? {} : { status }),
        ...(tag === undefined ? {} : { tags: tag }),
        ...(folderId === undefined ? {} : { folder_id: folderId }),
        ...(onlyApprovedOrOf === undefined ? {} : { $or: [{ status: 'approved' }, { 'uploaded_by.userId': onlyApprovedOrOf }] }),
      })
      .sort({ _id: -1 })
      .lean<FileRecord[]>();
  }

  /** Which of these keys a record names. */
  async named(keys: string[]): Promise<Set<string>> {
    const rows = await this.#files.find({ key: { $in: keys } }, { key: 1, _id: 0 }).lean<{ key: string }[]>();
    return new Set(rows.map(({ key }) => key));
  }

  /** Uploads older than this whose draft is not known to hold them. */
  unattached(olderThanMs: number, limit: number): Promise<FileRecord[]> {
    return this.#files
      .find({ attached: false, uploaded_at: { $lte: new Date(Date.now() - olderThanMs) } })
      .sort({ uploaded_at: 1 })
      .limit(limit)
      .lean<FileRecord[]>();
  }
}
