/**
 * Saga of a change in two services: datasheets or files writes its records, then projects moves the pointers of the
 * draft. Rolls back a refused change, and completes or rolls back an interrupted one later. The audit entry and the
 * result for a replay are stored with the change.
 */
import { randomUUID } from 'node:crypto';
import type { ClientSession, Connection } from 'mongoose';
import type { InputOf } from '../contracts/endpoint.ts';
import type { EndpointMap } from '../contracts/index.ts';
import type { ServiceName } from '../contracts/services.ts';
import type { BackgroundWork } from '../kernel/background/background-work.ts';
import type { Completion, Outbox } from '../kernel/background/outbox.ts';
import { PollLoop } from '../kernel/background/poll-loop.ts';
import { timeoutOf } from '../kernel/bus/call-timeouts.ts';
import { inTransaction } from '../kernel/database/mongo.ts';
import { defineCollection, Records } from '../kernel/database/records.ts';
import { notFound, toErrorInfo } from '../kernel/errors/errors.ts';
import { callAsService, type Node } from '../kernel/node/node.ts';
import type { AuditEntryInput, RequestContext } from '../kernel/service/request-context.ts';

export type DraftMove = Omit<InputOf<EndpointMap['projects.moveDraftPointers']>, 'change_id'>;

/** The ids of the records of a first step, by collection, for its roll-back. */
type WrittenIds = Readonly<Record<string, number[]>>;

/** A change with an unknown outcome of its second step. */
interface PendingDraftMove {
  _id: string;
  written: WrittenIds;
  completion: Completion;
  at: Date;
}

interface Deps {
  node: Node;
  service: ServiceName;
  connection: Connection;
  outbox: Outbox;
  /** Removes the records of the first step. */
  rollBack: (written: WrittenIds, session: ClientSession) => Promise<void>;
  /**
   * Changes the records once the pointers have moved, where that must not be seen earlier, such as removing
   * what they named. False when another change has done it.
   */
  afterMove?: (written: WrittenIds, session: ClientSession) => Promise<boolean>;
}

interface DraftMoveSteps<T> {
  writtenIds: WrittenIds;
  /** The first step. May run more than once, each time without the records of an earlier run. */
  write: (session: ClientSession) => Promise<void>;
  /** The second step. */
  move: DraftMove;
  auditEntry: AuditEntryInput;
  /** The result of the call. */
  result: T;
}

/**
 * By then both steps of a change have ended, or their process has. One that is only slow is not harmed: projects refuses its
 * second step, once it has said that there was none.
 */
const RECOVER_AFTER_MS = 2 * timeoutOf('projects.moveDraftPointers');
const RECOVERY_INTERVAL_MS = 10_000;
const BATCH_SIZE = 1_000;

const pendingCollection = defineCollection<PendingDraftMove>('pending_draft_moves', [[{ at: 1 }]]);

class PendingDraftMoves extends Records<PendingDraftMove> {
  /** The oldest changes made before a time. */
  listBefore(time: Date): Promise<PendingDraftMove[]> {
    return this.findAll({ at: { $lt: time } }, { sort: { at: 1 }, limit: BATCH_SIZE });
  }

  /** Lets it be recovered immediately, by any node. */
  async requestRecovery(id: string): Promise<void> {
    await this.model.updateOne({ _id: id }, { $set: { at: new Date(0) } });
  }

  /** False when the change was removed before. */
  async remove(id: string, session: ClientSession): Promise<boolean> {
    return (await this.collection.deleteOne({ _id: id }, { session })).deletedCount > 0;
  }
}

/** How a change ended whose pointers moved; superseded: another change had done the same to the records. */
type ChangeEnd = 'completed' | 'superseded' | 'ended before';

/** The draft moves of one service, with the recovery of interrupted ones. */
export class DraftMoves implements BackgroundWork {
  readonly #deps: Deps;
  readonly #pending: PendingDraftMoves;
  readonly #loop: PollLoop;

