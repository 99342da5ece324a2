/** The conflicts of a merge plan, each with its decision. */
import { type Decision, DecisionView } from '../../elements/decision.tsx';
import { countUndecided, type Decisions, MERGE_REASONS, type Plan, toDecisionSide } from './plan.ts';

interface ConflictsProps {
  plan: Plan;
  decisions: Decisions;
  decide: (conflictId: string, decision: Decision) => void;
}

export function Conflicts({ plan, decisions, decide }: ConflictsProps) {
  const { conflicts, toRevision } = plan;
  if (conflicts.length === 0) return null;
  const undecided = countUndecided(plan, decisions);
  return (
    <section>
      <h2>
        To decide <span class="tag">{undecided === 0 ? 'all decided' : `${undecided} undecided`}</span>
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
            theirsName={`the source in ${toRevision?.code ?? ''}`}
            combine={!canCombine ? null : type === 'field_changed' ? 'parts' : 'words'}
            decision={decisions.get(conflictId)}
            decide={(decision) => decide(conflictId, decision)}
          />
        );
      })}
    </section>
  );
}
