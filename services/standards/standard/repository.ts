/** Queries on standards. */
import type { ClientSession, Connection } from 'mongoose';
import type { Counters } from '../../../shared/kernel/counters.ts';
import { foldForSearch, foldName, literalPattern } from '../../../shared/names.ts';
import type { Scope } from '../subject.ts';
import { type StandardRecord, standardModel } from './model.ts';

export interface ListFilter {
  scopes: readonly Scope[];
  library_id?: number | undefined;
  category_id?: number | undefined;
  search?: string | undefined;
  include_deprecated: boolean;
  sort: 'name' | 'created_at' | 'category';
  descending: boolean;
  page: number;
  /** Null: all of them. */
  per_page: number | null;
}

const ORDERS = {
  category: ['category_key', 'folded_name', '_id'],
  name: ['folded_name', '_id'],
  created_at: ['created_at', '_id'],
};

/** Where a caller asks for all at once: beyond, the answer is cut and says so (G3; hardening H35). */
const ALL_AT_MOST = 10_000;

export class Standards {
  readonly #standards: ReturnType<typeof standardModel>;
  readonly #counters: Counters;

  constructor(connection: Connection, counters: Counters) {
    this.#standards = standardModel(connection);
    this.#counters = counters;
  }

  /** An id for a new standard; taken before the transaction, which may run more than once. */
  nextId(): Promise<number> {
    return this.#counters.next('standards');
  }

  find(id: number, session: ClientSession | null = null): Promise<StandardRecord | null> {
    return this.#standards.findById(id).session(session).lean<StandardRecord>().exec();
  }

  findMany(ids: readonly number[]): Promise<StandardRecord[]> {
    return this.#standards
      .find({ _id: { $in: [...ids] } })
      .lean<StandardRecord[]>()
      .exec();
  }

  /** The active standard that bears a name in a scope. */
  findActive({ subject_type, subject_id }: Scope, name: string): Promise<StandardRecord | null> {
    return this.#standards
      .findOne({ subject_type, subject_id, folded_name: foldName(name), deprecated: false })
      .lean<StandardRecord>()
      .exec();
  }

  /** The global library copy of a wiki page. */
  findAdopted(wikiStandardId: string): Promise<StandardRecord | null> {
    return this.#standards.findOne({ subject_type: 'global', 'wiki.standard_id': wikiStandardId }).lean<StandardRecord>().exec();
  }

  /** How many standards are filed directly in a category. */
  countIn(categoryId: number): Promise<number> {
    return this.#standards.countDocuments({ category_id: categoryId }).exec();
  }

  /** A page of the standards of some scopes in the order asked, with how many there are in all. */
  async list(filter: ListFilter): Promise<{ rows: StandardRecord[]; total: number }> {
    if (filter.scopes.length === 0) return { rows: [], total: 0 };
    const query = listQuery(filter);
    const direction = filter.descending ? -1 : 1;
    const order = Object.fromEntries(ORDERS[filter.sort].map((member) => [member, direction] as const));
    const find = this.#standards.find(query).sort(order).lean<StandardRecord[]>();
    if (filter.per_page === null) {
      const rows = await find.limit(ALL_AT_MOST).exec();
      const total = rows.length < ALL_AT_MOST ? rows.length : await this.#standards.countDocuments(query);
      // A page past the only one is empty.
      return { rows: filter.page === 1 ? rows : [], total };
    }
    const [rows, total] = await Promise.all([
      find
        .skip((filter.page - 1) * filter.per_page)
        .limit(filter.per_page)
        .exec(),
      this.#standards.countDocuments(query),
    ]);
    return { rows, total };
  }

  /** @throws a duplicate key error when an active standard of the scope has the name */
  async add(session: ClientSession, standard: StandardRecord): Promise<void> {
    await this.#standards.create([standard], { session });
  }

  /** Changes members; a changed name or description also changes what the list searches in. @throws like `add` */
  change(session: ClientSession, id: number, change: Partial<StandardRecord>): Promise<StandardRecord | null> {
    return this.#standards
      .findOneAndUpdate({ _id: id }, { $set: change }, { session, returnDocument: 'after' })
      .lean<StandardRecord>()
      .exec();
  }

  /** Points to a revision just sealed; false when another was sealed since `sealedBefore` were counted. */
  async advance(session: ClientSession, id: number, sealedBefore: number, change: Partial<StandardRecord>): Promise<boolean> {
    const { matchedCount } = await this.#standards.updateOne(
      { _id: id, revision_count: sealedBefore },
      { $set: change, $inc: { revision_count: 1 } },
      { session },
    );
    return matchedCount === 1;
  }

  /** Removes a standard that has no revision; false when it has one by now. */
  async removeUnsaved(session: ClientSession, id: number): Promise<boolean> {
    const { deletedCount } = await this.#standards.deleteOne({ _id: id, revision_count: 0 }, { session });
    return deletedCount === 1;
  }
}

/** The members that follow from name and description. */
export const namingOf = (name: string, description: string) => ({
  name: name.trim(),
  folded_name: foldName(name),
  description,
  search_text: foldForSearch(name, description),
});

function listQuery({ scopes, library_id, category_id, search, include_deprecated }: ListFilter): Record<string, unknown> {
  // Equality on every member before the sort key: each branch is one range of an index, in the order asked.
  const states = include_deprecated ? [false, true] : [false];
  const words = search === undefined ? '' : foldName(search);
  return {
    $or: scopes.flatMap(({ subject_type, subject_id }) => states.map((deprecated) => ({ subject_type, subject_id, deprecated }))),
    ...(library_id === undefined ? {} : { library_id }),
    ...(category_id === undefined ? {} : { category_id }),
    ...(words === '' ? {} : { search_text: { $regex: literalPattern(words) } }),
  };
}
