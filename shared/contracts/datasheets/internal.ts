/**
 * Contracts of the internal actions that give projects the content of sealed datasheets, for exports, and the
 * counts of upgrade plans.
 */
import { disposition } from '../common-shapes.ts';
import { internalAction } from '../endpoint.ts';
import { anyValue, boolean, id, integer, list, nullable, object, text } from '../schema.ts';

/** A field with its recorded state, as exports and integrated content show it. */
const recordedField = object({
  id,
  element_id: id,
  address: text,
  label: text,
  unit: nullable(text),
  user_value: anyValue,
  disposition,
  disposition_note: nullable(text),
});

export const sealedDatasheet = object({
  datasheet_id: id,
  revision_id: id,
  code: text,
  name: text,
  scope: text,
  standard_id: id,
  standard_revision_id: id,
  elements: list(recordedField),
});

export const datasheetInternalActions = {
  'datasheets.sealed': internalAction({
    calledBy: ['projects'],
    summary:
      'Sealed datasheet revisions by id, for readers whose access projects has checked, in the order requested',
    params: { revision_ids: list(id) },
    returns: object({ datasheets: list(sealedDatasheet) }),
  }),
  'datasheets.planCounts': internalAction({
    calledBy: ['projects'],
    summary:
      'Counts of the plan to upgrade datasheet revisions to a standard revision (preview, project upgrade plan); failures has those without a plan, each with the reason',
    params: { moves: list(object({ revision_id: id, to_standard_revision_id: id })) },
    returns: object({
      plans: list(
        object({
          revision_id: id,
          needsUpgrade: boolean,
          conflictCount: integer,
          additions: integer,
          removals: integer,
          modifications: integer,
        }),
      ),
      failures: list(object({ revision_id: id, message: text })),
    }),
  }),
} as const;
