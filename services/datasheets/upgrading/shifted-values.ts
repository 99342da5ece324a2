/**
 * Warnings of an upgrade: recorded values that stay with a clause whose text became that of another in the target
 * revision (decisions Y12).
 */
import type { shiftedValueWarning } from '../../../shared/contracts/datasheets/shapes.ts';
import type { Infer } from '../../../shared/contracts/schema.ts';
import type { Call } from '../../../shared/kernel/service/call.ts';
import { isWorthAsking, type UpgradePlan } from '../../../shared/revisioning/plan-upgrade.ts';
import { TEXT_OF_ANOTHER_CLAUSE } from '../../../shared/revisioning/shifted-texts.ts';
import type { StandardDefinition } from '../definition-cache.ts';

type Warning = Infer<typeof shiftedValueWarning>;
type PlanWarning = Warning & { text: string };

/** The clauses of a revision whose text became that of another since an earlier one, by identity. */
export type ShiftedClauses = ReadonlyMap<number, { address: string; text: string; description: string }>;

type Revision = Pick<StandardDefinition, 'revision_id'>;

/** Loads the shifted clauses between two sealed revisions. */
export async function loadShiftedClauses(call: Call, from: Revision, to: Revision): Promise<ShiftedClauses> {
  if (from.revision_id === to.revision_id) return new Map();
  const { clauses } = await call.call('standards.shiftedTexts', {
    from_revision_id: from.revision_id,
    to_revision_id: to.revision_id,
  });
  return new Map(clauses.map(({ element_id, ...clause }) => [element_id, clause]));
}

/** One warning for each shifted clause with recorded values of a datasheet, in the order of its plan. */
export function warnOfShiftedValues(
  { conflicts, autoResolved }: Pick<UpgradePlan, 'conflicts' | 'autoResolved'>,
  shifted: ShiftedClauses,
): PlanWarning[] {
  const warnings = new Map<number, PlanWarning>();
  for (const { field_id, label, from, to, recorded } of [...autoResolved, ...conflicts]) {
    const clauseId = from.element_id;
    const clause = shifted.get(clauseId);
    // A field that the revision removed is in conflict; one that it put on another clause left with its text.
    if (!clause || to?.element_id !== clauseId || !isWorthAsking(from, recorded)) continue;
    const { address, text, description } = clause;
    const warning = warnings.get(clauseId) ?? {
      rule: TEXT_OF_ANOTHER_CLAUSE,
      clauseId,
      address,
      text,
      message: `The clause has another text than when these values were recorded. ${description} Check whether each value answers what stands there now.`,
      values: [],
    };
    warning.values.push({ elementId: field_id, label, recorded });
    warnings.set(clauseId, warning);
  }
  return [...warnings.values()];
}

/** The same without words of the standard, for answers that are stored: these may be withheld later. */
export const withoutTexts = (warnings: readonly PlanWarning[]): Warning[] =>
  warnings.map(({ text: _, ...warning }) => warning);
