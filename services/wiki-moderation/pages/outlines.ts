/** A wiki revision as structured elements (document 2, Wiki reads). Revisions are sealed, so what was parsed once stays true. */
import { LRUCache } from 'lru-cache';
import { fail } from '../../../shared/kernel/errors.ts';
import type { MarkupReader } from '../../../shared/kernel/markup-reader/reader.ts';
import type { ParseOutcome } from '../../../shared/kernel/markup-reader/reader-task.ts';
import { toProblems } from './source.ts';

/** A stored revision and its text. */
interface StoredRevision {
  id: string;
  pageId: string;
  content: string;
}

/** A parse under way, with those who wait for it. */
interface Parse {
  outcome: Promise<ParseOutcome>;
  waiting: number;
  /** Ends it. */
  abort: AbortController;
}

export class Outlines {
  readonly #reader: MarkupReader;
  /** Parsed revisions by id, bounded by the characters of their sources. */
  readonly #parsed = new LRUCache<string, ParseOutcome>({ maxSize: 8_000_000, max: 500 });
  /** Revisions that are being parsed, by id. */
  readonly #running = new Map<string, Parse>();

  constructor(reader: MarkupReader) {
    this.#reader = reader;
  }

  /**
   * The outline of a stored revision, parsed once for all who ask for it meanwhile.
   * @param signal aborted when this caller waits no longer; what nobody waits for is not parsed on
   * @throws UNPARSEABLE_SOURCE with the findings, for a text of an older grammar; SERVICE_UNAVAILABLE while too much waits to be parsed
   */
  async read(revision: StoredRevision, signal: AbortSignal): Promise<ParseOutcome> {
    const markup = this.#parsed.get(revision.id) ?? (await this.#wait(revision, signal));
    if (markup.errors.length > 0) {
      throw fail('UNPARSEABLE_SOURCE', 'This revision cannot be read as a standard. Correct its text in a new revision.', {
        errors: toProblems(markup.errors),
      });
    }
    return markup;
  }

  async #wait(revision: StoredRevision, signal: AbortSignal): Promise<ParseOutcome> {
    const parse = this.#running.get(revision.id) ?? this.#start(revision);
    parse.waiting += 1;
    const leave = (): void => {
      parse.waiting -= 1;
      if (parse.waiting > 0) return;
      // Whoever comes now begins anew.
      this.#end(revision.id, parse);
      parse.abort.abort();
    };
    if (signal.aborted) leave();
    else signal.addEventListener('abort', leave, { once: true });
    return parse.outcome.finally(() => signal.removeEventListener('abort', leave));
  }

  #start(revision: StoredRevision): Parse {
    const abort = new AbortController();
    const parse: Parse = { outcome: this.#parse(revision, abort.signal), waiting: 0, abort };
    this.#running.set(revision.id, parse);
    const end = (): void => this.#end(revision.id, parse);
    parse.outcome.then(end, end);
    return parse;
  }

  async #parse({ id, pageId, content }: StoredRevision, signal: AbortSignal): Promise<ParseOutcome> {
    // The page is what has its turn: visitors have no account, and one of them who asks for many pages would else hold up all others.
    const markup = await this.#reader.parse(content, { owner: `page ${pageId}`, signal });
    this.#parsed.set(id, markup, { size: content.length + 1 });
    return markup;
  }

  #end(revisionId: string, parse: Parse): void {
    if (this.#running.get(revisionId) === parse) this.#running.delete(revisionId);
  }
}
