/** Queries on file records. */
import type { ClientSession, Connection } from 'mongoose';
import { IdCounters } from '../../shared/kernel/database/id-counters.ts';
import { type DocumentType, type FileRecord, fileModel, type ReviewStatus } from './model.ts';

export interface FileFilter {
  documentType?: DocumentType;
  status?: ReviewStatus;
  tag?: string;
  /** Null: in no folder. */
  folderId?: number | null;
  /** Only what this person uploaded or what is approved. */
  approvedOrUploadedBy?: number;
}

export class Files {
  readonly #files: ReturnType<typeof fileModel>;
  readonly #counters: IdCounters;

  constructor(connection: Connection) {
    this.#files = fileModel(connection);
    this.#counters = new IdCounters(connection);
  }

  nextIds(count: number): Promise<number[]> {
    return this.#counters.take('files', count);
  }

  /** @throws a duplicate-key error when one of the keys belongs to another file */
  async add(records: FileRecord[], session: ClientSession): Promise<void> {
    await this.#files.insertMany(records, { session });
  }

  /** Forgets an upload that no draft holds; its bytes go as orphans. */
  async remove(ids: number[], session: ClientSession): Promise<void> {
    await this.#files.deleteMany({ _id: { $in: ids } }, { session });
  }

  find(projectId: number, id: number): Promise<FileRecord | null> {
    return this.#files.findOne({ _id: id, project_id: projectId }).lean<FileRecord>();
  }

  /** Those of the ids that pass the filter, newest first. */
  listFiltered(projectId: number, ids: number[], filter: FileFilter): Promise<FileRecord[]> {
    const { documentType, status, tag, folderId, approvedOrUploadedBy } = filter;
    return this.#files
      .find({
        _id: { $in: ids },
        project_id: projectId,
        ...(documentType === undefined ? {} : { document_type: documentType }),
        ...(status === undefined ? {} : { status }),
        ...(tag === undefined ? {} : { tags: tag }),
        ...(folderId === undefined ? {} : { folder_id: folderId }),
        ...(approvedOrUploadedBy === undefined
          ? {}
          : { $or: [{ status: 'approved' }, { 'uploaded_by.userId': approvedOrUploadedBy }] }),
      })
      .sort({ _id: -1 })
      .lean<FileRecord[]>();
  }

  /** Which of these keys a record names. */
  async findReferencedKeys(keys: string[]): Promise<Set<string>> {
    const rows = await this.#files.find({ key: { $in: keys } }, { key: 1, _id: 0 }).lean<{ key: string }[]>();
    return new Set(rows.map(({ key }) => key));
  }
}
