/**
 * Changes in two steps (architecture §4; hardening B1 "Saga"): a service writes what nobody points to yet into its own database, then asks
 * projects to move the pointers of a draft. What is due at the end, the audit entry and the answer to give again, waits with the change,
 * so that a crash between the two steps loses neither. How such a change ended is for projects to say, once and for ever.
 */
import { randomUUID } from 'node:crypto';
import { type ClientSession, type Connection, type Model, Schema } from 'mongoose';
import type { InputOf } from '../contracts/endpoint.ts';
import type { EndpointMap } from '../contracts/index.ts';
import type { ServiceName } from '../contracts/services.ts';
import type { BackgroundWork } from '../kernel/background/background-work.ts';
import type { Completion, Outbox } from '../kernel/background/outbox.ts';
import { PollLoop } from '../kernel/background/poll-loop.ts';
import { MAX_CALL_DURATION_MS } from '../kernel/bus/call-timeouts.ts';
import { inTransaction } from '../kernel/database/mongo.ts';
import { toErrorInfo } from '../kernel/errors/errors.ts';
import { callAsService, type Node } from '../kernel/node/node.ts';
import type { AuditEntryInput, Call } from '../kernel/service/call.ts';

export type DraftMove = Omit<InputOf<EndpointMap['projects.stage']>, 'change_id'>;

/** The ids of all that a first step wrote, by what they are ids of: so it can be taken back. */
export type WrittenIds = Readonly<Record<string, number[]>>;

/** A change whose second step may or may not have been done. */
export interface PendingDraftMove {
  _id: string;
  written: WrittenIds;
  ending: Completion;
  at: Date;
}

interface Deps {
  node: Node;
  service: ServiceName;
  connection: Connection;
  outbox: Outbox;
  /** Takes back what the first step wrote. */
  rollBack: (written: WrittenIds, session: ClientSession) => Promise<void>;
}

export interface DraftMoveSteps<T> {
  writtenIds: WrittenIds;
  /** The first step. May run more than once; nothing of an earlier run is there then. */
  write: (session: ClientSession) => Promise<void>;
  /** The second step. */
  move: DraftMove;
  note: AuditEntryInput;
  /** What the caller is told when it is done. */
  result: T;
}

const RECOVER_AFTER_MS = MAX_CALL_DURATION_MS;
const RECOVERY_INTERVAL_MS = 60_000;
const BATCH_SIZE = 1_000;

const schema = new Schema<PendingDraftMove>(
  { _id: String, written: Schema.Types.Mixed, ending: Schema.Types.Mixed, at: Date },
  { collection: 'staged_changes', versionKey: false, minimize: false },
);
schema.index({ at: 1 });

/** The staged changes of one service, and the work that settles those that were cut off. */
export class DraftMoves implements BackgroundWork {
  readonly #deps: Deps;
  readonly #pending: Model<PendingDraftMove>;
  readonly #loop: PollLoop;

  constructor(parts: Deps) {
    this.#deps = parts;
    const { connection, service, node } = parts;
    this.#pending = connection.models.StagedChange ?? connection.model<PendingDraftMove>('StagedChange', schema);
    this.#loop = new PollLoop(
      RECOVERY_INTERVAL_MS,
      () => this.recover(new Date()),
      (error) => node.log.warn(`${service}: interrupted draft moves could not be recovered; retrying later`, error),
    );
  }

  start(): void {
    this.#loop.start();
  }

  stop(): Promise<void> {
    return this.#loop.stop();
  }

  /**
   * Does both steps and answers.
   * @throws what projects refuses with: then nothing of the change is left. SERVICE_UNAVAILABLE and the like leave it to `settle`
   */
  async run<T>(call: Call, { writtenIds, write, move, note, result }: DraftMoveSteps<T>): Promise<T> {
    const { connection, outbox } = this.#deps;
    const change: PendingDraftMove = {
      _id: randomUUID(),
      written: writtenIds,
      ending: call.prepareCompletion(note, result),
      at: new Date(),
    };
    await inTransaction(connection, async (session) => {
      await write(session);
      await this.#pending.insertMany([change], { session });
      await outbox.suspend(session, change.ending);
    });
    try {
      await call.call('projects.stage', { ...move, change_id: change._id });
    } catch (error) {
      if (toErrorInfo(error).status < 500) await this.#rollBack(change);
      throw error;
    }
    // Where the settling was faster, it has written all that was due.
    if (!(await this.#close(change, (session) => call.complete(session, change.ending)))) call.markUnchanged();
    return result;
  }

  /** Ends the changes that at `now` have waited longer than any call runs: completes those that moved, takes the others back. */
  async recover(now: Date): Promise<void> {
    const { node, service, outbox } = this.#deps;
    const waiting = await this.#pending
      .find({ at: { $lt: new Date(now.getTime() - RECOVER_AFTER_MS) } })
      .sort({ at: 1 })
      .limit(BATCH_SIZE)
      .lean<PendingDraftMove[]>();
    for (const change of waiting) {
      const { moved } = await callAsService(node, service, 'projects.stageOutcome', { change_id: change._id });
      if (moved) await this.#close(change, (session) => outbox.complete(session, change.ending));
      else await this.#rollBack(change);
    }
  }

  async #rollBack(change: PendingDraftMove): Promise<void> {
    const { outbox, rollBack } = this.#deps;
    await this.#close(change, async (session) => {
      await rollBack(change.written, session);
      await outbox.resume(session, change.ending);
    });
  }

  /** False when it was ended before, by another node perhaps. */
  #close({ _id }: PendingDraftMove, work: (session: ClientSession) => Promise<void>): Promise<boolean> {
    return inTransaction(this.#deps.connection, async (session) => {
      const { deletedCount } = await this.#pending.deleteOne({ _id }, { session });
      if (deletedCount > 0) await work(session);
      return deletedCount > 0;
    });
  }
}
