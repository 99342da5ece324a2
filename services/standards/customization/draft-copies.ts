/**
 * Copies that the draft of a project is to pin: hidden until it does, and removed when it does not. The pin is
 * the second step, in projects; after a crash between the two a job asks projects how it ended.
 */
import type { BackgroundWork } from '../../../shared/kernel/background/background-work.ts';
import { PollLoop } from '../../../shared/kernel/background/poll-loop.ts';
import { MAX_CALL_DURATION_MS } from '../../../shared/kernel/bus/call-timeouts.ts';
import { inTransaction } from '../../../shared/kernel/database/mongo.ts';
import { callAsService, type Node } from '../../../shared/kernel/node/node.ts';
import { StandardDeletion } from '../lifecycle/standard-deletion.ts';
import type { StandardsService } from '../open-standards.ts';
import type { StandardRecord } from '../standard/model.ts';

const RECOVERY_INTERVAL_MS = 60_000;

export class DraftCopies implements BackgroundWork {
  readonly #node: Node;
  readonly #service: StandardsService;
  readonly #deletion: StandardDeletion;
  readonly #loop: PollLoop;

  constructor(node: Node, service: StandardsService) {
    this.#node = node;
    this.#service = service;
    this.#deletion = new StandardDeletion(service.connection);
    this.#loop = new PollLoop(
      RECOVERY_INTERVAL_MS,
      () => this.recover(new Date()),
      (error) => node.log.warn('standards: copies for drafts could not be settled; retrying later', error),
    );
  }

  start(): void {
    this.#loop.start();
  }

  stop(): Promise<void> {
    return this.#loop.stop();
  }

  /** Shows the copy when the draft pins it, removes it when the draft never will. */
  async settle({ _id, pin_pending }: StandardRecord): Promise<void> {
    const { connection, standards, standardChanges } = this.#service;
    if (!pin_pending) return;
    const { change_id } = pin_pending;
    const { moved } = await callAsService(this.#node, 'standards', 'projects.draftMoveOutcome', {
      change_id,
    });
    await inTransaction(connection, async (session) => {
      const copy = await standards.find(_id, session);
      // A concurrent call has settled it.
      if (!copy?.pin_pending) return;
      if (!moved) return this.#deletion.delete(session, _id);
      await standards.endPinPending(session, _id);
      // Only now is it a standard of the project.
      if (copy.created_by)
        await standardChanges.record(session, copy, 'standard_created', { person: copy.created_by });
    });
  }

  /**
   * Settles the copies that at `now` are older than the longest call.
   * @throws AggregateError with those that could not be settled; the others are
   */
  async recover(now: Date): Promise<void> {
    const failures: unknown[] = [];
    const before = new Date(now.getTime() - MAX_CALL_DURATION_MS);
    for (const copy of await this.#service.standards.listPinPending(before))
      await this.settle(copy).catch((error: unknown) => failures.push(error));
    if (failures.length > 0) throw new AggregateError(failures, `${failures.length} copies were not settled`);
  }
}
