/**
 * Handlers of the internal actions by which projects reads sealed datasheet revisions: their content for exports, the
 * trees over their values for certificates, and the proof of one value.
 */
import type {
  datasheetInternalActions,
  sealedDatasheet,
} from '../../../shared/contracts/datasheets/internal.ts';
import type { Infer } from '../../../shared/contracts/schema.ts';
import { notFound } from '../../../shared/kernel/errors/errors.ts';
import type { Handlers, NoResources } from '../../../shared/kernel/service/handlers.ts';
import type { RequestContext } from '../../../shared/kernel/service/request-context.ts';
import type { SealedTree } from '../../../shared/proof-tree.ts';
import type { StandardDefinition } from '../definition-cache.ts';
import type { DatasheetsService } from '../open-datasheets.ts';
import {
  type CertifiedRevision,
  type DatasheetRevision,
  missingRevisionError,
} from '../records/repository.ts';
import { listCertifiedValues, proveValue } from '../records/value-tree.ts';

type SealedContracts = Pick<
  typeof datasheetInternalActions,
  'datasheets.sealedRevisions' | 'datasheets.valueTrees' | 'datasheets.valueProof'
>;

/** The tree of a revision that a project revision contains. */
function treeOf({ _id, tree }: CertifiedRevision): SealedTree {
  if (!tree) throw missingRevisionError(_id);
  return tree;
}

export const sealedDatasheetActions = ({
  revisions,
  definitions,
}: DatasheetsService): Handlers<SealedContracts, NoResources> => {
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

  return {
    async 'datasheets.sealedRevisions'({ revision_ids, with_seeds }, ctx) {
      const sealed = inOrder(revision_ids, await revisions.find(revision_ids));
      const datasheets = [];
      for (const revision of sealed) {
        const definition = await definitions.load(ctx, revision.standard_revision_id);
        const view = presentSealedRevision(revision, definition);
        if (!with_seeds) datasheets.push(view);
        else {
          datasheets.push({ ...view, proof_seed: treeOf(revision).seed });
        }
      }
      return { datasheets };
    },

    async 'datasheets.valueTrees'({ revision_ids }) {
      const certified = inOrder(revision_ids, await revisions.findCertified(revision_ids));
      return {
        trees: certified.map((revision) => {
          const { size, root_sha256 } = treeOf(revision);
          return { revision_id: revision._id, code: revision.code, tree: { size, root_sha256 } };
        }),
      };
    },

    async 'datasheets.valueProof'({ revision_id, field_id }, ctx) {
      const revision = await revisions.require(revision_id);
      const fields = await fieldsOf(revision, ctx);
      const proof = proveValue(revision, fields, revision.states, treeOf(revision).seed, field_id);
      if (proof === null) throw notFound();
      return proof;
    },
  };
};

/** A sealed revision with its values and the labels and units of its own standard revision. */
const presentSealedRevision = (
  revision: DatasheetRevision,
  definition: StandardDefinition,
): Infer<typeof sealedDatasheet> => ({
  datasheet_id: revision.datasheet_id,
  revision_id: revision._id,
  code: revision.code,
  name: revision.name,
  scope: revision.scope,
  standard_id: revision.standard_id,
  standard_revision_id: revision.standard_revision_id,
  values: listCertifiedValues(definition.fields, revision.states),
});
