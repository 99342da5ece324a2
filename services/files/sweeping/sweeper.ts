/**
 * Clears the bytes that no record names: of uploads that were refused or cut off (hardening B1 "Saga"). Several nodes may sweep at once.
 */

import { Rounds } from '../../../shared/kernel/background/rounds.ts';
import type { BackgroundWork } from '../../../shared/kernel/background/work.ts';
import type { Node } from '../../../shared/kernel/node.ts';
import type { ObjectStore } from '../../../shared/storage/object-store.ts';
import type { FileRecords } from '../repository.ts';
import type { Orphans } from './orphans.ts';

const HOUR_MS = 3_600_000;
const EVERY_MS = HOUR_MS / 4;
const BATCH = 500;

interface Deps {
  node: Node;
  files: FileRecords;
  orphans: Orphans;
  store: ObjectStore;
}

export class Sweeper implements BackgroundWork {
  readonly #deps: Deps;
  readonly #rounds: Rounds;

  constructor(deps: Deps) {
    this.#deps = deps;
    this.#rounds = new Rounds(
      EVERY_MS,
      async () => {
        await this.sweep();
      },
      (error) => deps.node.log.warn('sweeping files failed', error),
    );
  }

  start(): void {
    this.#rounds.start();
  }

  stop(): Promise<void> {
    return this.#rounds.stop();
  }

  /** One round: how many keys were removed. @param olderThanMs what is younger may still be under way */
  async sweep(olderThanMs = HOUR_MS): Promise<number> {
    await this.#findOrphans();
    return this.#removeOrphans(olderThanMs);
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
