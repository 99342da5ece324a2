/**
 * Parser of the stored texts of wiki revisions, with a cache and one parse for concurrent callers. For reads, reverts,
 * validations, adoptions, references and signals; texts of requests are parsed in `page-source.ts` and
 * `../actions/validation-actions.ts`.
 */
import { ProcessCache } from '../../../shared/kernel/caching/process-cache.ts';
import { apiError } from '../../../shared/kernel/errors/errors.ts';
import type { MarkupReader } from '../../../shared/kernel/markup-reader/markup-reader.ts';
import type { ParseResult } from '../../../shared/kernel/markup-reader/markup-tasks.ts';
import { presentMarkupFaults } from './page-source.ts';

/** The memory that a parsed text takes with its elements, per character of the text. */
const BYTES_PER_CHARACTER = 3;

interface StoredRevision {
  id: string;
  pageId: string;
  content: string;
}

/** A running parse and the number of its callers. */
interface RunningParse {
  outcome: Promise<ParseResult>;
  waiters: number;
  abort: AbortController;
}

export class RevisionParser {
  readonly #reader: MarkupReader;
  /** Parsed revisions by id. */
  readonly #cache = new ProcessCache<string, { markup: ParseResult; characters: number }>(
    ({ characters }) => characters * BYTES_PER_CHARACTER,
  );
  /** Running parses by revision id. */
  readonly #running = new Map<string, RunningParse>();

  constructor(reader: MarkupReader) {
    this.#reader = reader;
  }

  /**
   * The parsed text of a stored revision; concurrent callers share one parse.
   * @param signal aborted when the caller disconnects; a parse without callers is aborted
   * @throws UNPARSEABLE_SOURCE with the findings, for a text of an older grammar; SERVICE_UNAVAILABLE while
   * the queue is full
   */
  async parse(revision: StoredRevision, signal: AbortSignal): Promise<ParseResult> {
    const markup = await this.parseOrFindErrors(revision, signal);
    if (markup.errors.length > 0) {
      throw apiError(
        'UNPARSEABLE_SOURCE',
        'This revision cannot be parsed as a standard. Correct the text in a new revision.',
        {
          errors: presentMarkupFaults(markup.errors),
        },
      );
    }
    return markup;
  }

  /** Like `parse`, with the errors of an older grammar in the result. @throws SERVICE_UNAVAILABLE */
  async parseOrFindErrors(revision: StoredRevision, signal: AbortSignal): Promise<ParseResult> {
    return this.#cache.get(revision.id)?.markup ?? (await this.#joinParse(revision, signal));
  }

  async #joinParse(revision: StoredRevision, signal: AbortSignal): Promise<ParseResult> {
    const parse = this.#running.get(revision.id) ?? this.#start(revision);
    parse.waiters += 1;
    const leave = (): void => {
      parse.waiters -= 1;
      if (parse.waiters > 0) return;
      this.#end(revision.id, parse);
      parse.abort.abort();
    };
    if (signal.aborted) leave();
    else signal.addEventListener('abort', leave, { once: true });
    return parse.outcome.finally(() => signal.removeEventListener('abort', leave));
  }

  #start(revision: StoredRevision): RunningParse {
    const abort = new AbortController();
    const parse: RunningParse = { outcome: this.#parseAndCache(revision, abort.signal), waiters: 0, abort };
    this.#running.set(revision.id, parse);
    const end = (): void => this.#end(revision.id, parse);
    parse.outcome.then(end, end);
    return parse;
  }

  async #parseAndCache({ id, pageId, content }: StoredRevision, signal: AbortSignal): Promise<ParseResult> {
    // Visitors have no account, so the quota is per page: a visitor who reads many pages must not block all
    // others.
    const markup = await this.#reader.parse(content, { quotaOwner: `page ${pageId}`, signal });
    this.#cache.set(id, { markup, characters: content.length });
    return markup;
  }

  #end(revisionId: string, parse: RunningParse): void {
    if (this.#running.get(revisionId) === parse) this.#running.delete(revisionId);
  }
}
