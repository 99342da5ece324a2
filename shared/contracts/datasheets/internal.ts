/**
 * Contracts of the internal actions that give projects the content of sealed datasheets, for exports, the
 * trees over their values, for certificates and proofs, and the counts of upgrade plans.
 */
import { internalAction } from '../endpoint.ts';
import { certifiedValue, treeHead, valueProof } from '../proofs.ts';
import { boolean, id, integer, list, object, optional, text } from '../schema.ts';
import { shiftedValueCount } from './shapes.ts';

export const sealedDatasheet = object({
  datasheet_id: id,
  revision_id: id,
  code: text,
  name: text,
  scope: text,
  standard_id: id,
  standard_revision_id: id,
  values: list(certifiedValue),
  /** With `with_seeds`: the seed of the salts of its tree. */
  proof_seed: optional(text),
});

export const datasheetInternalActions = {
  'datasheets.sealed': internalAction({
    calledBy: ['projects'],
    summary:
      'Sealed datasheet revisions by id, for readers whose access projects has checked, in the order requested',
    params: { revision_ids: list(id), with_seeds: optional(boolean) },
    returns: object({ datasheets: list(sealedDatasheet) }),
  }),
  'datasheets.valueTrees': internalAction({
    calledBy: ['projects'],
    summary:
      'The head of the tree over the values of sealed datasheet revisions, which a certificate names, in the order requested',
    params: { revision_ids: list(id) },
    returns: object({ trees: list(object({ revision_id: id, code: text, tree: treeHead })) }),
  }),
  'datasheets.valueProof': internalAction({
    calledBy: ['projects'],
    summary:
      'The proof of one value in the tree of a sealed datasheet revision, for readers whose access projects has checked; 404 when it has no such field',
    params: { revision_id: id, field_id: id },
    returns: valueProof,
  }),
  'datasheets.planCounts': internalAction({
    calledBy: ['projects'],
    summary:
      'Counts of the plan to upgrade datasheet revisions to a standard revision (preview, project upgrade plan); failures has those without a plan, each with the reason',
    params: {
      moves: list(object({ revision_id: id, to_standard_revision_id: id })),
      with_warnings: optional(boolean),
    },
    returns: object({
      plans: list(
        object({
          revision_id: id,
          needsUpgrade: boolean,
          conflictCount: integer,
          additions: integer,
          removals: integer,
          modifications: integer,
          /** None unless asked for. */
          warnings: list(shiftedValueCount),
        }),
      ),
      failures: list(object({ revision_id: id, message: text })),
    }),
  }),
} as const;
