/**
 * Store of the audit trail: appends each entry once, together with the head of the hash chain, and lists entries. At
 * the start it begins the chain, and reports a head that is missing or ahead of the entries.
 */
import type { ClientSession, Connection, Model } from 'mongoose';
import type { AuditEntry } from '../../shared/kernel/background/outbox.ts';
import { KeyedMutex } from '../../shared/kernel/database/keyed-mutex.ts';
import { inTransaction, isDuplicateKey } from '../../shared/kernel/database/mongo.ts';
import { collectionOf, inSession } from '../../shared/kernel/database/records.ts';
import { apiError } from '../../shared/kernel/errors/errors.ts';
import { type ChainHead, ChainVerifier, hashEntry } from './chain.ts';
import { type AuditRecord, type ChainHeadRecord, chainHeadCollection, entryCollection } from './model.ts';

interface AuditFilter {
  user_id?: number;
  action?: string;
  resource_type?: string;
  resource_id?: string;
  from?: string;
  to?: string;
}

type Log = (message: string) => void;

/** Appends of this process run one at a time: each builds on the head that the one before wrote. */
const CHAIN_LOCK = 0;

export class AuditTrail {
  readonly #connection: Connection;
  readonly #entries: Model<AuditRecord>;
  readonly #heads: Model<ChainHeadRecord>;
  readonly #mutex = new KeyedMutex();

  constructor(connection: Connection) {
    this.#connection = connection;
    this.#entries = entryCollection(connection);
    this.#heads = chainHeadCollection(connection);
  }

  /**
   * Starts the chain where there is none. Entries of an older database are unchanged; the hash of the next
   * entry covers them. A newest entry below the head means that somebody changed the database: this is
   * reported, never repaired.
   */
  async initialize(alarm: Log, log: Log = () => undefined): Promise<void> {
    // In this order, because another replica may append between the two reads.
    const found = await this.head();
    const newest = await this.#entries.findOne().sort({ _id: -1 }).lean<AuditRecord>();
    const head = found ?? (await this.head());
    if (head !== null) {
      // Logs kept elsewhere preserve heads that somebody with access to the database cannot change.
      log(`audit chain head: ${head.seq}:${head.hash}`);
      if ((newest?._id ?? 0) < (found?.seq ?? 0)) {
        alarm(
          `the last audit entry is ${newest?._id ?? 0} but the chain head is ${found?.seq}: run npm run verify-audit`,
        );
      }
      return;
    }
    if (newest?.hash !== undefined) {
      alarm(
        'the head of the audit chain is missing: nothing is recorded until it is restored, see npm run verify-audit',
      );
      return;
    }
    const verifier = new ChainVerifier();
    for await (const entry of this.#entries.collection.find().sort({ _id: 1 })) verifier.verifyNext(entry);
    // Another replica may have started it concurrently, and appended already.
    await this.#heads.updateOne(
      { _id: 'head' },
      { $setOnInsert: { ...verifier.head, entries: verifier.entries } },
      { upsert: true },
    );
  }

  /** The head of the chain; null when it was never started, or was deleted. */
  head(session: ClientSession | null = null): Promise<ChainHeadRecord | null> {
    return collectionOf(this.#heads).findOne<ChainHeadRecord>({ _id: 'head' }, inSession(session));
  }

  /**
   * Appends the entries that are not stored yet, in one transaction with the head: outboxes send an entry
   * again when they get no reply. Replicas may append concurrently: the head is moved first, so that all but
   * one of them conflict and retry.
   * @returns the number of new entries
   * @throws SERVICE_UNAVAILABLE when the head is missing, so that the entries remain in their outboxes
   */
  async append(entries: readonly AuditEntry[]): Promise<number> {
    // Over the bus they are JSON already; in one process this converts them, so that the stored entries equal
    // the hashed ones.
    const received: AuditEntry[] = JSON.parse(JSON.stringify(entries));
    const byEvent = new Map(received.map((entry) => [entry.event_id, entry]));
    return this.#mutex.run(CHAIN_LOCK, async () => {
      try {
        // Nearly always all of them are new; if not, the unique index aborts the transaction.
        return await inTransaction(this.#connection, (session) =>
          this.#appendToChain(session, [...byEvent.values()]),
        );
      } catch (error) {
        if (!isDuplicateKey(error)) throw error;
      }
      return inTransaction(this.#connection, async (session) => {
        const known = await this.#entries
          .find({ event_id: { $in: [...byEvent.keys()] } }, { event_id: 1 })
          .session(session)
          .lean<Pick<AuditRecord, 'event_id'>[]>();
        const isKnown = new Set(known.map(({ event_id }) => event_id));
        return this.#appendToChain(
          session,
          [...byEvent.values()].filter(({ event_id }) => !isKnown.has(event_id)),
        );
      });
    });
  }

  /**
   * Inserts the entries and moves the head. @throws a duplicate key error for an entry that is stored already
   */
  async #appendToChain(session: ClientSession, entries: readonly AuditEntry[]): Promise<number> {
    const head = await this.head(session);
    if (head === null)
      throw apiError(
        'SERVICE_UNAVAILABLE',
        'The head of the audit chain is missing. Run npm run verify-audit.',
      );
    const records = linkEntries(head, entries);
    const last = records.at(-1);
    if (!last) return 0;
    await collectionOf(this.#heads).updateOne(
      { _id: 'head' },
      { $set: { seq: last._id, hash: last.hash }, $inc: { entries: records.length } },
      { session },
    );
    // Without mongoose: nothing may be cast between hashing and storing.
    await this.#connection.collection<AuditRecord>('entries').insertMany(records, { session });
    return records.length;
  }

  /** Entries, newest first, with the total and the head. */
  async page(
    filter: AuditFilter,
    limit: number,
    offset: number,
  ): Promise<{ rows: AuditRecord[]; total: number; head: ChainHead | null }> {
    const query = toQuery(filter);
    const [head, rows, count] = await Promise.all([
      this.head(),
      this.#entries.find(query).sort({ at: -1, _id: -1 }).skip(offset).limit(limit).lean<AuditRecord[]>(),
      // The head has the number of all entries; counting would read every one.
      Object.keys(query).length === 0 ? null : this.#entries.countDocuments(query),
    ]);
    return { rows, total: count ?? head?.entries ?? 0, head };
  }
}

/** The entries as the next links of the chain. */
function linkEntries(head: ChainHead, entries: readonly AuditEntry[]): (AuditRecord & { hash: string })[] {
  let { seq, hash } = head;
  return entries.map(({ event_id, at, user_id, action, channel, key_id, request_id, resource, details }) => {
    seq += 1;
    const record = {
      _id: seq,
      event_id,
      at: new Date(at),
      user_id,
      action,
      channel,
      key_id,
      request_id,
      resource,
      details,
    };
    hash = hashEntry(hash, record);
    return { ...record, hash };
  });
}

function toQuery(filter: AuditFilter): Record<string, unknown> {
  const { user_id, action, resource_type, resource_id, from, to } = filter;
  const at = { ...(from ? { $gte: new Date(from) } : {}), ...(to ? { $lte: new Date(to) } : {}) };
  return {
    ...(user_id === undefined ? {} : { user_id }),
    ...(action === undefined ? {} : { action }),
    ...(resource_type === undefined ? {} : { 'resource.type': resource_type }),
    // Integer ids and wiki UUIDs share the parameter; a number in digits means the integer.
    ...(resource_id === undefined
      ? {}
      : { 'resource.id': /^[1-9]\d*$/.test(resource_id) ? Number(resource_id) : resource_id }),
    ...(from || to ? { at } : {}),
  };
}
