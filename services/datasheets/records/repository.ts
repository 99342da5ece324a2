/**
 * Repositories of datasheets and of their sealed revisions: inserts, reads, history, and the
 * removal of records that no draft has pointed to.
 */
import type { ClientSession, Connection } from 'mongoose';
import type { IdCounters } from '../../../shared/kernel/database/id-counters.ts';
import { NumberedRecords } from '../../../shared/kernel/database/records.ts';
import {
  type DatasheetRecord,
  type DatasheetRevisionHead,
  type DatasheetRevisionLink,
  type DatasheetRevisionRecord,
  datasheetCollection,
  datasheetRevisionCollection,
} from '../model.ts';
import { type FieldStates, unpackStates } from './recorded-values.ts';

/** A sealed revision with its values. */
export interface DatasheetRevision extends DatasheetRevisionHead {
  states: FieldStates;
}

/** The members of a revision that a certificate names. */
export type CertifiedRevision = Pick<DatasheetRevisionHead, '_id' | 'code' | 'tree'>;

export class Datasheets extends NumberedRecords<DatasheetRecord> {
  constructor(connection: Connection, counters: IdCounters) {
    super(datasheetCollection(connection), counters);
  }

  /** Removes datasheets that no draft has pointed to. */
  async delete(ids: readonly number[], session: ClientSession): Promise<void> {
    await this.model.deleteMany({ _id: { $in: ids } }, { session });
  }
}

/** Sealed revisions, written once. */
export class DatasheetRevisions extends NumberedRecords<DatasheetRevisionRecord> {
  constructor(connection: Connection, counters: IdCounters) {
    super(datasheetRevisionCollection(connection), counters, 'revisions');
  }

  /** Revisions by id; unknown ids are absent. */
  async find(ids: readonly number[]): Promise<Map<number, DatasheetRevision>> {
    const records = await this.findMany([...new Set(ids)]);
    return new Map(
      records.map(({ values, ...head }) => [head._id, { ...head, states: unpackStates(values) }]),
    );
  }

  /** The revision of a pointer. @throws Error when it does not exist, which is a fault of this service */
  async require(id: number): Promise<DatasheetRevision> {
    const revision = (await this.find([id])).get(id);
    if (!revision) throw missingRevisionError(id);
    return revision;
  }

  /** Every stored revision of a datasheet, newest first, including those without a pointer. */
  listLinks(datasheetId: number): Promise<DatasheetRevisionLink[]> {
    return this.model
      .find({ datasheet_id: datasheetId })
      .select({ previous_id: 1, version: 1, standard_revision_id: 1 })
      .sort({ _id: -1 })
      .lean<DatasheetRevisionLink[]>()
      .exec();
  }

  /** Revisions without their values, in the order of their ids. */
  async listHeads(ids: readonly number[]): Promise<DatasheetRevisionHead[]> {
    const found = await this.model
      .find({ _id: { $in: ids } })
      .select({ values: 0 })
      .lean<DatasheetRevisionHead[]>();
    const byId = new Map(found.map((head) => [head._id, head]));
    return ids.flatMap((id) => byId.get(id) ?? []);
  }

  /** Code and tree of revisions by id; unknown ids are absent. */
  async findCertified(ids: readonly number[]): Promise<Map<number, CertifiedRevision>> {
    if (ids.length === 0) return new Map();
    const found = await this.model
      .find({ _id: { $in: ids } })
      .select({ code: 1, tree: 1 })
      .lean<CertifiedRevision[]>();
    return new Map(found.map((revision) => [revision._id, revision]));
  }

  /** Removes revisions that no draft has pointed to. */
  async delete(ids: readonly number[], session: ClientSession): Promise<void> {
    await this.model.deleteMany({ _id: { $in: ids } }, { session });
  }
}

/** For a pointer to a revision that does not exist, which is a fault of this service. */
export const missingRevisionError = (id: number): Error =>
  new Error(`datasheet revision ${id} does not exist`);
