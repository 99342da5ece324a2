/**
 * Version of the data of a service, stored in its database: which shape the records have. A start on older
 * data migrates them once, whichever node comes first; a start on newer data is refused, and so is one on data of a
 * development version from before the first release.
 */
import { setTimeout as pause } from 'node:timers/promises';
import type { Connection, Model } from 'mongoose';
import { ConfigError } from '../errors/config-error.ts';
import { LEASE_EXPIRED, type Lease, Leases } from './lease.ts';
import type { Migration } from './migration.ts';
import { isDuplicateKey } from './mongo.ts';
import { defineCollection } from './records.ts';

interface VersionRecord {
  _id: 'data';
  version: number;
  /** The release whose data have version 1; absent in data of development versions before it. */
  since?: string;
  /** Of the node that migrates to the next version. */
  lease: Lease | null;
}

interface DataVersionOptions {
  connection: Connection;
  /** The first leads from version 1 to 2. None is ever removed or reordered. */
  migrations: readonly Migration[];
  log: { warn(...args: unknown[]): void };
  /** Time after which another node takes over from one that has died. */
  leaseMs?: number;
}

export const VERSION_COLLECTION = 'data_version';
const versionCollection = defineCollection<VersionRecord>(VERSION_COLLECTION);

const FIRST_VERSION = 1;
const FIRST_RELEASE = '0.2.0';
const LEASE_MS = 30_000;
const POLL_MS = 200;
const PROGRESS_INTERVAL_MS = 10_000;

export class DataVersion {
  readonly #connection: Connection;
  readonly #records: Model<VersionRecord>;
  readonly #migrations: readonly Migration[];
  readonly #log: DataVersionOptions['log'];
  readonly #leases: Leases<VersionRecord>;

  constructor({ connection, migrations, log, leaseMs = LEASE_MS }: DataVersionOptions) {
    this.#connection = connection;
    this.#records = versionCollection(connection);
    this.#migrations = migrations;
    this.#log = log;
    this.#leases = new Leases(this.#records, leaseMs);
  }

  /** The version that this release writes. */
  get #newest(): number {
    return FIRST_VERSION + this.#migrations.length;
  }

  /** @throws ConfigError when a newer release has written the data, or a version from before the first release */
  async assertKnown(): Promise<void> {
    const record = await this.#findRecord();
    if (record === null) {
      // Another node may have begun between the two reads; it stores the version before anything else.
      if (!(await hasRecords(this.#connection)) || (await this.#findRecord()) !== null) return;
    }
    if (record?.since !== FIRST_RELEASE)
      throw new ConfigError(
        `The database ${this.#connection.name} has data of a development version before ${FIRST_RELEASE}, which no release reads. Start with another DATA_DIR or DATABASE_PREFIX, or drop the databases.`,
      );
    if (record.version <= this.#newest) return;
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
      const record = await this.#leases.take({
        _id: 'data',
        version: { $lt: this.#newest },
        $or: [{ lease: null }, LEASE_EXPIRED],
      });
      if (record !== null) await this.#migrateFrom(record.version);
      else {
        if (waited === 0)
          this.#log.warn(`${this.#connection.name}: waiting for the node that migrates the data`);
        await pause(POLL_MS);
      }
    }
  }

  #findRecord(): Promise<VersionRecord | null> {
    return this.#records.findById('data').lean<VersionRecord>().exec();
  }

  /** Records the version of an empty database. */
  async #ensureRecord(): Promise<void> {
    await this.assertKnown();
    try {
      // Of nodes that start together one inserts.
      await this.#records.updateOne(
        { _id: 'data' },
        { $setOnInsert: { version: this.#newest, since: FIRST_RELEASE, lease: null } },
        { upsert: true },
      );
    } catch (error) {
      if (!isDuplicateKey(error)) throw error;
    }
  }

  async #migrateFrom(version: number): Promise<void> {
    const migration = this.#migrations[version - FIRST_VERSION];
    if (!migration) throw new Error(`no migration leads on from version ${version}`);
    const title = `${this.#connection.name}: data from version ${version} to ${version + 1}, ${migration.title}`;
    this.#log.warn(title);
    const ownLease = { _id: 'data' as const, version, ...this.#leases.own };
    let changed = 0;
    const countChange = (): void => {
      changed += 1;
    };
    const progress = setInterval(
      () => this.#log.warn(`${title}: ${changed} records so far`),
      PROGRESS_INTERVAL_MS,
    );
    const run = async (lost: AbortSignal): Promise<void> => {
      try {
        await migration.run({ signal: lost, countChange });
        await this.#records.updateOne(ownLease, { $set: { version: version + 1, lease: null } });
        this.#log.warn(`${title}: done, ${changed} records`);
      } catch (error) {
        // Another node has taken over.
        if (lost.aborted) return;
        // So that the next start need not wait for the end of the lease.
        await this.#records.updateOne(ownLease, { $set: { lease: null } }).catch(() => undefined);
        throw error;
      }
    };
    await this.#leases.renewDuring(ownLease, run).finally(() => clearInterval(progress));
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
