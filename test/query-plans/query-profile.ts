/**
 * Profile of the queries that MongoDB runs during a test, and the collection scans of one operation
 * (`collectionScans`).
 */
import type { Db, Document } from 'mongodb';
import type { Connection } from 'mongoose';
import { SERVICE_NAMES } from '../../shared/contracts/services.ts';
import { withDatabases } from '../test-servers.ts';

/** One query that the database ran. */
export interface ProfiledQuery {
  /** Service and collection, e.g. `standards.revisions`. */
  collection: string;
  /** Filter, pipeline or update as JSON, with its sort. */
  statement: string;
  /** The members that it is sorted by, e.g. `created_at,_id`; '' without a sort. */
  sortedBy: string;
  /** The pipeline groups rows, as counts do. */
  isGrouped: boolean;
  /** The whole collection was read. */
  isCollectionScan: boolean;
  /** The rows were sorted in memory. */
  isSortedInMemory: boolean;
  /** Records and index keys that were read. */
  examined: number;
  returned: number;
}

/** Enough for a suite; the default of 1 MB is too small for one. */
const PROFILE_BYTES = 128 * 1024 * 1024;

/** Profiles every query on the databases whose names begin with a prefix. */
export class QueryProfile {
  readonly #prefix: string;

  private constructor(prefix: string) {
    this.#prefix = prefix;
  }

  /** Starts profiling; the databases are those that exist now. */
  static async start(prefix: string): Promise<QueryProfile> {
    await withDatabases(prefix, async (databases) => {
      for (const database of databases) {
        await database.command({ profile: 0 });
        await database.dropCollection('system.profile');
        await database.createCollection('system.profile', { capped: true, size: PROFILE_BYTES });
        await database.command({ profile: 2 });
      }
    });
    return new QueryProfile(prefix);
  }

  /**
   * Stops profiling.
   * @returns the queries since the start
   * @throws Error when there were more than the profile can store
   */
  stop(): Promise<ProfiledQuery[]> {
    return withDatabases(this.#prefix, async (databases) => {
      const queries: ProfiledQuery[] = [];
      for (const database of databases) queries.push(...(await readProfile(database)));
      return queries;
    });
  }
}

/** The collections that were read from end to end while `work` ran, each with the query that did it. */
export async function collectionScans(
  connection: Connection,
  work: () => Promise<unknown>,
): Promise<string[]> {
  const profile = await QueryProfile.start(connection.name);
  let queries: ProfiledQuery[] = [];
  try {
    await work();
  } finally {
    queries = await profile.stop();
  }
  return statementsOf(queries.filter(({ isCollectionScan }) => isCollectionScan));
}

/** The different statements of some queries, for the message of a test. */
export const statementsOf = (queries: readonly ProfiledQuery[]): string[] => [
  ...new Set(queries.map(({ collection, statement }) => `${collection}: ${statement}`)),
];

async function readProfile(database: Db): Promise<ProfiledQuery[]> {
  await database.command({ profile: 0 });
  const { size } = await database.command({ collStats: 'system.profile' });
  if (Number(size) > PROFILE_BYTES * 0.9) throw new Error(`the profile of ${database.databaseName} is full`);
  const service = SERVICE_NAMES.find((name) => database.databaseName.endsWith(`-${name}`)) ?? '';
  const rows = await database
    .collection('system.profile')
    .find({ planSummary: { $exists: true }, ns: { $not: /\.system\./ } })
    .toArray();
  return rows.map((row) => toProfiledQuery(service, row));
}

function toProfiledQuery(service: string, row: Document): ProfiledQuery {
  const command: Document = row.originatingCommand ?? row.command ?? {};
  const { filter, query, q, pipeline, sort } = command;
  const statement = filter ?? query ?? q ?? pipeline ?? command;
  return {
    collection: String(row.ns).replace(/^[^.]+/, service),
    statement: JSON.stringify(sort === undefined ? statement : { ...statement, sort }),
    sortedBy: Object.keys(sort ?? {}).join(','),
    isGrouped: Array.isArray(pipeline) && pipeline.some((stage: Document) => '$group' in stage),
    isCollectionScan: /COLLSCAN/.test(String(row.planSummary)),
    isSortedInMemory: row.hasSortStage === true,
    examined: Number(row.docsExamined ?? 0) + Number(row.keysExamined ?? 0),
    returned: Number(row.nreturned ?? 0),
  };
}
