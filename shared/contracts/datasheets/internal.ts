/**
 * Contracts of the internal actions that give projects the content of sealed datasheets, for exports, the
 * trees over their values, for certificates and proofs, and the counts of upgrade plans.
 */
import { internalAction } from '../endpoint.ts';
import { certifiedValue, treeHead, valueProof } from '../proofs.ts';
import * as s from '../schema.ts';
import { shiftedValueCount } from './shapes.ts';

export const sealedDatasheet = s.object({
  datasheet_id: s.id,
  revision_id: s.id,
  code: s.text,
  name: s.text,
  scope: s.text,
  standard_id: s.id,
  standard_revision_id: s.id,
  values: s.list(certifiedValue),
  /** With `with_seeds`: the seed of the salts of its tree. */
  proof_seed: s.optional(s.text),
});

export const datasheetInternalActions = {
  'datasheets.sealedRevisions': internalAction({
    group: 'datasheet',
    mutates: false,
    calledBy: ['projects'],
    summary:
      'Sealed datasheet revisions by id, for readers whose access projects has checked, in the order requested',
    params: { revision_ids: s.list(s.id), with_seeds: s.optional(s.boolean) },
    returns: s.object({ datasheets: s.list(sealedDatasheet) }),
  }),
  'datasheets.valueTrees': internalAction({
    group: 'datasheet',
    mutates: false,
    calledBy: ['projects'],
    summary:
      'The head of the tree over the values of sealed datasheet revisions, which a certificate names, in the order requested',
    params: { revision_ids: s.list(s.id) },
    returns: s.object({ trees: s.list(s.object({ revision_id: s.id, code: s.text, tree: treeHead })) }),
  }),
  'datasheets.valueProof': internalAction({
    group: 'datasheet',
    mutates: false,
    calledBy: ['projects'],
    summary:
      'The proof of one value in the tree of a sealed datasheet revision, for readers whose access projects has checked; 404 when it has no such field',
    params: { revision_id: s.id, field_id: s.id },
    returns: valueProof,
  }),
  'datasheets.planCounts': internalAction({
    group: 'datasheet',
    mutates: false,
    calledBy: ['projects'],
    summary:
      'Counts of the plan to upgrade datasheet revisions to a standard revision (preview, project upgrade plan); failures has those without a plan, each with the reason',
    params: {
      moves: s.list(s.object({ revision_id: s.id, to_standard_revision_id: s.id })),
      with_warnings: s.optional(s.boolean),
    },
    returns: s.object({
      plans: s.list(
        s.object({
          revision_id: s.id,
          needsUpgrade: s.boolean,
          conflictCount: s.integer,
          additions: s.integer,
          removals: s.integer,
          modifications: s.integer,
          /** None unless asked for. */
          warnings: s.list(shiftedValueCount),
        }),
      ),
      failures: s.list(s.object({ revision_id: s.id, message: s.text })),
    }),
  }),
} as const;
