/** The conflicts of a merge plan, each with its decision. */
import type { Decision } from '../../elements/decided.ts';
import { DecisionView } from '../../elements/decision.tsx';
import { FieldChange } from '../../elements/field-change.tsx';
import { Pill } from '../../elements/pill.tsx';
import {
  combinedField,
  countUndecided,
  type Decisions,
  MERGE_REASONS,
  type MergeConflict,
  type MergePlan,
  toDecisionSide,
} from './plan.ts';
import type { SourceComparison } from './source-comparison.ts';

interface ConflictsProps {
  plan: MergePlan;
  /** Null where it cannot be read, and while it is. */
  comparison: SourceComparison | null;
  decisions: Decisions;
  decide: (conflictId: string, decision: Decision) => void;
}

export function Conflicts({ plan, comparison, decisions, decide }: ConflictsProps) {
  const { conflicts, parent, toRevision } = plan;
  if (conflicts.length === 0) return null;
  const undecided = countUndecided(plan, decisions);
  return (
    <section>
      <h2>
        To decide{' '}
        <Pill state={undecided === 0 ? 'decided' : 'undecided'}>
          {undecided === 0 ? 'all decided' : `${undecided} undecided`}
        </Pill>
      </h2>
      {conflicts.map((conflict) => {
        const { conflictId, type, address, label, theirs_element_id, base, theirs, mine } = conflict;
        const side = mine ?? theirs ?? base;
        return (
          <DecisionView
            key={conflictId}
            title={[side?.label ?? address, side?.toc_content, label].filter((part) => part).join(' ')}
            what={MERGE_REASONS[type]}
            mine={toDecisionSide(mine)}
            base={toDecisionSide(base)}
            theirs={toDecisionSide(theirs)}
            theirsName={[parent?.name ?? 'the source', toRevision?.code].join(' ')}
            combine={combinationOf(conflict)}
            isOneClause={theirs_element_id === undefined}
            decision={decisions.get(conflictId)}
            decide={(decision) => decide(conflictId, decision)}
          >
            <TakenFields conflict={conflict} plan={plan} comparison={comparison} />
          </DecisionView>
        );
      })}
    </section>
  );
}

function combinationOf(conflict: MergeConflict): 'words' | { parts: readonly string[] } | null {
  if (!conflict.canCombine) return null;
  return conflict.type === 'field_changed' ? { parts: [combinedField(conflict)] } : 'words';
}

interface TakenFieldsProps {
  conflict: MergeConflict;
  plan: MergePlan;
  comparison: SourceComparison | null;
}

/** Fields of the clause that the source alone changed: they are taken, whatever is decided about its words. */
function TakenFields({ conflict: { type, element_id }, plan, comparison }: TakenFieldsProps) {
  if (type !== 'both_changed' && type !== 'both_moved') return null;
  const asked = new Set(plan.conflicts.map(({ field_id }) => field_id));
  const fields = (comparison?.fields ?? []).filter(
    (field) => field.element_id === element_id && !asked.has(field.field_id),
  );
  if (fields.length === 0) return null;
  return (
    <>
      <p class="small">Of its fields these are taken without a question:</p>
      <ul class="rows">
        {fields.map((field) => (
          <FieldChange key={field.field_id} field={field} />
        ))}
      </ul>
    </>
  );
}
