/**
 * Finds out how changes ended whose second step was cut off: confirms those whose pointers moved, with their audit entry, and
 * sweeps those that nothing points to once no call of theirs can be running any more.
 */

import { callAsService, type Node } from '../../../shared/kernel/node.ts';
import type { Outbox } from '../../../shared/kernel/outbox.ts';
import { Rounds } from '../../../shared/kernel/rounds.ts';
import type { BackgroundWork } from '../../../shared/kernel/service.ts';
import type { PendingChange } from '../model.ts';
import { ancestry } from '../records/history.ts';
import type { DatasheetRecords } from '../records/repository.ts';

/** Longer than any call runs: a younger change may still be on its way. */
const SETTLED_AFTER_MS = 60_000;
const SWEPT_AFTER_MS = 3_600_000;
const EVERY_MS = 60_000;
const BATCH = 1_000;

export class Recovery implements BackgroundWork {
  readonly #node: Node;
  readonly #records: DatasheetRecords;
  readonly #outbox: Outbox;
  readonly #rounds: Rounds;

  constructor(node: Node, records: DatasheetRecords, outbox: Outbox) {
    this.#node = node;
    this.#records = records;
    this.#outbox = outbox;
    this.#rounds = new Rounds(
      EVERY_MS,
      () => this.run(new Date()),
      (error) => node.log.warn('datasheets: pending changes could not be settled, trying again later', error),
    );
  }

  start(): void {
    this.#rounds.start();
  }

  stop(): Promise<void> {
    return this.#rounds.stop();
  }

  /** Settles what has waited long enough at `now`. */
  async run(now: Date): Promise<void> {
    const waiting = await this.#records.waitingSince(new Date(now.getTime() - SETTLED_AFTER_MS), BATCH);
    for (const change of waiting) {
      const end = await this.#howItEnded(change);
      if (end === 'moved') {
        await this.#records.confirm(change._id, (session) => this.#outbox.conclude(session, change.ending));
      } else if (end === 'not moved' && now.getTime() - change.at.getTime() > SWEPT_AFTER_MS) {
        await this.#records.withdraw(change, (session) => this.#outbox.release(session, change.ending));
      }
    }
  }

  /** A change moves all of its pointers or none, so its first revision tells for all; a later save has it as an ancestor. */
  async #howItEnded({ project_id, revisions }: PendingChange): Promise<'moved' | 'not moved' | 'unknown'> {
    const [first] = revisions;
    if (!first) return 'not moved';
    const { datasheet_id, revision_id } = first;
    const pointers = await callAsService(this.#node, 'datasheets', 'projects.datasheetPointers', { project_id, datasheet_id });
    // Without access the answer is silence, which proves nothing; only what is proven unreferenced may go.
    if (!pointers.access) return 'unknown';
    const tips = [pointers.draft, pointers.issued].flatMap((pointer) => (pointer ? [pointer.revision_id] : []));
    const links = await this.#records.links(datasheet_id);
    return ancestry(links, [...tips, ...pointers.published_revision_ids]).has(revision_id) ? 'moved' : 'not moved';
  }
}
