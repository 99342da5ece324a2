/** Queries on datasheets and their sealed revisions. */
import type { ClientSession, Connection } from 'mongoose';
import { IdCounters } from '../../../shared/kernel/database/id-counters.ts';
import type { WrittenIds } from '../../../shared/projects/draft-moves.ts';
import {
  type DatasheetModels,
  type DatasheetRecord,
  type DatasheetRevisionHead,
  type DatasheetRevisionLink,
  type DatasheetRevisionRecord,
  datasheetModels,
} from '../model.ts';
import { type FieldStates, unpackStates } from './recorded-values.ts';

/** A sealed revision with its values unpacked. */
export interface DatasheetRevision extends DatasheetRevisionHead {
  states: FieldStates;
}

export class Datasheets {
  readonly #models: DatasheetModels;
  readonly #counters: IdCounters;

  constructor(connection: Connection) {
    this.#models = datasheetModels(connection);
    this.#counters = new IdCounters(connection);
  }

  nextDatasheetId(): Promise<number> {
    return this.#counters.next('datasheets');
  }

  nextRevisionIds(count: number): Promise<number[]> {
    return this.#counters.take('revisions', count);
  }

  find(id: number): Promise<DatasheetRecord | null> {
    return this.#models.datasheets.findById(id).lean<DatasheetRecord | null>();
  }

  /** Sealed revisions with their values, by id. Unknown ids are absent. */
  async findRevisions(ids: readonly number[]): Promise<Map<number, DatasheetRevision>> {
    const records = await this.#models.revisions.find({ _id: { $in: [...new Set(ids)] } }).lean<DatasheetRevisionRecord[]>();
    return new Map(records.map(({ values, ...head }) => [head._id, { ...head, states: unpackStates(values) }]));
  }

  /**
   * One sealed revision that a pointer names.
   * @throws Error when it is not there: a pointer may never name what does not exist
   */
  async requireRevision(id: number): Promise<DatasheetRevision> {
    const revision = (await this.findRevisions([id])).get(id);
    if (!revision) throw new Error(`datasheet revision ${id} is pointed to and does not exist`);
    return revision;
  }

  /** Every written revision of a datasheet, newest first; also those no pointer reaches. */
  listRevisionLinks(datasheetId: number): Promise<DatasheetRevisionLink[]> {
    return this.#models.revisions
      .find({ datasheet_id: datasheetId })
      .select({ previous_id: 1, version: 1, standard_revision_id: 1 })
      .sort({ _id: -1 })
      .lean<DatasheetRevisionLink[]>();
  }

  /** These revisions without their values, newest first. */
  listRevisionHeads(ids: readonly number[]): Promise<DatasheetRevisionHead[]> {
    return this.#models.revisions
      .find({ _id: { $in: ids } })
      .select({ values: 0 })
      .sort({ _id: -1 })
      .lean<DatasheetRevisionHead[]>();
  }

  /** Seals revisions that nobody points to yet (architecture §4). */
  async seal(
    newDatasheet: DatasheetRecord | null,
    revisions: readonly DatasheetRevisionRecord[],
    session: ClientSession,
  ): Promise<void> {
    if (newDatasheet) await this.#models.datasheets.insertMany([newDatasheet], { session });
    await this.#models.revisions.insertMany(revisions, { session });
  }

  /** Takes back what was sealed, as nobody can have seen it. */
  async deleteUnmoved({ datasheets = [], revisions = [] }: WrittenIds, session: ClientSession): Promise<void> {
    await this.#models.revisions.deleteMany({ _id: { $in: revisions } }, { session });
    await this.#models.datasheets.deleteMany({ _id: { $in: datasheets } }, { session });
  }
}
