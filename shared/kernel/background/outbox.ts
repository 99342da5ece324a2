/**
 * The transactional outbox: an audit row is written in the same transaction as the change it tells of, and relayed to
 * `audit.record` until acknowledged (architecture §5, R12). An emitted event alone may be lost; an audit record may not.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { type ClientSession, type Connection, Schema } from 'mongoose';
import { insert } from '../database/mongo.ts';
import { readError } from '../errors.ts';
import { type Claim, FirstAnswers, type PackedAnswer } from '../idempotency/first-answers.ts';
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

/** What is due when a change is complete: its audit entry, and the answer to give again where the caller may send the request again. */
export interface Ending {
  entry: Omit<AuditEntry, 'event_id' | 'at'>;
  first: { claim: Claim; packed: PackedAnswer | null } | null;
}

interface OutboxRecord {
  _id: string;
  at: Date;
  entry: AuditEntry;
  /** audit refused it for what it is: it is kept for a person to look at, and holds up no other. */
  set_aside?: boolean;
}

type Send = (entries: AuditEntry[]) => Promise<void>;
type Log = (message: string, error: unknown) => void;

const schema = new Schema<OutboxRecord>(
  { _id: String, at: Date, entry: Schema.Types.Mixed, set_aside: Boolean },
  { collection: 'outbox', versionKey: false, minimize: false },
);
schema.index({ set_aside: 1, at: 1, _id: 1 });

const BATCH = 100;
/** A message stays far below what the bus carries. */
const BATCH_CHARACTERS = 500_000;
/** A list in an entry's details is kept up to here, with how many there were. */
const MOST_LISTED = 100;
const IDLE_MS = 1_000;
const STOP_MS = 1_000;

/** One service's outbox and the relay that empties it. */
export class Outbox {
  readonly firstAnswers: FirstAnswers;
  readonly #connection: Connection;
  readonly #rounds = new Rounds(
    IDLE_MS,
    () => this.#relay(),
    (error) => {
      if (readError(error).code !== 'SERVICE_UNAVAILABLE')
        this.#log('audit entries are not recorded; they are sent again', error);
    },
  );
  #send: Send | null = null;
  #log: Log = () => undefined;

  constructor(connection: Connection) {
    this.#connection = connection;
    this.firstAnswers = new FirstAnswers(connection);
    if (!connection.models.Outbox) connection.model<OutboxRecord>('Outbox', schema);
  }

  /** Ends a change in its own transaction. */
  async conclude(session: ClientSession | null, { entry, first }: Ending): Promise<void> {
    await this.put(session, entry);
    if (first) await this.firstAnswers.keep(session, first.claim, first.packed);
  }

  /** Together with a change whose second step is another service's: until it is concluded or released nobody runs the request again. */
  async hold(session: ClientSession, { first }: Ending): Promise<void> {
    if (first) await this.firstAnswers.hold(session, first.claim);
  }

  /** Together with the withdrawal of such a change. */
  async release(session: ClientSession, { first }: Ending): Promise<void> {
    if (first) await this.firstAnswers.release(session, first.claim);
  }

  /** Writes an entry in the caller's transaction; it leaves once that commits. */
  async put(session: ClientSession | null, entry: Omit<AuditEntry, 'event_id' | 'at'>): Promise<void> {
    const at = new Date();
    const event_id = randomUUID();
    const record: OutboxRecord = {
      _id: event_id,
      at,
      entry: { event_id, at: at.toISOString(), ...entry, details: cutLists(entry.details) },
    };
    await insert(this.#connection.model<OutboxRecord>('Outbox'), record, session);
    this.#rounds.wake(50);
  }

  /** Starts relaying; what an earlier process left behind goes first. */
  start(send: Send, log: Log = () => undefined): void {
    this.#send = send;
    this.#log = log;
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
      const rows = await model.find({ set_aside: null }).sort({ at: 1, _id: 1 }).limit(BATCH).lean<OutboxRecord[]>();
      for (const message of intoMessages(rows)) {
        if (!this.#send) return;
        await this.#deliver(message);
      }
      if (rows.length < BATCH) return;
    }
  }

  /** One message; when audit refuses it, each of its rows alone, so that a bad one costs only itself. */
  async #deliver(rows: OutboxRecord[]): Promise<void> {
    const model = this.#connection.model<OutboxRecord>('Outbox');
    try {
      await this.#send?.(rows.map(({ entry }) => entry));
      await model.deleteMany({ _id: { $in: rows.map(({ _id }) => _id) } });
    } catch (error) {
      // Only what audit finds wrong with an entry is a reason to give it up; whatever else goes wrong there may pass.
      if (readError(error).code !== 'VALIDATION_ERROR') throw error;
      const [only, ...others] = rows;
      if (!only) return;
      if (others.length > 0) {
        for (const row of rows) await this.#deliver([row]);
        return;
      }
      this.#log(`audit entry ${only._id} cannot be recorded and is set aside`, error);
      await model.updateOne({ _id: only._id }, { $set: { set_aside: true } });
    }
  }
}

/** Rows in their order, in messages of a bounded size. */
function intoMessages(rows: OutboxRecord[]): OutboxRecord[][] {
  const messages: OutboxRecord[][] = [];
  let room = 0;
  for (const row of rows) {
    const size = JSON.stringify(row.entry).length;
    if (size > room) {
      messages.push([]);
      room = BATCH_CHARACTERS;
    }
    messages.at(-1)?.push(row);
    room -= size;
  }
  return messages;
}

/** Long lists of an entry's details are cut: an entry tells what was done, it is no copy of the request. */
function cutLists(details: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(details).flatMap(([name, value]) =>
      Array.isArray(value) && value.length > MOST_LISTED
        ? [
            [name, value.slice(0, MOST_LISTED)],
            [`${name}_count`, value.length],
          ]
        : [[name, value]],
    ),
  );
}
