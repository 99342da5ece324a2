/**
 * Transactional outbox of a service: audit entries are written in the transaction of the change and sent to
 * `audit.record` until acknowledged. Also ends or suspends the `Idempotency-Key` of the request in that transaction.
 */
import { randomUUID } from 'node:crypto';
import type { ClientSession, Connection } from 'mongoose';
import { withTimeLimit } from '../../time-limit.ts';
import { defineCollection, Records } from '../database/records.ts';
import { toErrorInfo } from '../errors/errors.ts';
import { type CompressedResult, type IdempotencyLock, IdempotencyStore } from '../idempotency/store.ts';
import { type Measurement, secondsSince } from '../metrics/metric-declarations.ts';
import { PollLoop } from './poll-loop.ts';

/** How audit rejects an entry for good; any other error may be temporary. */
const REJECTED: ReadonlySet<string> = new Set(['VALIDATION_ERROR', 'PAYLOAD_TOO_LARGE']);

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

/**
 * The audit entry of a change and, with an `Idempotency-Key`, its lock and result. Stored with draft moves,
 * so members keep their names.
 */
export interface Completion {
  entry: Omit<AuditEntry, 'event_id' | 'at'>;
  idempotent: { lock: IdempotencyLock; result: CompressedResult | null } | null;
}

interface OutboxRecord {
  _id: string;
  at: Date;
  entry: AuditEntry;
  /** Rejected by audit as invalid; kept for inspection. */
  set_aside?: boolean;
}

type SendEntries = (entries: AuditEntry[]) => Promise<void>;
type LogError = (message: string, error: unknown) => void;

const outboxCollection = defineCollection<OutboxRecord>('outbox', [[{ set_aside: 1, at: 1, _id: 1 }]]);

const BATCH_SIZE = 100;
/** Far below the message limit of the bus. */
const MAX_BATCH_CHARACTERS = 500_000;
/** Longer lists in the details of an entry are truncated, and their length is added. */
const MAX_LIST_LENGTH = 100;
const POLL_MS = 1_000;
const STOP_TIMEOUT_MS = 1_000;

/** The outbox of one service, with its relay. */
export class Outbox extends Records<OutboxRecord> {
  readonly idempotency: IdempotencyStore;
  readonly #loop = new PollLoop(
    POLL_MS,
    () => this.#relay(),
    (error) => {
      if (toErrorInfo(error).code !== 'SERVICE_UNAVAILABLE')
        this.#log('audit entries could not be recorded; retrying', error);
    },
  );
  #send: SendEntries | null = null;
  #log: LogError = () => undefined;

  constructor(connection: Connection) {
    super(outboxCollection(connection));
    this.idempotency = new IdempotencyStore(connection);
  }

  /** In the transaction of the change. */
  async complete(session: ClientSession | null, { entry, idempotent }: Completion): Promise<void> {
    await this.add(session, entry);
    if (idempotent) await this.idempotency.complete(session, idempotent.lock, idempotent.result);
  }

  /**
   * In the transaction of a change whose second step is in another service: no call repeats the request until
   * `complete`, `resume` or `release`.
   */
  async suspend(session: ClientSession, { idempotent }: Completion): Promise<void> {
    if (idempotent) await this.idempotency.suspend(session, idempotent.lock);
  }

  /** In the transaction that withdraws such a change after its call has ended: the request may be sent again. */
  async release(session: ClientSession, { idempotent }: Completion): Promise<void> {
    if (idempotent) await this.idempotency.release(session, idempotent.lock);
  }

  /** In the transaction in which its call withdraws such a change. */
  async resume(session: ClientSession, { idempotent }: Completion): Promise<void> {
    if (idempotent) await this.idempotency.resume(session, idempotent.lock);
  }

  /** Writes an entry in the caller's transaction; it is relayed after the commit. */
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

  /** Starts relaying, first the entries of an earlier process. */
  start(send: SendEntries, log: LogError = () => undefined): void {
    this.#send = send;
    this.#log = log;
    this.#loop.start(0);
  }

  /**
   * Stops relaying. The current batch gets a moment; an entry that is not acknowledged by then is sent again
   * at the next start.
   */
  async stop(): Promise<void> {
    this.#send = null;
    await withTimeLimit(this.#loop.stop(), STOP_TIMEOUT_MS, () => undefined);
  }

  /** How long audit has not acknowledged, and what it rejected; reads two index entries. */
  async measure(): Promise<Measurement[]> {
    const [oldest, rejected] = await Promise.all([
      this.findOne({ set_aside: null }, null, { at: 1, _id: 1 }),
      this.model.countDocuments({ set_aside: true }),
    ]);
    return [
      { metric: 'css_outbox_lag_seconds', value: oldest ? secondsSince(oldest.at) : 0 },
      { metric: 'css_outbox_set_aside', value: rejected },
    ];
  }

  /**
   * On an error the rows are kept for the next run: audit or the database is unavailable.
   * @returns whether there were any
   */
  async #relay(): Promise<boolean> {
    for (let hadRows = false; ; hadRows = true) {
      const rows = await this.findAll({ set_aside: null }, { sort: { at: 1, _id: 1 }, limit: BATCH_SIZE });
      for (const message of splitIntoMessages(rows)) {
        if (!this.#send) return true;
        await this.#deliver(message);
      }
      if (rows.length < BATCH_SIZE) return hadRows || rows.length > 0;
    }
  }

  /**
   * Sends one message; when audit rejects it, each row by itself, so that only an invalid one is set aside.
   */
  async #deliver(rows: OutboxRecord[]): Promise<void> {
    try {
      await this.#send?.(rows.map(({ entry }) => entry));
      await this.collection.deleteMany({ _id: { $in: rows.map(({ _id }) => _id) } });
    } catch (error) {
      if (!REJECTED.has(toErrorInfo(error).code)) throw error;
      const [row, ...others] = rows;
      if (!row) return;
      if (others.length > 0) {
        for (const each of rows) await this.#deliver([each]);
        return;
      }
      this.#log(`audit entry ${row._id} was rejected and set aside`, error);
      await this.model.updateOne({ _id: row._id }, { $set: { set_aside: true } });
    }
  }
}

/** Rows in their order, in messages of a bounded size. */
function splitIntoMessages(rows: OutboxRecord[]): OutboxRecord[][] {
  const messages: OutboxRecord[][] = [];
  let remaining = 0;
  for (const row of rows) {
    const size = JSON.stringify(row.entry).length;
    if (size > remaining) {
      messages.push([]);
      remaining = MAX_BATCH_CHARACTERS;
    }
    messages.at(-1)?.push(row);
    remaining -= size;
  }
  return messages;
}

/** An entry records the change; it is no copy of the request. */
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
