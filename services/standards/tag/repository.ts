/** Queries on tags. */
import type { Connection } from 'mongoose';
import { type TagRecord, tagModel } from './model.ts';

export class Tags {
  readonly #tags: ReturnType<typeof tagModel>;

  constructor(connection: Connection) {
    this.#tags = tagModel(connection);
  }

  /** All tags by group and name. */
  list(): Promise<TagRecord[]> {
    return this.#tags.find().sort({ group: 1, name: 1 }).lean<TagRecord[]>().exec();
  }

  findMany(ids: readonly string[]): Promise<TagRecord[]> {
    return this.#tags
      .find({ _id: { $in: [...ids] } })
      .lean<TagRecord[]>()
      .exec();
  }
}