  constructor(deps: Deps) {
    this.#deps = deps;
    const { connection, service, node } = deps;
    this.#pending = new PendingDraftMoves(pendingCollection(connection));
    this.#loop = new PollLoop(
      RECOVERY_INTERVAL_MS,
      () => this.recover(new Date()),
      (error) => {
        if (error instanceof AggregateError && error.errors.every(isUnavailable)) return;
        node.log.warn(`${service}: interrupted draft moves could not be recovered; retrying later`, error);
      },
    );
  }

  start(): void {
    this.#loop.start();
  }

  stop(): Promise<void> {
    return this.#loop.stop();
  }

  /**
   * Runs both steps.
   * @throws the error of projects: the change is rolled back after a 4xx; after SERVICE_UNAVAILABLE and the like `recover`
   * ends it immediately, without its caller, which may repeat the request; NOT_FOUND when another change has removed the records
   */
  async run<T>(ctx: RequestContext, steps: DraftMoveSteps<T>): Promise<T> {
    if (ctx.isDryRun) return this.#tryOut(ctx, steps);
    const { writtenIds, write, move, auditEntry, result } = steps;
    const { connection, outbox } = this.#deps;
    const change: PendingDraftMove = {
      _id: randomUUID(),
      written: writtenIds,
      completion: ctx.prepareCompletion(auditEntry, result),
      at: new Date(),
    };
    await inTransaction(connection, async (session) => {
      await write(session);
      await this.#pending.insert(session, change);
      await outbox.suspend(session, change.completion);
    });
    try {
      await ctx.call('projects.moveDraftPointers', { ...move, change_id: change._id });
    } catch (error) {
      if (toErrorInfo(error).status < 500)
        await this.#rollBack(change, (session) => outbox.resume(session, change.completion));
      else this.#requestRecovery(change);
      throw error;
    }
    const end = await this.#complete(change, (session) => ctx.complete(session, change.completion));
    if (end === 'superseded') throw notFound();
    // Recovery may have completed it first, with its audit entry.
    if (end === 'ended before') ctx.markUnchanged();
    return result;
  }

  /** Both steps in a dry run: each is checked, and rolled back. */
  async #tryOut<T>(ctx: RequestContext, { write, move, result }: DraftMoveSteps<T>): Promise<T> {
    await inTransaction(this.#deps.connection, async (session) => {
      ctx.rollBack(session);
      await write(session);
    });
    await ctx.call('projects.moveDraftPointers', move);
    ctx.markUnchanged();
    return result;
  }

  /**
   * Ends the changes that at `now` were given up or are too old: completes those whose pointers moved, rolls the
   * others back.
   * @throws AggregateError with the changes that could not be ended; the others have ended
   */
  async recover(now: Date): Promise<void> {
    const failures: unknown[] = [];
    for (const change of await this.#pending.listBefore(new Date(now.getTime() - RECOVER_AFTER_MS))) {
      await this.#end(change).catch((error: unknown) => failures.push(error));
    }
    if (failures.length > 0) throw new AggregateError(failures, `${failures.length} draft moves did not end`);
  }

  async #end(change: PendingDraftMove): Promise<void> {
    const { node, service, outbox } = this.#deps;
    const { moved } = await callAsService(node, service, 'projects.draftMoveOutcome', {
      change_id: change._id,
    });
    if (moved) await this.#complete(change, (session) => outbox.complete(session, change.completion));
    else await this.#rollBack(change, (session) => outbox.release(session, change.completion));
  }

  /** Not awaited. If MongoDB is down as well, the periodic recovery picks it up. */
  #requestRecovery({ _id }: PendingDraftMove): void {
    void this.#pending.requestRecovery(_id).then(
      () => this.#loop.runWithin(0),
      () => undefined,
    );
  }

  async #complete(
    change: PendingDraftMove,
    completeOutbox: (session: ClientSession) => Promise<void>,
  ): Promise<ChangeEnd> {
    const { outbox, afterMove } = this.#deps;
    let end: ChangeEnd = 'completed';
    const wasOpen = await this.#close(change, async (session) => {
      const isOwn = (await afterMove?.(change.written, session)) ?? true;
      end = isOwn ? 'completed' : 'superseded';
      await (isOwn ? completeOutbox(session) : outbox.resume(session, change.completion));
    });
    return wasOpen ? end : 'ended before';
  }

  /** @param endRequest what becomes of the request that began it */
  async #rollBack(
    change: PendingDraftMove,
    endRequest: (session: ClientSession) => Promise<void>,
  ): Promise<void> {
    await this.#close(change, async (session) => {
      await this.#deps.rollBack(change.written, session);
      await endRequest(session);
    });
  }

  /** False when it had ended already, perhaps on another node. */
  #close({ _id }: PendingDraftMove, work: (session: ClientSession) => Promise<void>): Promise<boolean> {
    return inTransaction(this.#deps.connection, async (session) => {
      const isOpen = await this.#pending.remove(_id, session);
      if (isOpen) await work(session);
      return isOpen;
    });
  }
}

const isUnavailable = (error: unknown): boolean => toErrorInfo(error).code === 'SERVICE_UNAVAILABLE';
