/**
 * Loader of a company library: creates and publishes the documents of `national-library.ts` over REST, four
 * at a time, up to a number of standards or clauses.
 */
import type { ApiCaller } from '../../shared/rest-client/api-caller.ts';
import { libraryDocuments } from './national-library.ts';
import { createStandard, publishStandard } from './standards.ts';

/** What has been published so far. */
interface LibrarySize {
  standards: number;
  clauses: number;
}

/** Standards in one category, about as many as a company has there. */
const STANDARDS_PER_CATEGORY = 100;
/** Requests at once: enough to keep two cores busy, and the most documents in memory. */
const CONCURRENCY = 4;
const PROGRESS_EVERY = 250;

/** Publishes the documents of an endless national library. */
export class LibraryLoader {
  readonly standardIds: number[] = [];
  readonly #api: ApiCaller;
  readonly #documents = libraryDocuments();
  readonly #categories: Promise<number>[] = [];
  #clauses = 0;
  #started = 0;

  /** @param api caller in a company that may write standards and categories */
  constructor(api: ApiCaller) {
    this.#api = api;
  }

  get size(): LibrarySize {
    return { standards: this.standardIds.length, clauses: this.#clauses };
  }

  /** Publishes until the library has the target number of standards or clauses. @throws ApiError */
  async load(target: Partial<LibrarySize>, log: (line: string) => void): Promise<void> {
    const { standards = Number.POSITIVE_INFINITY, clauses = Number.POSITIVE_INFINITY } = target;
    const startedAt = performance.now();
    const before = this.standardIds.length;
    const work = async (): Promise<void> => {
      while (this.#started < standards && this.#clauses < clauses) {
        this.#started += 1;
        await this.#publishNext();
        if (this.standardIds.length % PROGRESS_EVERY === 0) log(this.#progress());
      }
    };
    await Promise.all(Array.from({ length: CONCURRENCY }, work));
    const seconds = (performance.now() - startedAt) / 1000;
    const rate = (this.standardIds.length - before) / seconds;
    log(`${this.#progress()} in ${seconds.toFixed(0)} s, ${rate.toFixed(0)} standards a second`);
  }

  #progress(): string {
    return `library: ${this.standardIds.length} standards, ${this.#clauses} clauses`;
  }

  async #publishNext(): Promise<void> {
    const index = this.#started - 1;
    const { name, ...text } = this.#documents.next().value;
    const category_id = await this.#category(Math.floor(index / STANDARDS_PER_CATEGORY));
    const { id } = await createStandard(this.#api, { name, category_id, subject_type: 'company' }, text);
    await publishStandard(this.#api, id);
    this.standardIds.push(id);
    this.#clauses += text.elements.length;
  }

  /** The category with this number, created once. */
  #category(number: number): Promise<number> {
    const input = { name: `Division ${number + 1}`, subject_type: 'company' } as const;
    this.#categories[number] ??= this.#api.call('categories.create', input).then(({ id }) => id);
    return this.#categories[number];
  }
}
