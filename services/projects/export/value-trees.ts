/**
 * Loads from the datasheets service the trees over the values of sealed datasheet revisions, which a certificate
 * names.
 */
import type { datasheetInternalActions } from '../../../shared/contracts/datasheets/internal.ts';
import type { ResultOf } from '../../../shared/contracts/endpoint.ts';
import { ProcessCache } from '../../../shared/kernel/caching/process-cache.ts';
import type { RequestContext } from '../../../shared/kernel/service/request-context.ts';
import { batches } from './load-sealed.ts';

type ValueTree = ResultOf<(typeof datasheetInternalActions)['datasheets.valueTrees']>['trees'][number];

const TREE_BYTES = 100;
const TREES_PER_CALL = 5_000;

export class ValueTrees {
  /** The trees by revision. A sealed revision never changes, and most of a project are the same at its next publish. */
  readonly #cache = new ProcessCache<number, ValueTree>(() => TREE_BYTES);

  /** The trees of datasheet revisions by id. */
  async load(revisionIds: readonly number[], ctx: RequestContext): Promise<Map<number, ValueTree>> {
    const trees = new Map<number, ValueTree>();
    const missing: number[] = [];
    for (const id of revisionIds) {
      const cached = this.#cache.get(id);
      if (cached) trees.set(id, cached);
      else missing.push(id);
    }
    // Called even if all are cached: without the datasheets service no project with datasheets is published.
    const isCached = missing.length === 0 && revisionIds.length > 0;
    const parts = isCached ? [[]] : batches(missing, TREES_PER_CALL);
    for (const revision_ids of parts) {
      const found = await ctx.call('datasheets.valueTrees', { revision_ids });
      for (const tree of found.trees) {
        trees.set(tree.revision_id, tree);
        // A dry run may get a tree that is not stored.
        if (!ctx.isDryRun) this.#cache.set(tree.revision_id, tree);
      }
    }
    return trees;
  }
}
