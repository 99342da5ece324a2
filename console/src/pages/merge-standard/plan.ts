/**
 * Answer of standards.mergePlan: what a merge of the source into a customised copy changes, in the form that the page
 * shows. Also what is sent for the decisions about its conflicts.
 */
import type { EndpointParams, EndpointResult } from '../../../../shared/rest-client/endpoint-types.ts';
import { combineFields } from '../../../../shared/revisioning/merge/combine-fields.ts';
import { readFieldValue } from '../../../../shared/revisioning/outline/field-value.ts';
import { type Decision, type DecisionSide, isDecided } from '../../elements/decided.ts';
import { fieldInWords } from '../../elements/field-change.tsx';

export type MergePlan = EndpointResult<'standards.mergePlan'>;
export type MergeConflict = MergePlan['conflicts'][number];
type PlanSide = NonNullable<MergeConflict['theirs']>;

type Resolutions = EndpointParams<'standards.merge'>['resolutions'];

/** By the ids of conflicts. */
export type Decisions = ReadonlyMap<string, Decision>;

export const MERGE_REASONS: Readonly<Record<MergeConflict['type'], string>> = {
  both_changed: 'both changed it',
  both_moved: 'both moved it',
  changed_deleted: 'the source changed it, the copy deleted it',
  deleted_changed: 'the source deleted it, the copy changed it',
  identity_replaced: 'the source replaced it',
  field_changed: 'both changed a field',
  address_taken: 'two clauses at one number',
};

export function toDecisionSide(side: PlanSide | null): DecisionSide | null {
  if (!side) return null;
  const { address, label, toc_content, content, field, moderation } = side;
  return {
    address: label ?? address,
    heading: toc_content,
    text: content,
    isWithheld: moderation?.level === 2,
    fields: field ? [fieldInWords(field)] : [],
  };
}

/** A field that both sides changed, in words, with each part from the side that changed it. */
export function combinedField({ base, theirs, mine }: MergeConflict): string {
  const [old, their, my] = [base, theirs, mine].map((side) =>
    side?.field
      ? {
          ...side.field,
          field_id: side.field.id,
          default_value: readFieldValue(side.field.default_value) ?? null,
        }
      : null,
  );
  return their && my ? fieldInWords(combineFields(old ?? null, their, my)) : '';
}

export const countUndecided = ({ conflicts }: MergePlan, decisions: Decisions): number =>
  conflicts.filter(({ conflictId }) => !isDecided(decisions.get(conflictId))).length;

/** What is sent for the conflicts of a plan. */
export function toResolutions({ conflicts }: MergePlan, decisions: Decisions): Resolutions {
  const resolutions: Resolutions = {};
  for (const { conflictId } of conflicts) {
    const { choice, heading, text } = decisions.get(conflictId) ?? {};
    if (choice === undefined) continue;
    resolutions[conflictId] =
      choice === 'combine' && text !== undefined
        ? { choice, combinedText: text, combinedTocContent: heading ?? '' }
        : choice;
  }
  return resolutions;
}
