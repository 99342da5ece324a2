/**
 * Clears what cut-off uploads leave behind (hardening B1 "Saga"): records that no draft holds, and bytes that no record names. What a
 * draft turns out to hold is completed instead. Several nodes may sweep at once.
 */
import type { Connection } from 'mongoose';
import { hasCode } from '../../../shared/kernel/errors.ts';
import { inTransaction } from '../../../shared/kernel/mongo.ts';
import { callAsService, type Node } from '../../../shared/kernel/node.ts';
import type { Outbox } from '../../../shared/kernel/outbox.ts';
import { Rounds } from '../../../shared/kernel/rounds.ts';
import type { BackgroundWork } from '../../../shared/kernel/service.ts';
import type { ObjectStore } from '../../../shared/storage/object-store.ts';
import type { FileRecord, PendingUpload } from '../model.ts';
import type { FileRecords } from '../repository.ts';
import type { Orphans } from './orphans.ts';

const HOUR_MS = 3_600_000;
const EVERY_MS = HOUR_MS / 4;
const BATCH = 500;

interface Deps {
  node: Node;
  connection: Connection;
  outbox: Outbox;
  files: FileRecords;
  orphans: Orphans;
  store: ObjectStore;
}

export interface Swept {
  completed: number;
  records: number;
  keys: number;
}

export class Sweeper implements BackgroundWork {
  readonly #deps: Deps;
  readonly #rounds: Rounds;

  constructor(deps: Deps) {
    this.#deps = deps;
    this.#rounds = new Rounds(
      EVERY_MS,
      () => this.sweep(),
      (error) => deps.node.log.warn('sweeping files failed', error),
    );
  }

  start(): void {
    this.#rounds.start();
  }

  stop(): Promise<void> {
    return this.#rounds.stop();
  }

  /** One round. @param olderThanMs what is younger may still be under way */
  async sweep(olderThanMs = HOUR_MS): Promise<Swept> {
    const { completed, forgotten } = await this.#sweepRecords(olderThanMs);
    await this.#findOrphans();
    return { completed, records: forgotten, keys: await this.#removeOrphans(olderThanMs) };
  }

  async #sweepRecords(olderThanMs: number): Promise<{ completed: number; forgotten: number }> {
    const { connection, files, outbox } = this.#deps;
    let [completed, forgotten] = [0, 0];
    const done = new Set<number>();
    for (const file of await files.unattached(olderThanMs, BATCH)) {
      const { pending } = file;
      // Completed with another file of its upload.
      if (!pending || done.has(file._id)) continue;
      if (await this.#isHeld(file)) {
        for (const id of pending.file_ids) done.add(id);
        completed += await this.#complete(pending);
      } else {
        // Its bytes go as an orphan, an hour after they were first seen without a record.
        await inTransaction(connection, async (session) => {
          await files.forget([file._id], session);
          await outbox.release(session, pending.ending);
        });
        forgotten += 1;
      }
    }
    return { completed, forgotten };
  }

  /** Whether the revision it was uploaded into holds it; a draft that was discarded holds nothing. */
  async #isHeld({ _id, project_id, revision_id }: FileRecord): Promise<boolean> {
    try {
      const held = await callAsService(this.#deps.node, 'files', 'projects.holding', { project_id, revision_id });
      return held.files.some(({ file_id }) => file_id === _id);
    } catch (error) {
      if (hasCode(error, 'NOT_FOUND')) return false;
      throw error;
    }
  }

  /**
   * Writes what the upload itself would have written last, unless another sweeper or the upload has: one upload has one audit entry.
   * How many files were completed.
   */
  async #complete(pending: PendingUpload): Promise<number> {
    const { connection, files, outbox } = this.#deps;
    return inTransaction(connection, async (session) => {
      const count = await files.markAttached(pending, session);
      const { entry, first } = pending.ending;
      const told = { ...entry, details: { ...entry.details, completedLater: true } };
      if (count > 0) await outbox.conclude(session, { entry: told, first });
      return count;
    });
  }

  async #findOrphans(): Promise<void> {
    const { store } = this.#deps;
    let batch: string[] = [];
    for await (const key of store.keys()) {
      batch.push(key);
      if (batch.length < BATCH) continue;
      await this.#see(batch);
      batch = [];
    }
    await this.#see(batch);
  }

  async #see(keys: string[]): Promise<void> {
    const { files, orphans } = this.#deps;
    const named = await files.named(keys);
    await orphans.see(keys.filter((key) => !named.has(key)));
  }

  async #removeOrphans(olderThanMs: number): Promise<number> {
    const { files, orphans, store } = this.#deps;
    let removed = 0;
    for (;;) {
      const keys = await orphans.since(olderThanMs, BATCH);
      if (keys.length === 0) return removed;
      const named = await files.named(keys);
      for (const key of keys) {
        if (named.has(key)) continue;
        await store.remove(key);
        removed += 1;
      }
      await orphans.forget(keys);
    }
  }
}
