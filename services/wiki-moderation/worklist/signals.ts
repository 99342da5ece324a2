/**
 * Computes the warnings of the moderation worklist about a matter: its text has changed on the page or in a copy, it
 * is no longer found there, or the matter is overdue. Comparisons with a page revision are cached, since neither text
 * changes.
 */
import { LRUCache } from 'lru-cache';
import type { RequestContext } from '../../../shared/kernel/service/request-context.ts';
import type { ElementContent } from '../../../shared/revisioning/outline/content-hash.ts';
import { clauseTextHashes } from '../../../shared/revisioning/outline/content-hash.ts';
import type { Editions } from '../adoption/repository.ts';
import { findEscalation } from '../holds/deadlines.ts';
import type { PageRecord } from '../pages/model.ts';
import type { Pages } from '../pages/repository.ts';
import type { RevisionParser } from '../pages/revision-parser.ts';
import type { MatterRecord } from './model.ts';

export interface MatterSignals {
  changed: boolean;
  unlocatable: boolean;
  escalated: boolean;
}

interface Deps {
  pages: Pages;
  editions: Editions;
  revisionParser: RevisionParser;
}

/** A held text compared with the current revision of its page. */
type TextComparison = 'same' | 'changed' | 'missing';

const MAX_CACHED_COMPARISONS = 20_000;
export const NO_SIGNALS: MatterSignals = { changed: false, unlocatable: false, escalated: false };

export class SignalReader {
  readonly #deps: Deps;
  /** By matter and revision. */
  readonly #comparisons = new LRUCache<string, TextComparison>({ max: MAX_CACHED_COMPARISONS });

  constructor(deps: Deps) {
    this.#deps = deps;
  }

  /**
   * The signals of matters, by id; those of resolved ones are false.
   * @param differsInCopy ids of the matters whose clause has another text in a library copy
   */
  async read(
    matters: readonly MatterRecord[],
    pages: ReadonlyMap<string, PageRecord>,
    { differsInCopy, now, ctx }: { differsInCopy: ReadonlySet<number>; now: Date; ctx: RequestContext },
  ): Promise<Map<number, MatterSignals>> {
    const signals = new Map<number, MatterSignals>();
    // Page by page: a parse may take a second, and the queue of the markup reader is shared by all requests.
    for (const [pageId, rows] of Map.groupBy(matters, ({ page_id }) => page_id)) {
      const page = pages.get(pageId);
      const open = rows.filter(({ state }) => state === 'open');
      if (page) await this.#compare(page, open, ctx);
      for (const matter of open) {
        const comparison = page && this.#comparisons.get(cacheKey(matter, page));
        signals.set(matter._id, {
          changed: comparison === 'changed' || differsInCopy.has(matter._id),
          unlocatable: comparison === 'missing',
          escalated: findEscalation(matter.opened_at) <= now,
        });
      }
    }
    return signals;
  }

  /** Compares each matter of a page and caches the results. */
  async #compare(page: PageRecord, matters: readonly MatterRecord[], ctx: RequestContext): Promise<void> {
    const missing = matters.filter((matter) => !this.#comparisons.has(cacheKey(matter, page)));
    const ofClauses = missing.filter(({ address }) => address !== null);
    const texts = ofClauses.length > 0 ? indexTexts(await this.loadElements(page, ctx)) : null;
    for (const matter of missing) {
      const comparison =
        matter.address === null || !texts
          ? await this.#compareEdition(page, matter)
          : compareClause(matter, matter.address, texts);
      this.#comparisons.set(cacheKey(matter, page), comparison);
    }
  }

  /** The elements of the current revision; none for a text of an older grammar. */
  async loadElements(page: PageRecord, ctx: RequestContext): Promise<ElementContent[]> {
    const { id } = page.current_revision;
    const content = await this.#deps.pages.loadText(id);
    const stored = { id, pageId: page._id, content };
    return (await this.#deps.revisionParser.parseOrFindErrors(stored, ctx.signal)).elements;
  }

  /** An edition has changed when the markdown of the page is no longer that of its source. */
  async #compareEdition(page: PageRecord, { edition_id }: MatterRecord): Promise<TextComparison> {
    const { pages, editions } = this.#deps;
    const edition = await editions.findById(edition_id);
    const [source, current] = await Promise.all(
      [edition?.source_revision_id ?? '', page.current_revision.id].map((id) =>
        pages.revisions.findOfPage(page._id, id),
      ),
    );
    return source?.content_hash === current?.content_hash ? 'same' : 'changed';
  }
}

const cacheKey = ({ _id }: MatterRecord, { current_revision }: PageRecord): string =>
  `${_id}/${current_revision.id}`;

interface TextIndex {
  /** Whether the clause at an address has no words. */
  isEmptyAt: ReadonlyMap<string, boolean>;
  hashes: ReadonlySet<string>;
}

function indexTexts(elements: readonly ElementContent[]): TextIndex {
  return {
    isEmptyAt: new Map(
      elements.map(({ address, toc_content, content }) => [address, toc_content + content === '']),
    ),
    hashes: new Set(elements.flatMap(clauseTextHashes)),
  };
}

/** A wiki revision has no identities: the clause is found by its text, else at its address. */
function compareClause({ text_hash }: MatterRecord, address: string, texts: TextIndex): TextComparison {
  const isSame = text_hash === null ? texts.isEmptyAt.get(address) === true : texts.hashes.has(text_hash);
  if (isSame) return 'same';
  return texts.isEmptyAt.has(address) ? 'changed' : 'missing';
}
