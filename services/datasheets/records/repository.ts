/** Queries on datasheets and their sealed revisions. */
import type { ClientSession, Connection } from 'mongoose';
import { Counters } from '../../../shared/kernel/database/counters.ts';
import type { Written } from '../../../shared/staging/staged-changes.ts';
import {
  type DatasheetRecord,
  datasheetModels,
  type Models,
  type RevisionHead,
  type RevisionLink,
  type RevisionRecord,
} from '../model.ts';
import { type FieldStates, unpackStates } from './recorded-values.ts';

/** A sealed revision with its values unpacked. */
export interface Revision extends RevisionHead {
  states: FieldStates;
}

export class DatasheetRecords {
  readonly #models: Models;
  readonly #counters: Counters;

  constructor(connection: Connection) {
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

  /** Seals revisions that nobody points to yet (architecture §4). */
  async seal(newDatasheet: DatasheetRecord | null, revisions: readonly RevisionRecord[], session: ClientSession): Promise<void> {
    if (newDatasheet) await this.#models.datasheets.insertMany([newDatasheet], { session });
    await this.#models.revisions.insertMany(revisions, { session });
  }

  /** Takes back what was sealed, as nobody can have seen it. */
  async withdraw({ datasheets = [], revisions = [] }: Written, session: ClientSession): Promise<void> {
    await this.#models.revisions.deleteMany({ _id: { $in: revisions } }, { session });
    await this.#models.datasheets.deleteMany({ _id: { $in: datasheets } }, { session });
  }
}
