/**
 * Background removal of stored bytes without a file record, from rejected or interrupted uploads, an hour
 * after they were first seen, but not while a backup copies files. Several nodes may sweep concurrently.
 */

import type { BackgroundWork } from '../../../shared/kernel/background/background-work.ts';
import { PollLoop } from '../../../shared/kernel/background/poll-loop.ts';
import type { Node } from '../../../shared/kernel/node/node.ts';
import type { ObjectStore } from '../../../shared/storage/object-store.ts';
import type { Files } from '../repository.ts';
import type { Orphans } from './repository.ts';
import type { SweepPauses } from './sweep-pause.ts';

const HOUR_MS = 3_600_000;
const SWEEP_INTERVAL_MS = HOUR_MS / 4;
const BATCH_SIZE = 500;

interface SweeperOptions {
  node: Node;
  files: Files;
  orphans: Orphans;
  pauses: SweepPauses;
  store: ObjectStore;
}

export class OrphanSweeper implements BackgroundWork {
  readonly #options: SweeperOptions;
  readonly #loop: PollLoop;

  constructor(options: SweeperOptions) {
    this.#options = options;
    this.#loop = new PollLoop(
      SWEEP_INTERVAL_MS,
      async () => {
        await this.sweep();
      },
      (error) => options.node.log.warn('removing orphaned files failed', error),
    );
  }

  start(): void {
    this.#loop.start();
  }

  stop(): Promise<void> {
    return this.#loop.stop();
  }

  /**
   * Removes orphans once. @param olderThanMs younger keys may belong to a running upload @returns the number
   * of removed keys
   */
  async sweep(olderThanMs = HOUR_MS): Promise<number> {
    await this.#findOrphans();
    return this.#removeOrphans(olderThanMs);
  }

  async #findOrphans(): Promise<void> {
    const { store } = this.#options;
    let batch: string[] = [];
    for await (const key of store.keys()) {
      batch.push(key);
      if (batch.length < BATCH_SIZE) continue;
      await this.#recordOrphans(batch);
      batch = [];
    }
    await this.#recordOrphans(batch);
  }

  async #recordOrphans(keys: string[]): Promise<void> {
    const { files, orphans } = this.#options;
    const named = await files.findReferencedKeys(keys);
    await orphans.recordSeen(keys.filter((key) => !named.has(key)));
  }

  async #removeOrphans(olderThanMs: number): Promise<number> {
    const { files, orphans, pauses, store } = this.#options;
    let removed = 0;
    for (;;) {
      const keys = await orphans.listOlderThan(olderThanMs, BATCH_SIZE);
      if (keys.length === 0) return removed;
      const named = await files.findReferencedKeys(keys);
      // Asked after the records: a backup that begins now reads no record of these keys.
      if (await pauses.isPaused()) return removed;
      for (const key of keys) {
        if (named.has(key)) continue;
        await store.remove(key);
        removed += 1;
      }
      await orphans.remove(keys);
    }
  }
}
