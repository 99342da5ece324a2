/**
 * Finds out how changes ended whose second step was cut off: confirms those whose pointers moved, with their audit entry, and
 * sweeps those that nothing points to once no call of theirs can be running any more.
 */

import { callAsService, type Node } from '../../../shared/kernel/node.ts';
import type { Outbox } from '../../../shared/kernel/outbox.ts';
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
  #timer: NodeJS.Timeout | null = null;
  #running: Promise<void> = Promise.resolve();

  constructor(node: Node, records: DatasheetRecords, outbox: Outbox) {
    this.#node = node;
    this.#records = records;
    this.#outbox = outbox;
  }

  start(): void {
    this.#timer = setInterval(() => {
      this.#running = this.run(new Date()).catch((error) => {
        this.#node.broker.logger.warn('datasheets: pending changes could not be settled, trying again later', error);
      });
    }, EVERY_MS);
    this.#timer.unref();
  }

  async stop(): Promise<void> {
    if (this.#timer) clearInterval(this.#timer);
    this.#timer = null;
    await this.#running;
  }

  /** Settles what has waited long enough at `now`. */
  async run(now: Date): Promise<void> {
    const waiting = await this.#records.waitingSince(new Date(now.getTime() - SETTLED_AFTER_MS), BATCH);
    for (const change of waiting) {
      const end = await this.#howItEnded(change);
      if (end === 'moved') {
        await this.#records.confirm(change._id, (session) => this.#outbox.put(session, change.entry));
      } else if (end === 'not moved' && now.getTime() - change.at.getTime() > SWEPT_AFTER_MS) {
        await this.#records.withdraw(change);
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
