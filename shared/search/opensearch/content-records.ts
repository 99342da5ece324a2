/**
 * The records of the contents in the index: whether all rows of a content are there, and when somebody used it last. A
 * content has a record as long as it may have a row, so that what an interrupted build or removal leaves is removed later.
 */
import type { ContentInCluster } from './contents-in-cluster.ts';
import type { FoundDocument, SearchCluster } from './search-cluster.ts';

/** What the record of a complete content says. */
interface ContentRecord {
  /** Number of its rows. */
  size: number;
  usedAt: number;
}

const MAX_RECORDS = 500;
/** What no node uses is removed after this. */
export const KEPT_MS = 12 * 60 * 60_000;
/** A use is noted again after this: each node looks once an hour, and few of many notes are new. */
const TOUCH_AFTER_MS = 4 * 60 * 60_000;
/** The time of last use of a content whose removal has begun. */
const LONG_AGO = 0;

export class ContentRecords {
  readonly #cluster: SearchCluster;
  readonly #now: () => number;

  constructor(cluster: SearchCluster, now: () => number) {
    this.#cluster = cluster;
    this.#now = now;
  }

  /** Before the first row of a content is written. */
  async begin(id: string): Promise<void> {
    await this.#cluster.write([[id, { record: id, used_at: this.#now() }]]);
  }

  /** When all rows of a content can be searched. */
  async complete(id: string, size: number): Promise<void> {
    await this.#cluster.write([[id, { record: id, size, used_at: this.#now() }]]);
  }

  /** What the records say of contents; undefined for one that is not complete. */
  async read(ids: readonly string[]): Promise<(ContentRecord | undefined)[]> {
    const found = await this.#cluster.read(ids, ['size', 'used_at']);
    return found.map((record) => {
      const { size, used_at } = record?.source ?? {};
      return size === undefined ? undefined : { size: Number(size), usedAt: Number(used_at) };
    });
  }

  /** Notes that contents are used, where that was noted long ago. */
  async touch(usedAt: ReadonlyMap<string, number>): Promise<void> {
    const earlier = this.#now() - TOUCH_AFTER_MS;
    await this.#note([...usedAt].flatMap(([id, at]) => (at < earlier ? [id] : [])));
  }

  async #note(ids: readonly string[]): Promise<void> {
    await this.#cluster.update(ids.map((id) => [id, { used_at: this.#now() }]));
  }

  /** Of those contents that have not the rows of which their records tell: they are no longer complete. */
  async forgetIncomplete(contents: readonly ContentInCluster[]): Promise<void> {
    for (let from = 0; from < contents.length; from += MAX_RECORDS) {
      const some = contents.slice(from, from + MAX_RECORDS);
      const counts = await this.#cluster.search(
        some.map(({ id }) => ({ size: 0, track_total_hits: true, query: { term: { content: id } } })),
      );
      for (const [at, { id, size }] of some.entries()) if (counts[at]?.total !== size) await this.begin(id);
    }
  }

  /** Removes a content with its rows, also from the other indices, which this node neither searches nor tidies. */
  async remove(id: string): Promise<void> {
    for (const cluster of [this.#cluster, ...(await this.#cluster.others())])
      await new ContentRecords(cluster, this.#now).#removeHere(id);
  }

  async #removeHere(id: string): Promise<void> {
    const [record] = await this.#cluster.read([id], []);
    if (!record) return;
    // Only rows that can be searched are found to be deleted, and the build of another index may have ended before that.
    await this.#cluster.refresh();
    // Whoever changes it in between may do so.
    await this.#remove([{ ...record, version: undefined }]);
  }

  /**
   * Notes the use of the contents that this node uses, and removes those that no node has used for long, also what earlier
   * removals left. Each node may do so at any time.
   */
  async tidy(used: ReadonlySet<string>): Promise<void> {
    const now = this.#now();
    let after: readonly unknown[] = [];
    for (;;) {
      const [found] = await this.#cluster.search([
        {
          size: MAX_RECORDS,
          query: { range: { used_at: { lt: now - TOUCH_AFTER_MS } } },
          sort: [{ record: 'asc' }],
          seq_no_primary_term: true,
          ...(after.length > 0 ? { search_after: after } : {}),
        },
      ]);
      const records = found?.documents ?? [];
      await this.#note(records.flatMap(({ id }) => (used.has(id) ? [id] : [])));
      await this.#remove(
        records.filter(({ id, source }) => !used.has(id) && Number(source.used_at) < now - KEPT_MS),
      );
      after = records.at(-1)?.sort ?? [];
      if (records.length < MAX_RECORDS) return;
    }
  }

  /** Removes those that nobody has changed since they were read. */
  async #remove(records: readonly FoundDocument[]): Promise<void> {
    // First the records say that the rows are not complete: nobody counts on them then.
    const marks = await this.#cluster.write(
      records.map(({ id, version }) => [id, { record: id, used_at: LONG_AGO }, version]),
    );
    const marked = records.flatMap(({ id }, at) => {
      const version = marks[at];
      return version ? [{ id, version }] : [];
    });
    if (marked.length === 0) return;
    const ids = marked.map(({ id }) => id);
    const areRemoved = await this.#cluster.removeMatches({ terms: { content: ids } });
    // The next time finds what is left by its record.
    if (areRemoved) await this.#cluster.remove(marked);
  }
}
