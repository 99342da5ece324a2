/**
 * Cache of the ids of elements and fields in sealed revisions of standards, loaded from standards, to find whether
 * the anchor of a comment exists.
 */
import { LRUCache } from 'lru-cache';
import type { RequestContext } from '../../../shared/kernel/service/request-context.ts';

/** The elements or the fields of one sealed revision of a standard. */
export interface ContentPart {
  kind: 'elements' | 'fields';
  revisionId: number;
}

/** Identifies a part in maps. */
export const contentPartKey = ({ kind, revisionId }: ContentPart): string => `${kind} ${revisionId}`;

/** Ids over all cached revisions; about 20 MB. */
const MAX_CACHED_IDS = 500_000;

export class ContentIds {
  readonly #cache = new LRUCache<string, ReadonlySet<number>>({
    maxSize: MAX_CACHED_IDS,
    maxEntrySize: MAX_CACHED_IDS,
    sizeCalculation: (ids) => ids.size + 1,
  });

  /** The ids of the elements, or of the fields, of a revision. Sealed, so they never change. */
  async load(part: ContentPart, ctx: RequestContext): Promise<ReadonlySet<number>> {
    const key = contentPartKey(part);
    const cached = this.#cache.get(key);
    if (cached) return cached;
    const ids = new Set(await requestIds(part, ctx));
    this.#cache.set(key, ids);
    return ids;
  }
}

async function requestIds({ kind, revisionId }: ContentPart, ctx: RequestContext): Promise<number[]> {
  const params = { revision_id: revisionId };
  if (kind === 'fields') return (await ctx.call('standards.fields', params)).fields.map(({ id }) => id);
  return (await ctx.call('standards.sealedRevision', params)).elements.map(({ element_id }) => element_id);
}
