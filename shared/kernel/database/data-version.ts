/**
 * Version of the data of a service, stored in its database: which shape the records have. A start on older
 * data migrates them once, whichever node comes first; a start on newer data is refused. Data without a version
 * were written before there were versions, and have version 1.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import type { Connection, Model, QueryFilter } from 'mongoose';
import { ConfigError } from '../errors/config-error.ts';
import type { Migration } from './migration.ts';
import { isDuplicateKey } from './mongo.ts';
import { defineCollection } from './records.ts';

interface VersionRecord {
  _id: 'data';
  version: number;
  /** Of the node that migrates to the next version, by the clock of the database. */
  lease: { until: Date; holder: string } | null;
}

interface DataVersionOptions {
  connection: Connection;
  /** The first leads from version 1 to 2. None is ever removed or reordered. */
  migrations: readonly Migration[];
  log: { warn(...args: unknown[]): void };
  /** Time after which another node takes over from one that has died. */
  leaseMs?: number;
}

const VERSION_COLLECTION = 'data_version';
const versionCollection = defineCollection<VersionRecord>(VERSION_COLLECTION);

const FIRST_VERSION = 1;
const LEASE_MS = 30_000;
const POLL_MS = 200;
const PROGRESS_INTERVAL_MS = 10_000;

export class DataVersion {
  readonly #connection: Connection;
  readonly #records: Model<VersionRecord>;
  readonly #migrations: readonly Migration[];
  readonly #log: DataVersionOptions['log'];
  readonly #leaseMs: number;
  readonly #holder = randomUUID();

  constructor({ connection, migrations, log, leaseMs = LEASE_MS }: DataVersionOptions) {
    this.#connection = connection;
    this.#records = versionCollection(connection);
    this.#migrations = migrations;
    this.#log = log;
    this.#leaseMs = leaseMs;
  }

  /** The version that this release writes. */
  get #newest(): number {
    return FIRST_VERSION + this.#migrations.length;
  }

  /** @throws ConfigError when a newer release has written the data */
  async assertKnown(): Promise<void> {
    const record = await this.#records.findById('data').lean<VersionRecord>();
    if (record === null || record.version <= this.#newest) return;
    throw new ConfigError(
      `The database ${this.#connection.name} has data of version ${record.version}, and this release knows versions up to ${this.#newest}. Start the newer release, or restore a backup from before the upgrade.`,
    );
  }

  /**
   * Brings the data to the version of this release. Returns when they have it, whichever node has migrated them.
   * @throws ConfigError for newer data; the error of a migration
   */
  async migrate(): Promise<void> {
    await this.#ensureRecord();
    for (let waited = 0; ; waited += 1) {
      await this.assertKnown();
      if (await this.#records.exists({ _id: 'data', version: this.#newest })) return;
      const version = await this.#lease();
      if (version !== null) await this.#migrateFrom(version);
      else {
        if (waited === 0)
          this.#log.warn(`${this.#connection.name}: waiting for the node that migrates the data`);
        await pause(POLL_MS);
      }
    }
  }

  /** Records the version of an empty database, and of data from before there were versions. */
  async #ensureRecord(): Promise<void> {
    if (await this.#records.exists({ _id: 'data' })) return;
    const version = (await hasRecords(this.#connection)) ? FIRST_VERSION : this.#newest;
    try {
      // Of nodes that start together one inserts; another that sees its first records changes nothing.
      await this.#records.updateOne(
        { _id: 'data' },
        { $setOnInsert: { version, lease: null } },
        { upsert: true },
      );
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
    }
  }

  /** Takes the lease of the next migration. @returns the present version; null when another node has the lease */
  async #lease(): Promise<number | null> {
    const leased = await this.#records
      .findOneAndUpdate(
        {
          _id: 'data',
          version: { $lt: this.#newest },
          $or: [{ lease: null }, { $expr: { $lte: ['$lease.until', '$$NOW'] } }],
        },
        [{ $set: { lease: { until: { $add: ['$$NOW', this.#leaseMs] }, holder: this.#holder } } }],
        { returnDocument: 'after', updatePipeline: true },
      )
      .lean<VersionRecord>();
    return leased?.version ?? null;
  }

  async #migrateFrom(version: number): Promise<void> {
    const migration = this.#migrations[version - FIRST_VERSION];
    if (!migration) throw new Error(`no migration leads on from version ${version}`);
    const title = `${this.#connection.name}: data from version ${version} to ${version + 1}, ${migration.title}`;
    this.#log.warn(title);
    const lost = new AbortController();
    let changed = 0;
    const countChange = (): void => {
      changed += 1;
    };
    const progress = setInterval(
      () => this.#log.warn(`${title}: ${changed} records so far`),
      PROGRESS_INTERVAL_MS,
    );
    const renewal = setInterval(() => void this.#renew(lost), this.#leaseMs / 3);
    try {
      await migration.run({ signal: lost.signal, countChange });
      await this.#records.updateOne(this.#ownLease(version), { $set: { version: version + 1, lease: null } });
      this.#log.warn(`${title}: done, ${changed} records`);
    } catch (error) {
      // Another node has taken over.
      if (lost.signal.aborted) return;
      // So that the next start need not wait for the end of the lease.
      await this.#records
        .updateOne(this.#ownLease(version), { $set: { lease: null } })
        .catch(() => undefined);
      throw error;
    } finally {
      clearInterval(progress);
      clearInterval(renewal);
    }
  }

  #ownLease(version: number): QueryFilter<VersionRecord> {
    return { _id: 'data', version, 'lease.holder': this.#holder };
  }

  /** An unavailable database is no loss: the migration fails by itself. */
  async #renew(lost: AbortController): Promise<void> {
    const until = { $add: ['$$NOW', this.#leaseMs] };
    const { matchedCount } = await this.#records
      .updateOne({ _id: 'data', 'lease.holder': this.#holder }, [{ $set: { 'lease.until': until } }], {
        updatePipeline: true,
      })
      .catch(() => ({ matchedCount: 1 }));
    if (matchedCount === 0) lost.abort();
  }
}

/** Whether any collection but that of the version has a record. */
async function hasRecords(connection: Connection): Promise<boolean> {
  const collections = await connection.listCollections();
  for (const { name } of collections) {
    if (name === VERSION_COLLECTION || name.startsWith('system.')) continue;
    if ((await connection.collection(name).findOne({}, { projection: { _id: 1 } })) !== null) return true;
  }
  return false;
}
