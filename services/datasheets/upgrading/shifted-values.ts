/**
 * Warnings of an upgrade: recorded values that would stay with a clause whose text, in the target revision, is that
 * of another clause.
 */
import type { shiftedValueWarning } from '../../../shared/contracts/datasheets/shapes.ts';
import type { Infer } from '../../../shared/contracts/schema.ts';
import type { RequestContext } from '../../../shared/kernel/service/request-context.ts';
import { TEXT_OF_ANOTHER_CLAUSE } from '../../../shared/revisioning/identity/shifted-texts.ts';
import { isWorthAsking, type UpgradePlan } from '../../../shared/revisioning/upgrade/plan-upgrade.ts';

/** A warning has no words of the standard, which may be withheld later, so that answers may be stored. */
type Warning = Infer<typeof shiftedValueWarning>;

/** The clauses of a revision whose text became that of another since an earlier one, by identity. */
export type ShiftedClauses = ReadonlyMap<number, { address: string; text?: string; description: string }>;

/** The ids of two sealed revisions. */
interface RevisionPair {
  from: number;
  to: number;
}

/**
 * Loads the shifted clauses between sealed revisions, with one call for all pairs.
 * @returns finds those of a pair; none for one that was not asked for, or of which a revision is missing
 */
export async function loadShiftedClauses(
  ctx: RequestContext,
  pairs: readonly RevisionPair[],
  { withTexts = false } = {},
): Promise<(pair: RevisionPair) => ShiftedClauses> {
  const keyOf = ({ from, to }: RevisionPair) => `${from} ${to}`;
  const asked = new Map(pairs.filter(({ from, to }) => from !== to).map((pair) => [keyOf(pair), pair]));
  if (asked.size === 0) return () => new Map();
  const loaded = await ctx.call('standards.shiftedTexts', {
    pairs: [...asked.values()].map(({ from, to }) => ({ from_revision_id: from, to_revision_id: to })),
    with_texts: withTexts,
  });
  const found = new Map(
    loaded.pairs.map(({ from_revision_id: from, to_revision_id: to, clauses }) => [
      keyOf({ from, to }),
      new Map(clauses.map(({ element_id, ...clause }) => [element_id, clause])),
    ]),
  );
  return (pair) => found.get(keyOf(pair)) ?? new Map();
}

/** One warning for each shifted clause with recorded values of a datasheet, in the order of its plan. */
export function warnOfShiftedValues(
  { conflicts, autoResolved }: Pick<UpgradePlan, 'conflicts' | 'autoResolved'>,
  shifted: ShiftedClauses,
): Warning[] {
  const warnings = new Map<number, Warning>();
  for (const { field_id, label, from, to, recorded } of [...autoResolved, ...conflicts]) {
    const clauseId = from.element_id;
    const clause = shifted.get(clauseId);
    // A field that the revision removed is in conflict; one that it put on another clause left with its text.
    if (!clause || to?.element_id !== clauseId || !isWorthAsking(from, recorded)) continue;
    const { address, description } = clause;
    const warning = warnings.get(clauseId) ?? {
      rule: TEXT_OF_ANOTHER_CLAUSE,
      clauseId,
      address,
      message: `The clause has another text than when these values were recorded.${description} Check whether each value still fits the new text.`,
      values: [],
    };
    warning.values.push({ elementId: field_id, label, recorded });
    warnings.set(clauseId, warning);
  }
  return [...warnings.values()];
}
