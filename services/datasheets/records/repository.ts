/** Queries on datasheets and their sealed revisions. */
import type { ClientSession, Connection } from 'mongoose';
import { Counters } from '../../../shared/kernel/counters.ts';
import { inTransaction } from '../../../shared/kernel/mongo.ts';
import {
  type DatasheetRecord,
  datasheetModels,
  type Models,
  type PendingChange,
  type RevisionHead,
  type RevisionLink,
  type RevisionRecord,
} from '../model.ts';
import { type FieldStates, unpackStates } from './recorded-values.ts';

/** A sealed revision with its values unpacked. */
export interface Revision extends RevisionHead {
  states: FieldStates;
}

/** What is written before any pointer moves. */
export interface Change {
  pending: PendingChange;
  newDatasheet: DatasheetRecord | null;
  revisions: RevisionRecord[];
}

export class DatasheetRecords {
  readonly #connection: Connection;
  readonly #models: Models;
  readonly #counters: Counters;

  constructor(connection: Connection) {
    this.#connection = connection;
    this.#models = datasheetModels(connection);
    this.#counters = new Counters(connection);
  }

  newDatasheetId(): Promise<number> {
    return this.#counters.next('datasheets');
  }

  newRevisionIds(count: number): Promise<number[]> {
    return this.#counters.take('revisions', count);
  }

  datasheet(id: number): Promise<DatasheetRecord | null> {
    return this.#models.datasheets.findById(id).lean<DatasheetRecord | null>();
  }

  /** Sealed revisions with their values, by id. Unknown ids are absent. */
  async revisions(ids: readonly number[]): Promise<Map<number, Revision>> {
    const records = await this.#models.revisions.find({ _id: { $in: [...new Set(ids)] } }).lean<RevisionRecord[]>();
    return new Map(records.map(({ values, ...head }) => [head._id, { ...head, states: unpackStates(values) }]));
  }

  /**
   * One sealed revision that a pointer names.
   * @throws Error when it is not there: a pointer may never name what does not exist
   */
  async revision(id: number): Promise<Revision> {
    const revision = (await this.revisions([id])).get(id);
    if (!revision) throw new Error(`datasheet revision ${id} is pointed to and does not exist`);
    return revision;
  }

  /** Every written revision of a datasheet, newest first; also those no pointer reaches. */
  links(datasheetId: number): Promise<RevisionLink[]> {
    return this.#models.revisions
      .find({ datasheet_id: datasheetId })
      .select({ previous_id: 1, version: 1, standard_revision_id: 1 })
      .sort({ _id: -1 })
      .lean<RevisionLink[]>();
  }

  /** These revisions without their values, newest first. */
  heads(ids: readonly number[]): Promise<RevisionHead[]> {
    return this.#models.revisions
      .find({ _id: { $in: ids } })
      .select({ values: 0 })
      .sort({ _id: -1 })
      .lean<RevisionHead[]>();
  }

  /** Seals the revisions of a change; nobody points to them yet (architecture §4). */
  async write({ pending, newDatasheet, revisions }: Change, alongside: (session: ClientSession) => Promise<void>): Promise<void> {
    const { datasheets, revisions: sealed, pending: waiting } = this.#models;
    await inTransaction(this.#connection, async (session) => {
      await waiting.insertMany([pending], { session });
      if (newDatasheet) await datasheets.insertMany([newDatasheet], { session });
      await sealed.insertMany(revisions, { session });
      await alongside(session);
    });
  }

  /** The pointers have moved: the change waits no longer. `alongside` runs in the same transaction, unless another node confirmed first. */
  confirm(changeId: string, alongside: (session: ClientSession) => Promise<void>): Promise<void> {
    return inTransaction(this.#connection, async (session) => {
      const { deletedCount } = await this.#models.pending.deleteOne({ _id: changeId }, { session });
      if (deletedCount > 0) await alongside(session);
    });
  }

  /** The pointers were refused: what the change wrote goes away, as nobody can have seen it. */
  async withdraw(
    { _id, new_datasheet_id, revisions }: PendingChange,
    alongside: (session: ClientSession) => Promise<void>,
  ): Promise<void> {
    const ids = revisions.map((revision) => revision.revision_id);
    await inTransaction(this.#connection, async (session) => {
      await this.#models.revisions.deleteMany({ _id: { $in: ids } }, { session });
      if (new_datasheet_id !== null) await this.#models.datasheets.deleteOne({ _id: new_datasheet_id }, { session });
      await this.#models.pending.deleteOne({ _id }, { session });
      await alongside(session);
    });
  }

  /** Changes that have waited since before `moment`, the oldest first. */
  waitingSince(moment: Date, limit: number): Promise<PendingChange[]> {
    return this.#models.pending
      .find({ at: { $lt: moment } })
      .sort({ at: 1 })
      .limit(limit)
      .lean<PendingChange[]>();
  }
}
