/**
 * A cluster of OpenSearch as the search of this service uses it: answers are whole or none, time limits are short, and
 * what fails for the moment is SearchUnavailable, so that everything else goes on without it.
 */
import { Client } from '@opensearch-project/opensearch';
import { searchUnavailable } from '../search-unavailable.ts';
import { isForTheMoment, isResponse, NO_INDEX, toSearchError } from './cluster-errors.ts';
import { IndexGenerations } from './index-generations.ts';

/** A search. A second attempt goes to another node. */
const SEARCH_TIMEOUT_MS = 3_000;
/** What is written at once, what is deleted. */
const WRITE_TIMEOUT_MS = 30_000;
const RETRIES = 1;

/** Tells whether a document was changed since it was read or written. */
export interface DocumentVersion {
  if_seq_no: number;
  if_primary_term: number;
}

/** A document as an answer has it. */
export interface FoundDocument {
  id: string;
  /** Only where the search asks for it, and of a document that was read by its id. */
  version: DocumentVersion | undefined;
  /** The values by which it was sorted. */
  sort: readonly unknown[];
  fields: Readonly<Record<string, readonly unknown[] | undefined>>;
  source: Readonly<Record<string, unknown>>;
}

/** The answer to one search. */
export interface FoundDocuments {
  /** How many match; only where the search asks for it. */
  total: number;
  documents: readonly FoundDocument[];
}

export class SearchCluster {
  readonly #client: Client;
  readonly #name: string;
  readonly #generations: IndexGenerations;
  /** The number of the index that is searched and written, and its name. */
  #generation = 0;
  #rows: string;
  readonly #onLoss: (reason: Error) => void;
  #refresh: Promise<void> | null = null;

  /**
   * @param nodes URLs, with user and password where the cluster has them; or a client that is open
   * @param name of the index in use, an alias
   * @param onLoss called when there is no such index any more
   */
  constructor(nodes: readonly string[] | Client, name: string, onLoss: (reason: Error) => void) {
    this.#client =
      nodes instanceof Client
        ? nodes
        : new Client({ nodes: [...nodes], maxRetries: RETRIES, requestTimeout: SEARCH_TIMEOUT_MS });
    this.#name = name;
    this.#generations = new IndexGenerations(this.#client, name);
    this.#rows = name;
    this.#onLoss = onLoss;
  }

  /**
   * Opens the index in use, which is created where there is none, or begins another one, which is not in use before
   * `activate`.
   * @throws SearchUnavailable
   */
  async open(generation?: number): Promise<void> {
    this.#select(generation ? await this.#generations.begin(generation) : await this.#generations.open());
  }

