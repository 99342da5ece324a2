/**
 * The transactional outbox: an audit row is written in the same transaction as the change it tells of, and relayed to
 * `audit.record` until acknowledged (architecture §5, R12). An emitted event alone may be lost; an audit record may not.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { type ClientSession, type Connection, Schema } from 'mongoose';
import { Rounds } from './rounds.ts';

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

interface OutboxRecord {
  _id: string;
  at: Date;
  entry: AuditEntry;
}

const schema = new Schema<OutboxRecord>(
  { _id: String, at: Date, entry: Schema.Types.Mixed },
  { collection: 'outbox', versionKey: false, minimize: false },
);
schema.index({ at: 1, _id: 1 });

const BATCH = 100;
const IDLE_MS = 1_000;
const STOP_MS = 1_000;

/** One service's outbox and the relay that empties it. */
export class Outbox {
  readonly #connection: Connection;
  readonly #rounds = new Rounds(IDLE_MS, () => this.#relay());
  #send: ((entries: AuditEntry[]) => Promise<void>) | null = null;

  constructor(connection: Connection) {
    this.#connection = connection;
    connection.model<OutboxRecord>('Outbox', schema);
  }

  /** Writes an entry in the caller's transaction; it leaves once that commits. */
  async put(session: ClientSession | null, entry: Omit<AuditEntry, 'event_id' | 'at'>): Promise<void> {
    const at = new Date();
    const event_id = randomUUID();
    const record: OutboxRecord = { _id: event_id, at, entry: { event_id, at: at.toISOString(), ...entry } };
    await this.#connection.model<OutboxRecord>('Outbox').create([record], session ? { session } : {});
    this.#rounds.wake(50);
  }

  /** Starts relaying; what an earlier process left behind goes first. */
  start(send: (entries: AuditEntry[]) => Promise<void>): void {
    this.#send = send;
    this.#rounds.start(0);
  }

  /** Stops relaying. A batch under way gets a moment; what is not acknowledged by then is sent again at the next start. */
  async stop(): Promise<void> {
    this.#send = null;
    await Promise.race([this.#rounds.stop(), delay(STOP_MS, undefined, { ref: false })]);
  }

  /** A round that fails leaves the rows for the next: audit or the database is away. */
  async #relay(): Promise<void> {
    const model = this.#connection.model<OutboxRecord>('Outbox');
    for (;;) {
      const rows = await model.find().sort({ at: 1, _id: 1 }).limit(BATCH).lean();
      if (rows.length === 0 || !this.#send) return;
      await this.#send(rows.map((row) => row.entry));
      await model.deleteMany({ _id: { $in: rows.map((row) => row._id) } });
      if (rows.length < BATCH) return;
    }
  }
}
