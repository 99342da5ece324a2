/**
 * The indices of one name in OpenSearch, numbered: the one in use, which has the name as an alias, and those that are built
 * next to it or were replaced. A node stays on one until it has built or opened another, so nothing changes below a search.
 */
import type { Client } from '@opensearch-project/opensearch';
import { isResponse, toSearchError } from './cluster-errors.ts';
import { INDEX_FORM } from './index-form.ts';

const FIRST = 1;
const CREATE_TIMEOUT_MS = 30_000;
/** Nodes look once an hour whether another index is in use; then nobody searches the one that it replaced. */
export const REPLACED_KEPT_MS = 2 * 60 * 60_000;
/** No index takes so long to be built: the nodes that began it have ended. */
export const UNFINISHED_KEPT_MS = 6 * 60 * 60_000;

export class IndexGenerations {
  readonly #client: Client;
  readonly #name: string;

  /** @param name of the alias; an index has it with a number */
  constructor(client: Client, name: string) {
    this.#client = client;
    this.#name = name;
  }

  /**
   * The alias of one index alone, which a write needs: without it OpenSearch would make an index of a deleted one, with
   * another mapping.
   */
  rowsOf(generation: number): string {
    return `${this.#indexOf(generation)}-rows`;
  }

  #indexOf(generation: number): string {
    return `${this.#name}-${generation}`;
  }

  /** The number of the index in use, which is created where there is none. @throws SearchUnavailable */
  async open(): Promise<number> {
    const { inUse, all } = await this.list();
    if (inUse !== null) return inUse;
    // The one in use was deleted, and the first one is there still, or again.
    if (all.includes(FIRST)) await this.#changeAliases([this.#use(FIRST)]);
    else await this.#create(FIRST, [this.#name]);
    return (await this.list()).inUse ?? FIRST;
  }

  /**
   * Creates an index to be built, where no other node has done so. Others that are built go on.
   * @returns its number; that of the index in use where that is newer
   */
  async begin(generation: number): Promise<number> {
    const { inUse } = await this.list();
    if (inUse !== null && inUse >= generation) return inUse;
    await this.#create(generation, []);
    return generation;
  }

  /** From now on the nodes that start search this one; nothing where a newer one is in use. */
  async activate(generation: number, now: number): Promise<void> {
    const { inUse } = await this.list();
    if (inUse !== null && inUse >= generation) return;
    const index = this.#indexOf(generation);
    await this.#ask(async () => {
      await this.#client.indices.putMapping({ index, body: { _meta: { in_use_since: now } } });
    });
    const unuse = { remove: { index: `${this.#name}-*`, alias: this.#name, must_exist: false } };
    await this.#changeAliases([unuse, this.#use(generation)]);
  }

  #use(generation: number): { add: object } {
    return { add: { index: this.#indexOf(generation), alias: this.#name } };
  }

  async #changeAliases(actions: object[]): Promise<void> {
    await this.#ask(() => this.#client.indices.updateAliases({ body: { actions } }));
  }

  /**
   * Removes the indices that were replaced long ago, and those that were begun long ago, which the number tells, and never
   * completed.
   */
  async removeReplaced(now: number): Promise<void> {
    const { inUse, all } = await this.list();
    if (inUse === null) return;
    await this.#remove(all.filter((each) => each > inUse && each < now - UNFINISHED_KEPT_MS));
    const older = all.filter((each) => each < inUse);
    if (older.length === 0) return;
    const index = this.#indexOf(inUse);
    const { body } = await this.#ask(() => this.#client.indices.getMapping({ index }));
    const since = Number(body[index]?.mappings._meta?.in_use_since);
    if (since < now - REPLACED_KEPT_MS) await this.#remove(older);
  }

  /** The number of the one in use, and those of all. */
  async list(): Promise<{ inUse: number | null; all: number[] }> {
    const { body } = await this.#ask(() => this.#client.indices.getAlias({ index: `${this.#name}-*` }));
    const found = Object.entries(body).map(([index, { aliases }]) => ({
      generation: Number(index.slice(this.#name.length + 1)),
      isInUse: Object.hasOwn(aliases, this.#name),
    }));
    // Two for a moment where a node opens the first one while another puts a new one in place.
    const used = found.flatMap(({ generation, isInUse }) => (isInUse ? [generation] : []));
    return {
      inUse: used.length > 0 ? Math.max(...used) : null,
      all: found.map(({ generation }) => generation),
    };
  }

  async #create(generation: number, aliases: readonly string[]): Promise<void> {
    const names = [this.rowsOf(generation), ...aliases].map((alias) => [alias, {}]);
    const body = { ...INDEX_FORM, aliases: Object.fromEntries(names) };
    await this.#ask(async () => {
      try {
        await this.#client.indices.create(
          { index: this.#indexOf(generation), body },
          { requestTimeout: CREATE_TIMEOUT_MS },
        );
      } catch (error) {
        // Another node was first.
        if (!isResponse(error, 'resource_already_exists_exception')) throw error;
      }
    });
  }

  async #remove(generations: readonly number[]): Promise<void> {
    if (generations.length === 0) return;
    const index = generations.map((each) => this.#indexOf(each));
    await this.#ask(() => this.#client.indices.delete({ index, ignore_unavailable: true }));
  }

  async #ask<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      throw toSearchError(error);
    }
  }
}