  #select(generation: number): void {
    this.#generation = generation;
    this.#rows = this.#generations.rowsOf(generation);
  }

  /** The other indices of this name: those that some node may search still, and those that are built. */
  async others(): Promise<SearchCluster[]> {
    const { all } = await this.#generations.list();
    return all.flatMap((generation) => {
      if (generation === this.#generation) return [];
      const other = new SearchCluster(this.#client, this.#name, () => undefined);
      other.#select(generation);
      return [other];
    });
  }

  /** Puts the index that was begun in the place of the one in use. @returns its number @throws SearchUnavailable */
  async activate(now: number): Promise<number> {
    await this.#generations.activate(this.#generation, now);
    return this.#generation;
  }

  /** Removes the indices that were replaced or begun long ago. */
  removeReplaced(now: number): Promise<void> {
    return this.#generations.removeReplaced(now);
  }

  /** Whether another index is in use; not where none is. */
  async isReplaced(): Promise<boolean> {
    const { inUse } = await this.#generations.list();
    return inUse !== null && inUse !== this.#generation;
  }

  /** Searches, all in one request. @throws SearchUnavailable when one of them is not answered as a whole */
  async search(bodies: readonly object[]): Promise<FoundDocuments[]> {
    const header = { index: this.#rows, allow_partial_search_results: false };
    const { body } = await this.#ask(() =>
      this.#client.msearch({ body: bodies.flatMap((search) => [header, search]) }),
    );
    return body.responses.map((answer) => {
      const { error, status, timed_out, _shards, hits } = Object(answer);
      if (isForTheMoment(status) || timed_out || _shards?.failed > 0) throw searchUnavailable();
      if (error?.type === NO_INDEX) throw this.#lost();
      if (error) throw new Error(`OpenSearch refused a search: ${JSON.stringify(error).slice(0, 1_000)}`);
      return {
        total: Number(hits.total?.value ?? 0),
        documents: hits.hits.map(toDocument),
      };
    });
  }

  /** Documents by their ids, as they were written last; a missing one is undefined. @throws SearchUnavailable */
  async read(ids: readonly string[], members: readonly string[]): Promise<(FoundDocument | undefined)[]> {
    if (ids.length === 0) return [];
    const { body } = await this.#ask(() =>
      this.#client.mget({ index: this.#rows, _source: [...members], body: { ids: [...ids] } }),
    );
    return body.docs.map((document) => {
      const { error, found } = Object(document);
      if (error?.type === NO_INDEX) throw this.#lost();
      // A shard that does not answer: the document may be there.
      if (error) throw searchUnavailable();
      return found ? toDocument(document) : undefined;
    });
  }

  /**
   * Writes documents by their ids; with a version only where nobody has changed them since.
   * @returns the new versions; null where somebody has
   * @throws SearchUnavailable when one was not written
   */
  write(
    documents: readonly (readonly [id: string, document: object, version?: DocumentVersion | undefined])[],
  ): Promise<(DocumentVersion | null)[]> {
    return this.#change(
      documents.map(([id, document, version]) => [{ index: { _id: id, ...version } }, document]),
    );
  }

  /** Changes members of documents; nothing where they are not there. @throws SearchUnavailable */
  async update(changes: readonly (readonly [id: string, members: object])[]): Promise<void> {
    await this.#change(changes.map(([id, doc]) => [{ update: { _id: id } }, { doc }]));
  }

  /** Makes what was written visible to searches. */
  async refresh(): Promise<void> {
    // One that has begun may miss what was written since.
    if (this.#refresh) await this.#refresh.catch(() => undefined);
    this.#refresh ??= this.#ask(() =>
      this.#client.indices.refresh({ index: this.#rows }, { requestTimeout: WRITE_TIMEOUT_MS }),
    )
      .then(() => undefined)
      .finally(() => {
        this.#refresh = null;
      });
    await this.#refresh;
  }

  /** Deletes documents that nobody has changed since. @throws SearchUnavailable */
  async remove(documents: readonly { id: string; version: DocumentVersion }[]): Promise<void> {
    await this.#change(documents.map(({ id, version }) => [{ delete: { _id: id, ...version } }]));
  }

  /** Deletes what a query matches, of what searches can see. @returns whether none of it is left */
  async removeMatches(query: object): Promise<boolean> {
    const { body } = await this.#ask(() =>
      this.#client.deleteByQuery(
        { index: this.#rows, conflicts: 'proceed', refresh: true, body: { query } },
        { requestTimeout: WRITE_TIMEOUT_MS },
      ),
    );
    const { failures = [], timed_out, version_conflicts } = Object(body);
    return failures.length === 0 && !timed_out && version_conflicts === 0;
  }

  /** @returns the new version of each document; null where it has another one than expected, or is not there */
  async #change(actions: readonly object[][]): Promise<(DocumentVersion | null)[]> {
    if (actions.length === 0) return [];
    const answer = await this.#ask(() =>
      this.#client.bulk(
        { index: this.#rows, require_alias: true, body: actions.flat() },
        { requestTimeout: WRITE_TIMEOUT_MS },
      ),
    );
    const items = answer.body.items.map((item) => Object(Object.values(item)[0]));
    const failed = items.filter(({ error, status }) => error && !isOutOfDate(error, status));
    const [first] = failed.filter(({ status }) => !isForTheMoment(status));
    if (first?.error.type === NO_INDEX) throw this.#lost();
    if (first) throw new Error(`OpenSearch refused a row: ${JSON.stringify(first.error).slice(0, 1_000)}`);
    if (failed.length > 0) throw searchUnavailable();
    return items.map((item) => (item.error ? null : (toVersion(item) ?? null)));
  }

  async #ask<T>(work: () => Promise<T>): Promise<T> {
    try {
      return await work();
    } catch (error) {
      if (isResponse(error, NO_INDEX)) throw this.#lost();
      throw toSearchError(error);
    }
  }

  #lost(): Error {
    this.#onLoss(new Error(`OpenSearch has no index ${this.#rows}`));
    return searchUnavailable();
  }

  async close(): Promise<void> {
    await this.#client.close();
  }
}

function toDocument(found: unknown): FoundDocument {
  const { _id, sort = [], fields = {}, _source = {} } = Object(found);
  return { id: String(_id), version: toVersion(found), sort, fields, source: _source };
}

function toVersion(found: unknown): DocumentVersion | undefined {
  const { _seq_no, _primary_term } = Object(found);
  return _seq_no === undefined ? undefined : { if_seq_no: _seq_no, if_primary_term: _primary_term };
}

const isOutOfDate = ({ type }: { type?: string }, status: unknown): boolean =>
  type === 'version_conflict_engine_exception' || (type === 'document_missing_exception' && status === 404);
