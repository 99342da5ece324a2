/** Repository of file records: inserts, filtered lists, removal, and the storage keys in use. */
import type { ClientSession, Connection } from 'mongoose';
import type { IdCounters } from '../../shared/kernel/database/id-counters.ts';
import { NumberedRecords } from '../../shared/kernel/database/records.ts';
import { type DocumentType, type FileRecord, fileCollection, type ReviewStatus } from './model.ts';

interface FileFilter {
  documentType: DocumentType | undefined;
  status: ReviewStatus | undefined;
  tag: string | undefined;
  /** Null: in no folder. */
  folderId: number | null | undefined;
  /** Only approved files and those uploaded by this user. */
  approvedOrUploadedBy: number | undefined;
}

export class Files extends NumberedRecords<FileRecord> {
  constructor(connection: Connection, counters: IdCounters) {
    super(fileCollection(connection), counters);
  }

  /** Removes the records of a rejected upload; its bytes are swept as orphans. */
  async remove(ids: number[], session: ClientSession): Promise<void> {
    await this.model.deleteMany({ _id: { $in: ids } }, { session });
  }

  find(projectId: number, id: number): Promise<FileRecord | null> {
    return this.findOne({ _id: id, project_id: projectId });
  }

  /** The files among `ids` that match, newest first. */
  listFiltered(projectId: number, ids: number[], filter: FileFilter): Promise<FileRecord[]> {
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
      .lean<FileRecord[]>()
      .exec();
  }

  /** The keys among these that belong to a file. */
  async findReferencedKeys(keys: string[]): Promise<Set<string>> {
    const rows = await this.model.find({ key: { $in: keys } }, { key: 1, _id: 0 }).lean<{ key: string }[]>();
    return new Set(rows.map(({ key }) => key));
  }
}
