/**
 * Definition of a collection, and base classes of repositories: find, insert, update and page on one
 * collection, with ids from a counter where needed.
 */
import {
  type ClientSession,
  type Connection,
  type IndexDefinition,
  type IndexOptions,
  type Model,
  type mongo,
  type QueryFilter,
  Schema,
} from 'mongoose';

/** The members of an index in their order, and its options. */
type CollectionIndex = readonly [fields: IndexDefinition, options?: IndexOptions];

/**
 * Defines a collection. Records are stored as they are given: the compiler checks their members, the
 * contracts their values. A schema that repeated the members would cast them silently, and drop a member that
 * it does not know.
 * @param name of the collection
 */
export function defineCollection<T extends object>(
  name: string,
  indexes: readonly CollectionIndex[] = [],
): (connection: Connection) => Model<T> {
  const schema = new Schema<T>(
    {},
    { collection: name, strict: false, versionKey: false, minimize: false, _id: false },
  );
  for (const [fields, options] of indexes) schema.index(fields, options);
  return (connection) => connection.models[name] ?? connection.model<T>(name, schema);
}

/**
 * Stores records as they are: a mongoose document costs more than the insert itself. @throws a duplicate key error,
 * which names the violated index when it is one record
 */
export async function insertRecords<T extends object>(
  model: Model<T>,
  session: ClientSession | null,
  ...records: T[]
): Promise<void> {
  const options = session ? { session } : {};
  const [first] = records;
  // One record is the hot path of every save: a bulk write costs more, and its errors lack the index.
  if (first && records.length === 1) await model.collection.insertOne(first, options);
  else if (first) await model.collection.insertMany(records, options);
}

/** A filter by id. The compiler cannot build the type of one for records that it does not know yet. */
function byId<T extends object>(_id: IdOf<T> | { $in: IdOf<T>[] }): QueryFilter<T> {
  const filter: object = { _id };
  return filter as QueryFilter<T>;
}

/** The session as an option of the driver. */
export const inSession = (session: ClientSession | null): { session?: ClientSession } =>
  session ? { session } : {};

/** The collection of a model with the type of its records. */
export const collectionOf = <T extends object>(model: Model<T>): mongo.Collection<T> =>
  // The same object as `model.collection`, which has no type of its records.
  model.db.collection<T>(model.collection.collectionName);

/** A page of a list, with the length of the whole list. */
export interface Page<T> {
  rows: T[];
  total: number;
}

/** Where a page begins and how many rows it has. */
export interface PageRange {
  limit: number;
  offset?: number | undefined;
}

type SortOrder = Readonly<Record<string, 1 | -1>>;

interface ListOptions extends Partial<PageRange> {
  /** Default: in no particular order. */
  sort?: SortOrder;
  session?: ClientSession | null;
}

/**
 * Records in one answer of the server, which has at most 16 MB. By default the first has 101, and a longer list costs a
 * second round trip.
 */
export const WHOLE_ANSWER = 100_000;

type IdOf<T> = T extends { _id: infer Id } ? Id : never;

/**
 * Queries on one collection, with plain objects as results. Those by other members than the id are protected, so
 * that each repository names what its callers look for.
 */
export class Records<T extends object> {
  protected readonly model: Model<T>;
  /** For reads and changes that come often: mongoose takes longer to build a query than the driver to send it. */
  protected readonly collection: mongo.Collection<T>;

  constructor(model: Model<T>) {
    this.model = model;
    this.collection = collectionOf(model);
  }

  /** Null when there is none. */
  findById(id: IdOf<T>, session: ClientSession | null = null): Promise<T | null> {
    return this.collection.findOne<T>(byId<T>(id), inSession(session));
  }

  /** The first in this order, by default any one; null when there is none. */
  protected findOne(
    filter: QueryFilter<T>,
    session: ClientSession | null = null,
    sort: SortOrder = {},
  ): Promise<T | null> {
    return this.collection.findOne<T>(filter, { sort, ...inSession(session) });
  }

