/** The conflicts of a merge plan, each with its decision. */
import { type Decision, DecisionView } from '../../elements/decision.tsx';
import { Pill } from '../../elements/pill.tsx';
import { countUndecided, type Decisions, MERGE_REASONS, type MergePlan, toDecisionSide } from './plan.ts';

interface ConflictsProps {
  plan: MergePlan;
  decisions: Decisions;
  decide: (conflictId: string, decision: Decision) => void;
}

export function Conflicts({ plan, decisions, decide }: ConflictsProps) {
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
      {conflicts.map(({ conflictId, type, address, label, canCombine, base, theirs, mine }) => {
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
            combine={!canCombine ? null : type === 'field_changed' ? 'parts' : 'words'}
            decision={decisions.get(conflictId)}
            decide={(decision) => decide(conflictId, decision)}
          />
        );
      })}
    </section>
  );
}
