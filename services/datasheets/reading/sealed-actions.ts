/**
 * Handlers of the internal actions that give projects sealed revisions, for exports and integrated content; the
 * trees over their values, for certificates; and the proof of one value.
 */
import type { datasheetInternalActions } from '../../../shared/contracts/datasheets/internal.ts';
import { notFound } from '../../../shared/kernel/errors/errors.ts';
import type { Handlers, NoResources } from '../../../shared/kernel/service/handlers.ts';
import type { RequestContext } from '../../../shared/kernel/service/request-context.ts';
import type { DefinitionCache } from '../definition-cache.ts';
import { missingRevisionError } from '../records/errors.ts';
import type { CertifiedRevision, DatasheetRevision, DatasheetRevisions } from '../records/repository.ts';
import { proveValue, sealValueTree } from '../records/value-tree.ts';
import { presentSealedRevision } from './present-sealed.ts';

type SealedContracts = Pick<
  typeof datasheetInternalActions,
  'datasheets.sealed' | 'datasheets.valueTrees' | 'datasheets.valueProof'
>;

interface Deps {
  revisions: DatasheetRevisions;
  definitions: DefinitionCache;
}

/** Revisions whose values are in memory at once. */
const BATCH_SIZE = 20;

export const sealedDatasheetActions = ({
  revisions,
  definitions,
}: Deps): Handlers<SealedContracts, NoResources> => {
  /** The revisions in the order of their ids. A broken pointer must fail an export, not shorten it. */
  function inOrder<T>(ids: readonly number[], found: ReadonlyMap<number, T>): T[] {
    return ids.map((id) => {
      const revision = found.get(id);
      if (revision === undefined) throw missingRevisionError(id);
      return revision;
    });
  }

  const fieldsOf = async ({ standard_revision_id }: DatasheetRevision, ctx: RequestContext) =>
    (await definitions.load(ctx, standard_revision_id)).fields;

  /** Makes and stores the trees of revisions that were sealed without one; a dry run stores none. */
  async function addMissingTrees(
    ids: readonly number[],
    ctx: RequestContext,
  ): Promise<Map<number, CertifiedRevision>> {
    const made = new Map<number, CertifiedRevision>();
    for (let at = 0; at < ids.length; at += BATCH_SIZE) {
      const full = await revisions.find(ids.slice(at, at + BATCH_SIZE));
      const trees = [];
      for (const revision of full.values()) {
        const fields = await fieldsOf(revision, ctx);
        const tree = sealValueTree(revision, fields, revision.states);
        trees.push({ id: revision._id, tree });
        made.set(revision._id, { _id: revision._id, code: revision.code, tree });
      }
      if (!ctx.isDryRun) await revisions.addTrees(trees);
    }
    // Another node may have stored other trees first.
    return ctx.isDryRun ? made : revisions.findCertified(ids);
  }

  /** The heads of revisions with their trees, in the order of their ids. */
  async function loadCertified(ids: readonly number[], ctx: RequestContext): Promise<CertifiedRevision[]> {
    const found = await revisions.findCertified(ids);
    const missing = ids.filter((id) => found.get(id)?.tree === undefined);
    if (missing.length === 0) return inOrder(ids, found);
    return inOrder(ids, new Map([...found, ...(await addMissingTrees(missing, ctx))]));
  }

  async function loadSeed(id: number, ctx: RequestContext): Promise<string> {
    const [revision] = await loadCertified([id], ctx);
    if (!revision?.tree) throw missingRevisionError(id);
    return revision.tree.seed;
  }

  return {
    async 'datasheets.sealed'({ revision_ids, with_seeds }, ctx) {
      const sealed = inOrder(revision_ids, await revisions.find(revision_ids));
      const datasheets = [];
      for (const revision of sealed) {
        const definition = await definitions.load(ctx, revision.standard_revision_id);
        const view = presentSealedRevision(revision, definition);
        if (!with_seeds) datasheets.push(view);
        else {
          const seed = revision.tree?.seed ?? (await loadSeed(revision._id, ctx));
          datasheets.push({ ...view, proof_seed: seed });
        }
      }
      return { datasheets };
    },

    async 'datasheets.valueTrees'({ revision_ids }, ctx) {
      const certified = await loadCertified(revision_ids, ctx);
      return {
        trees: certified.map(({ _id, code, tree }) => {
          if (!tree) throw missingRevisionError(_id);
          const { size, root_sha256 } = tree;
          return { revision_id: _id, code, tree: { size, root_sha256 } };
        }),
      };
    },

    async 'datasheets.valueProof'({ revision_id, field_id }, ctx) {
      const revision = await revisions.require(revision_id);
      const fields = await fieldsOf(revision, ctx);
      const seed = revision.tree?.seed ?? (await loadSeed(revision_id, ctx));
      const proof = proveValue(revision, fields, revision.states, seed, field_id);
      if (proof === null) throw notFound();
      return proof;
    },
  };
};