  /** The records that match; all of them without a limit. */
  protected findAll(
    filter: QueryFilter<T>,
    { sort = {}, limit = 0, offset = 0, session = null }: ListOptions = {},
  ): Promise<T[]> {
    const options = { sort, skip: offset, limit, batchSize: WHOLE_ANSWER, ...inSession(session) };
    return this.collection.find<T>(filter, options).toArray();
  }

  /** The sum of a number of the records that match; absent counts as 0. */
  protected async sum(
    filter: QueryFilter<T>,
    member: keyof T & string,
    session: ClientSession | null = null,
  ): Promise<number> {
    const [row] = await this.model
      .aggregate<{ sum: number }>([
        { $match: filter },
        { $group: { _id: null, sum: { $sum: `$${member}` } } },
      ])
      .session(session);
    return row?.sum ?? 0;
  }

  /** In no particular order; missing ones are omitted. */
  async findMany(ids: readonly IdOf<T>[], session: ClientSession | null = null): Promise<T[]> {
    // Lists of ids are often empty, and the database would be asked all the same.
    if (ids.length === 0) return [];
    const options = { batchSize: WHOLE_ANSWER, ...inSession(session) };
    return this.collection.find<T>(byId<T>({ $in: [...ids] }), options).toArray();
  }

  /** Stores records, as `insertRecords` does. */
  insert(session: ClientSession | null, ...records: T[]): Promise<void> {
    return insertRecords(this.model, session, ...records);
  }

  /**
   * Updates the first record that matches; null when none does. @param update with operators, such as `$set`
   * @returns the record after the update, or as `returns` says
   */
  protected async update(
    session: ClientSession | null,
    filter: QueryFilter<T>,
    update: mongo.UpdateFilter<T>,
    returns: 'before' | 'after' = 'after',
  ): Promise<T | null> {
    const options = { returnDocument: returns, ...inSession(session) };
    const found = await this.collection.findOneAndUpdate(filter, update, options);
    // The driver adds an id to the type, which the compiler cannot see is there already.
    return found as T | null;
  }

  /** The same for a record that its transaction has read or locked. @throws Error when none matches all the same */
  protected async updateExisting(
    session: ClientSession,
    filter: QueryFilter<T>,
    update: mongo.UpdateFilter<T>,
  ): Promise<T> {
    const updated = await this.update(session, filter, update);
    if (!updated) throw new Error(`${this.model.collection.name}: nothing matches ${JSON.stringify(filter)}`);
    return updated;
  }

  /** A page of the records that match. */
  protected async page(filter: QueryFilter<T>, sort: SortOrder, range: PageRange): Promise<Page<T>> {
    const [rows, total] = await Promise.all([this.findAll(filter, { sort, ...range }), this.#count(filter)]);
    return { rows, total };
  }

  /** Exact, unlike the count of the metadata; that of all records reads only their ids. */
  #count(filter: QueryFilter<T>): Promise<number> {
    const count = this.model.countDocuments(filter);
    return (Object.keys(filter).length === 0 ? count.hint({ _id: 1 }) : count).exec();
  }
}

/** Source of ids by the name of a counter (`id-counters.ts`). */
interface IdSource {
  next(counter: string): Promise<number>;
  take(counter: string, count: number): Promise<number[]>;
}

/** Records whose ids are numbers from a counter of their own. */
export class NumberedRecords<T extends object> extends Records<T> {
  readonly #counters: IdSource;
  readonly #counter: string;

  /** @param counter its name, where it is not the collection's */
  constructor(model: Model<T>, counters: IdSource, counter = model.collection.name) {
    super(model);
    this.#counters = counters;
    this.#counter = counter;
  }

  /** An id for a new record; taken before the transaction, which may run more than once. */
  nextId(): Promise<number> {
    return this.#counters.next(this.#counter);
  }

  /** Ids for `count` new records. */
  nextIds(count: number): Promise<number[]> {
    return this.#counters.take(this.#counter, count);
  }
}
