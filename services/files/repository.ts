/**
 * Repository of file records: inserts, filtered lists, changes, deletion marks, removal, and the storage keys in
 * use.
 */
import type { ClientSession, Connection } from 'mongoose';
import { rowsOf } from '../../shared/kernel/database/cursor-rows.ts';
import type { IdCounters } from '../../shared/kernel/database/id-counters.ts';
import { NumberedRecords } from '../../shared/kernel/database/records.ts';
import {
  type DocumentType,
  type FileChange,
  type FileRecord,
  fileCollection,
  type ReviewStatus,
} from './model.ts';

export interface FileFilter {
  documentType: DocumentType | undefined;
  status: ReviewStatus | undefined;
  tag: string | undefined;
  /** Null: in no folder. */
  folderId: number | null | undefined;
  /** Only approved files and those uploaded by this user. */
  approvedOrUploadedBy: number | undefined;
}

/** Rows in a batch of a streamed list. */
const ROWS_PER_BATCH = 200;

export class Files extends NumberedRecords<FileRecord> {
  constructor(connection: Connection, counters: IdCounters) {
    super(fileCollection(connection), counters);
  }

  /**
   * Removes records; their bytes are swept as orphans. @returns the number of those that were still there
   */
  async remove(ids: number[], session: ClientSession): Promise<number> {
    return (await this.model.deleteMany({ _id: { $in: ids } }, { session })).deletedCount;
  }

  /** Removes the files that were uploaded to a draft; their bytes are swept as orphans. @returns their number */
  async removeOfDraft(projectId: number, draftId: number): Promise<number> {
    return (await this.model.deleteMany({ project_id: projectId, revision_id: draftId })).deletedCount;
  }

  /** Marks files as deleted. @returns the number of those that were not */
  async markDeleted(ids: number[], session: ClientSession): Promise<number> {
    const filter = { _id: { $in: ids }, deleted_at: { $exists: false } };
    return (await this.model.updateMany(filter, { $set: { deleted_at: new Date() } }, { session }))
      .modifiedCount;
  }

  /** The bytes of the files of some projects, deleted ones that published revisions keep included. */
  sumBytes(projectIds: readonly number[]): Promise<number> {
    return this.sum({ project_id: { $in: [...projectIds] } }, 'size');
  }

  find(projectId: number, id: number, session: ClientSession | null = null): Promise<FileRecord | null> {
    return this.findOne({ _id: id, project_id: projectId }, session);
  }

  /** Null when the file has been removed in the meantime. */
  change(id: number, change: FileChange, session: ClientSession): Promise<FileRecord | null> {
    return this.update(session, { _id: id }, { $set: change });
  }

  /** Moves the files of a folder to the root of the project. @returns their number */
  async moveToRoot(projectId: number, folderId: number, session: ClientSession): Promise<number> {
    const filter = { project_id: projectId, folder_id: folderId };
    return (await this.model.updateMany(filter, { $set: { folder_id: null } }, { session })).modifiedCount;
  }

  /** The files with these ids, newest first; missing ones are omitted. */
  listByIds(projectId: number, ids: readonly number[]): Promise<FileRecord[]> {
    return this.findAll({ _id: { $in: ids }, project_id: projectId }, { sort: { _id: -1 } });
  }

  /** The files among `ids` that match, newest first. */
  listFiltered(projectId: number, ids: number[], filter: FileFilter): Promise<FileRecord[]> {
    return this.#findFiltered(projectId, ids, filter).exec();
  }

  /** The files among `ids` that match, newest first, read as far as they are asked for. */
  readFiltered(projectId: number, ids: number[], filter: FileFilter): AsyncIterable<FileRecord> {
    return rowsOf(this.#findFiltered(projectId, ids, filter).cursor({ batchSize: ROWS_PER_BATCH }));
  }

  #findFiltered(projectId: number, ids: number[], filter: FileFilter) {
    const { documentType, status, tag, folderId, approvedOrUploadedBy } = filter;
    return this.model
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

  /** The keys among these that belong to a file. */
  async findReferencedKeys(keys: string[]): Promise<Set<string>> {
    const rows = await this.model.find({ key: { $in: keys } }, { key: 1, _id: 0 }).lean<{ key: string }[]>();
    return new Set(rows.map(({ key }) => key));
  }
}
