/**
 * Digests of the service's collections, computed by MongoDB (dbHash): read at once, or when two in a row
 * are equal. Collections that change by themselves, or that a refused request may change, are left out.
 * `changedDigests` (`test/world/database-contents.ts`) compares them.
 */
import { setTimeout as delay } from 'node:timers/promises';
import { MongoClient } from 'mongodb';
import { changedDigests, hashCollections } from '../../../test/world/database-contents.ts';

/**
 * Collections that a refused request may change or that change by themselves: use of keys and sessions,
 * failed logins, idempotency results, id counters, and the outbox with all that is written from it later.
 */
const IGNORED_COLLECTIONS = new Set([
  'key_usage',
  'sessions',
  'outbox',
  'entries',
  'chain',
  'processed_events',
  'notifications',
  'mails',
  'jobs',
  'counters',
  'idempotency_results',
  'mail_tokens',
  'login_failures',
  'orphans',
]);

export class DatabaseDigest {
  readonly #client: MongoClient;

  private constructor(client: MongoClient) {
    this.#client = client;
  }

  static async open(uri: string): Promise<DatabaseDigest> {
    return new DatabaseDigest(await MongoClient.connect(uri));
  }

  close(): Promise<void> {
    return this.#client.close();
  }

  /** Digests of all collections, once two in a row are equal or after 40 attempts. */
  async settledDigests(): Promise<Map<string, string>> {
    let before = await this.digests();
    for (let attempt = 0; attempt < 40; attempt += 1) {
      await delay(25);
      const after = await this.digests();
      if (changedDigests(before, after).length === 0) return after;
      before = after;
    }
    return before;
  }

  /** One digest for each collection of the service. */
  async digests(): Promise<Map<string, string>> {
    const { databases } = await this.#client.db('admin').admin().listDatabases({ nameOnly: true });
    const own = databases.filter(({ name }) => !['admin', 'config', 'local'].includes(name));
    const digests = await hashCollections(own.map(({ name }) => this.#client.db(name)));
    for (const name of digests.keys())
      if (IGNORED_COLLECTIONS.has(name.slice(name.indexOf('.') + 1))) digests.delete(name);
    return digests;
  }
}
