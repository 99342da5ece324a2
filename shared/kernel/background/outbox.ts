/**
 * The transactional outbox: an audit row is written in the same transaction as the change it tells of, and relayed to
 * `audit.record` until acknowledged (architecture §5, R12). An emitted event alone may be lost; an audit record may not.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { ClientSession, Connection } from 'mongoose';
import { defineCollection, Records } from '../database/records.ts';
import { toErrorInfo } from '../errors/errors.ts';
import { type CompressedResult, type IdempotencyLock, IdempotencyStore } from '../idempotency/store.ts';
import { PollLoop } from './poll-loop.ts';

export interface AuditEntry {
  event_id: string;
  at: string;
  user_id: number | null;
  action: string;
  channel: string;
  key_id: number | null;
  request_id: string;
  resource: { type: string; id: number | string | null };
  details: Record<string, unknown>;
}

/** What is due when a change is complete: its audit entry, and the answer to give again where the caller may send the request again. */
export interface Completion {
  entry: Omit<AuditEntry, 'event_id' | 'at'>;
  first: { claim: IdempotencyLock; packed: CompressedResult | null } | null;
}

interface OutboxRecord {
  _id: string;
  at: Date;
  entry: AuditEntry;
  /** audit refused it for what it is: it is kept for a person to look at, and holds up no other. */
  set_aside?: boolean;
}

type SendEntries = (entries: AuditEntry[]) => Promise<void>;
type LogError = (message: string, error: unknown) => void;

const outboxCollection = defineCollection<OutboxRecord>('outbox', [[{ set_aside: 1, at: 1, _id: 1 }]]);

const BATCH_SIZE = 100;
/** A message stays far below what the bus carries. */
const MAX_BATCH_CHARACTERS = 500_000;
/** A list in an entry's details is kept up to here, with how many there were. */
const MAX_LIST_LENGTH = 100;
const POLL_MS = 1_000;
const STOP_TIMEOUT_MS = 1_000;

/** One service's outbox and the relay that empties it. */
export class Outbox extends Records<OutboxRecord> {
  readonly idempotency: IdempotencyStore;
  readonly #loop = new PollLoop(
    POLL_MS,
    () => this.#relay(),
    (error) => {
      if (toErrorInfo(error).code !== 'SERVICE_UNAVAILABLE') this.#log('audit entries could not be recorded; retrying', error);
    },
  );
  #send: SendEntries | null = null;
  #log: LogError = () => undefined;

  constructor(connection: Connection) {
    super(outboxCollection(connection));
    this.idempotency = new IdempotencyStore(connection);
  }

  /** Ends a change in its own transaction. */
  async complete(session: ClientSession | null, { entry, first }: Completion): Promise<void> {
    await this.add(session, entry);
    if (first) await this.idempotency.complete(session, first.claim, first.packed);
  }

  /** Together with a change whose second step is another service's: until it is concluded or released nobody runs the request again. */
  async suspend(session: ClientSession, { first }: Completion): Promise<void> {
    if (first) await this.idempotency.suspend(session, first.claim);
  }

  /** Together with the withdrawal of such a change. */
  async resume(session: ClientSession, { first }: Completion): Promise<void> {
    if (first) await this.idempotency.resume(session, first.claim);
  }

  /** Writes an entry in the caller's transaction; it leaves once that commits. */
  async add(session: ClientSession | null, entry: Omit<AuditEntry, 'event_id' | 'at'>): Promise<void> {
    const at = new Date();
    const event_id = randomUUID();
    const record: OutboxRecord = {
      _id: event_id,
      at,
      entry: { event_id, at: at.toISOString(), ...entry, details: truncateLists(entry.details) },
    };
    await this.insert(session, record);
    this.#loop.runWithin(50);
  }

  /** Starts relaying; what an earlier process left behind goes first. */
  start(send: SendEntries, log: LogError = () => undefined): void {
    this.#send = send;
    this.#log = log;
    this.#loop.start(0);
  }

  /** Stops relaying. A batch under way gets a moment; what is not acknowledged by then is sent again at the next start. */
  async stop(): Promise<void> {
    this.#send = null;
    await Promise.race([this.#loop.stop(), delay(STOP_TIMEOUT_MS, undefined, { ref: false })]);
  }

  /** A round that fails leaves the rows for the next: audit or the database is away. */
  async #relay(): Promise<void> {
    for (;;) {
      const rows = await this.model.find({ set_aside: null }).sort({ at: 1, _id: 1 }).limit(BATCH_SIZE).lean<OutboxRecord[]>();
      for (const message of splitIntoMessages(rows)) {
        if (!this.#send) return;
        await this.#deliver(message);
      }
      if (rows.length < BATCH_SIZE) return;
    }
  }

  /** One message; when audit refuses it, each of its rows alone, so that a bad one costs only itself. */
  async #deliver(rows: OutboxRecord[]): Promise<void> {
    try {
      await this.#send?.(rows.map(({ entry }) => entry));
      await this.model.deleteMany({ _id: { $in: rows.map(({ _id }) => _id) } });
    } catch (error) {
      // Only what audit finds wrong with an entry is a reason to give it up; whatever else goes wrong there may pass.
      if (toErrorInfo(error).code !== 'VALIDATION_ERROR') throw error;
      const [only, ...others] = rows;
      if (!only) return;
      if (others.length > 0) {
        for (const row of rows) await this.#deliver([row]);
        return;
      }
      this.#log(`audit entry ${only._id} was rejected and set aside`, error);
      await this.model.updateOne({ _id: only._id }, { $set: { set_aside: true } });
    }
  }
}

/** Rows in their order, in messages of a bounded size. */
function splitIntoMessages(rows: OutboxRecord[]): OutboxRecord[][] {
  const messages: OutboxRecord[][] = [];
  let room = 0;
  for (const row of rows) {
    const size = JSON.stringify(row.entry).length;
    if (size > room) {
      messages.push([]);
      room = MAX_BATCH_CHARACTERS;
    }
    messages.at(-1)?.push(row);
    room -= size;
  }
  return messages;
}

/** Long lists of an entry's details are cut: an entry tells what was done, it is no copy of the request. */
function truncateLists(details: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(details).flatMap(([name, value]) =>
      Array.isArray(value) && value.length > MAX_LIST_LENGTH
        ? [
            [name, value.slice(0, MAX_LIST_LENGTH)],
            [`${name}_count`, value.length],
          ]
        : [[name, value]],
    ),
  );
}
