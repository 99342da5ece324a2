/** Merges as it was decided, or keeps the copy as it is. */
import { useState } from 'preact/hooks';
import { ApiError } from '../../../../shared/rest-client/api-error.ts';
import { api } from '../../api.ts';
import { ActionButton } from '../../elements/action-button.tsx';
import { Problem } from '../../elements/problem.tsx';
import { goTo, hrefOf } from '../../location.ts';
import { discardInput } from '../../unsaved-input.ts';
import { countUndecided, type Decisions, type MergePlan, toResolutions } from './plan.ts';

interface MergeActionsProps {
  plan: MergePlan;
  decisions: Decisions;
  /** Under what they are stored. */
  about: string;
  planAgain: () => void;
  onMerged: () => void;
}

export function MergeActions({ plan, decisions, about, planAgain, onMerged }: MergeActionsProps) {
  const { standard_id: id, planHash, toRevision } = plan;
  const [isBusy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>(null);
  const undecided = countUndecided(plan, decisions);
  const merge = async (): Promise<void> => {
    setBusy(true);
    setError(null);
    try {
      await api.call('standards.merge', {
        id,
        planHash: planHash ?? '',
        resolutions: toResolutions(plan, decisions),
        ...(toRevision ? { toRevisionId: toRevision.id } : {}),
      });
      discardInput(about);
      onMerged();
    } catch (failure) {
      setError(failure);
      setBusy(false);
    }
  };
  return (
    <>
      {error !== null && <Problem error={error} />}
      {error instanceof ApiError && error.is('PLAN_STALE') && (
        <button type="button" onClick={planAgain}>
          Plan it again; decisions about the same texts stay
        </button>
      )}
      {error instanceof ApiError && error.is('DRAFT_ALREADY_OPEN') && (
        <a class="button" href={hrefOf(`/standards/${id}/edit`)}>
          Look at the open draft
        </a>
      )}
      <div class="bottom">
        <button
          type="button"
          class="button main"
          aria-disabled={isBusy || undecided > 0}
          onClick={() => !isBusy && undecided === 0 && void merge()}
        >
          Merge into a draft
        </button>
        <ActionButton
          label="Keep the copy as it is"
          confirm={`Revision ${toRevision?.code ?? ''} of the source counts as seen; a later merge has these changes again.`}
          act={async () => {
            await api.call('standards.acknowledgeSource', {
              id,
              ...(toRevision ? { toRevisionId: toRevision.id } : {}),
            });
            discardInput(about);
            goTo(hrefOf(`/standards/${id}`));
          }}
        />
        <span role="status">
          {undecided > 0 ? `${undecided} undecided` : 'Nothing is published before you publish the draft.'}
        </span>
      </div>
    </>
  );
}
