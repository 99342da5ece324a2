/**
 * Cache of the ids of elements and fields in sealed revisions of standards, loaded from standards, to find whether
 * the anchor of a comment exists.
 */
import { ProcessCache } from '../../../shared/kernel/caching/process-cache.ts';
import type { RequestContext } from '../../../shared/kernel/service/request-context.ts';

/** The elements or the fields of one sealed revision of a standard. */
export interface ContentPart {
  kind: 'elements' | 'fields';
  revisionId: number;
}

/** Identifies a part in maps. */
export const contentPartKey = ({ kind, revisionId }: ContentPart): string => `${kind} ${revisionId}`;

/** The approximate memory of an id in a set. */
const ID_BYTES = 40;

export class ContentIds {
  readonly #cache = new ProcessCache<string, ReadonlySet<number>>(({ size }) => size * ID_BYTES);

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
