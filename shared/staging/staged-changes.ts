/**
 * Changes in two steps (architecture §4; hardening B1 "Saga"): a service writes what nobody points to yet into its own database, then asks
 * projects to move the pointers of a draft. What is due at the end, the audit entry and the answer to give again, waits with the change,
 * so that a crash between the two steps loses neither. How such a change ended is for projects to say, once and for ever.
 */
import { randomUUID } from 'node:crypto';
import { type ClientSession, type Connection, type Model, Schema } from 'mongoose';
import type { Input } from '../contracts/endpoint.ts';
import type { EndpointMap } from '../contracts/index.ts';
import type { ServiceName } from '../contracts/services.ts';
import type { Ending, Outbox } from '../kernel/background/outbox.ts';
import { Rounds } from '../kernel/background/rounds.ts';
import type { BackgroundWork } from '../kernel/background/work.ts';
import { LONGER_THAN_ANY_CALL_MS } from '../kernel/bus/timeouts.ts';
import type { AuditNote, Call } from '../kernel/call.ts';
import { inTransaction } from '../kernel/database/mongo.ts';
import { readError } from '../kernel/errors.ts';
import { callAsService, type Node } from '../kernel/node.ts';

export type Stage = Omit<Input<EndpointMap['projects.stage']>, 'change_id'>;

/** The ids of all that a first step wrote, by what they are ids of: so it can be taken back. */
export type Written = Readonly<Record<string, number[]>>;

/** A change whose second step may or may not have been done. */
export interface StagedChange {
  _id: string;
  written: Written;
  ending: Ending;
  at: Date;
}

interface Parts {
  node: Node;
  service: ServiceName;
  connection: Connection;
  outbox: Outbox;
  /** Takes back what the first step wrote. */
  withdraw: (written: Written, session: ClientSession) => Promise<void>;
}

export interface Work<T> {
  written: Written;
  /** The first step. May run more than once; nothing of an earlier run is there then. */
  write: (session: ClientSession) => Promise<void>;
  /** The second step. */
  stage: Stage;
  note: AuditNote;
  /** What the caller is told when it is done. */
  answer: T;
}

const SETTLED_AFTER_MS = LONGER_THAN_ANY_CALL_MS;
const EVERY_MS = 60_000;
const BATCH = 1_000;

const schema = new Schema<StagedChange>(
  { _id: String, written: Schema.Types.Mixed, ending: Schema.Types.Mixed, at: Date },
  { collection: 'staged_changes', versionKey: false, minimize: false },
);
schema.index({ at: 1 });

/** The staged changes of one service, and the work that settles those that were cut off. */
export class StagedChanges implements BackgroundWork {
  readonly #parts: Parts;
  readonly #changes: Model<StagedChange>;
  readonly #rounds: Rounds;

  constructor(parts: Parts) {
    this.#parts = parts;
    const { connection, service, node } = parts;
    this.#changes = connection.models.StagedChange ?? connection.model<StagedChange>('StagedChange', schema);
    this.#rounds = new Rounds(
      EVERY_MS,
      () => this.settle(new Date()),
      (error) => node.log.warn(`${service}: cut-off changes could not be settled, trying again later`, error),
    );
  }

  start(): void {
    this.#rounds.start();
  }

  stop(): Promise<void> {
    return this.#rounds.stop();
  }

  /**
   * Does both steps and answers.
   * @throws what projects refuses with: then nothing of the change is left. SERVICE_UNAVAILABLE and the like leave it to `settle`
   */
  async make<T>(call: Call, { written, write, stage, note, answer }: Work<T>): Promise<T> {
    const { connection, outbox } = this.#parts;
    const change: StagedChange = { _id: randomUUID(), written, ending: call.ending(note, answer), at: new Date() };
    await inTransaction(connection, async (session) => {
      await write(session);
      await this.#changes.insertMany([change], { session });
      await outbox.hold(session, change.ending);
    });
    try {
      await call.call('projects.stage', { ...stage, change_id: change._id });
    } catch (error) {
      if (readError(error).status < 500) await this.#withdraw(change);
      throw error;
    }
    // Where the settling was faster, it has written all that was due.
    if (!(await this.#end(change, (session) => call.complete(session, change.ending)))) call.unchanged();
    return answer;
  }

  /** Ends the changes that at `now` have waited longer than any call runs: completes those that moved, takes the others back. */
  async settle(now: Date): Promise<void> {
    const { node, service, outbox } = this.#parts;
    const waiting = await this.#changes
      .find({ at: { $lt: new Date(now.getTime() - SETTLED_AFTER_MS) } })
      .sort({ at: 1 })
      .limit(BATCH)
      .lean<StagedChange[]>();
    for (const change of waiting) {
      const { moved } = await callAsService(node, service, 'projects.stageOutcome', { change_id: change._id });
      if (moved) await this.#end(change, (session) => outbox.conclude(session, change.ending));
      else await this.#withdraw(change);
    }
  }

  async #withdraw(change: StagedChange): Promise<void> {
    const { outbox, withdraw } = this.#parts;
    await this.#end(change, async (session) => {
      await withdraw(change.written, session);
      await outbox.release(session, change.ending);
    });
  }

  /** False when it was ended before, by another node perhaps. */
  #end({ _id }: StagedChange, work: (session: ClientSession) => Promise<void>): Promise<boolean> {
    return inTransaction(this.#parts.connection, async (session) => {
      const { deletedCount } = await this.#changes.deleteOne({ _id }, { session });
      if (deletedCount > 0) await work(session);
      return deletedCount > 0;
    });
  }
}
