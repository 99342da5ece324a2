/**
 * Answer of standards.mergePlan: what a merge of the source into a customised copy changes, in the form that the page
 * shows. Also what is sent for the decisions about its conflicts.
 */
import type { EndpointParams, EndpointResult } from '../../../../shared/rest-client/endpoint-types.ts';
import { type Decision, type DecisionSide, isDecided } from '../../elements/decision.tsx';
import { choicesOf, remarksOf } from '../../elements/field-table.tsx';

export type MergePlan = EndpointResult<'standards.mergePlan'>;
export type PlanSide = NonNullable<MergePlan['conflicts'][number]['theirs']>;

type Resolutions = EndpointParams<'standards.merge'>['resolutions'];

/** By the ids of conflicts. */
export type Decisions = ReadonlyMap<string, Decision>;

export const MERGE_REASONS: Readonly<Record<MergePlan['conflicts'][number]['type'], string>> = {
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
    fields: field ? [[field.label, choicesOf(field), ...remarksOf(field)].join(', ')] : [],
  };
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
