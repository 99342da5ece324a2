/**
 * Shows the conflicts of a draft with what others saved, each with both sides and what they started from, to be
 * decided clause by clause.
 */
import { useState } from 'preact/hooks';
import { type Decision, type DecisionSide, isDecided } from '../../elements/decided.ts';
import { DecisionView } from '../../elements/decision.tsx';
import { choicesOf, remarksOf } from '../../elements/field-table.tsx';
import type { Draft } from './draft.ts';
import { type DraftClause, keyOfStored, toDraftClauses, type WorkingCopy } from './draft-clause.ts';
import { type DraftConflict, REASONS } from './draft-conflicts.ts';

export type Decisions = ReadonlyMap<number, Decision>;

interface ConflictsProps {
  draft: Draft;
  theirs: WorkingCopy;
  conflicts: readonly DraftConflict[];
  isSaving: boolean;
  settle: (decisions: Decisions) => void;
  /** Back to the draft, which stays as it is. */
  leave: () => void;
}

export function Conflicts({ draft, theirs, conflicts, isSaving, settle, leave }: ConflictsProps) {
  const [decisions, setDecisions] = useState<Decisions>(new Map());
  const stored = new Map(toDraftClauses(theirs).map((clause) => [clause.key, clause]));
  const undecided = conflicts.filter(({ elementId }) => !isDecided(decisions.get(elementId))).length;
  return (
    <section aria-label="Conflicts">
      <h2>Others changed the same</h2>
      <p>
        Nothing was saved yet, and your draft is kept. Say for each clause what counts; all else is merged.
      </p>
      {conflicts.map((conflict) => {
        const { elementId, reason, mineAddress, by } = conflict;
        const key = keyOfStored(elementId);
        const isPlace = reason === 'address_taken';
        const mine = isPlace
          ? draft.clauses.value.find(({ address }) => address === mineAddress)
          : draft.find(key);
        const [base, other] = [isPlace ? undefined : draft.base.get(key), stored.get(key)];
        const [mySide, baseSide, theirSide] = [mine, base, other].map((one) => toSide(one, conflict));
        const heading = (mine ?? other ?? base)?.heading ?? '';
        return (
          <DecisionView
            key={elementId}
            title={`${(mine ?? other ?? base)?.address ?? ''} ${heading}`.trim()}
            what={REASONS[reason] ?? reason}
            mine={mySide ?? null}
            base={baseSide ?? null}
            theirs={theirSide ?? null}
            theirsName={by}
            combine={!isPlace && reason !== 'fields' && mine && other ? 'words' : null}
            decision={decisions.get(elementId)}
            decide={(decision) => setDecisions(new Map(decisions).set(elementId, decision))}
          >
            {isPlace && (
              <p class="small">Both stay: what counts keeps the number, the other one gets the next.</p>
            )}
          </DecisionView>
        );
      })}
      <div class="bottom">
        <button
          type="button"
          class="button main"
          aria-disabled={undecided > 0 || isSaving}
          onClick={() => undecided === 0 && !isSaving && settle(decisions)}
        >
          Save with these choices
        </button>
        <button type="button" onClick={leave}>
          Back to the draft
        </button>
        <span role="status">{undecided === 0 ? 'All are decided.' : `${undecided} undecided`}</span>
      </div>
    </section>
  );
}

function toSide(clause: DraftClause | undefined, { fields }: DraftConflict): DecisionSide | null {
  if (!clause) return null;
  const { address, heading, text, seal } = clause;
  return {
    address,
    heading,
    text,
    isWithheld: seal !== null,
    fields: clause.fields.flatMap((field) =>
      fields.length > 0 ? [[field.label, choicesOf(field), ...remarksOf(field)].join(', ')] : [],
    ),
  };
}
