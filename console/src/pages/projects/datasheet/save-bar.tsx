/** What is not saved yet with the button that saves it, always in sight; and what came of the last save. */
import type { EndpointResult } from '../../../../../shared/rest-client/endpoint-types.ts';
import { Problem } from '../../../elements/problem.tsx';
import { Slow } from '../../../elements/slow.tsx';
import { wordsOf } from './sheet-edits.ts';

interface SaveBarProps {
  count: number;
  /** Fields that both changed and that are not settled yet. */
  undecided: number;
  /** How often it was saved: the summary is of one save. */
  saves: number;
  isBusy: boolean;
  onDiscard: () => void;
}

export function SaveBar({ count, undecided, saves, isBusy, onDiscard }: SaveBarProps) {
  const isClean = count === 0;
  return (
    <div class={isClean ? 'bottom save-bar clean' : 'bottom save-bar'}>
      <button
        type="submit"
        class={isClean ? 'button' : 'button main'}
        aria-disabled={isBusy || isClean || undecided > 0}
      >
        {isClean ? 'Save' : `Save ${count} ${count === 1 ? 'field' : 'fields'}`}
      </button>
      {/* Hidden, not gone: what was typed stays when a field is as it was again. */}
      <span key={saves} class="save-note" hidden={isClean}>
        <select name="severity" aria-label="Severity">
          <option value="MAJOR">major</option>
          <option value="MINOR" selected>
            minor
          </option>
          <option value="PATCH">patch</option>
        </select>
        <input
          type="text"
          name="summary"
          aria-label="Summary (optional)"
          placeholder="Summary (optional)"
          maxLength={2000}
          dir="auto"
        />
      </span>
      {isBusy && <Slow label="Saving" />}
      <span class="small">
        {undecided > 0
          ? `${undecided} to settle: both changed them.`
          : isClean
            ? 'Nothing to save yet. Enter: next field. Ctrl+Enter: save.'
            : 'Kept in this browser.'}
      </span>
      {!isClean && (
        <button type="button" class="removes" onClick={onDiscard}>
          Discard
        </button>
      )}
    </div>
  );
}

interface SaveOutcomeProps {
  saved: EndpointResult<'datasheets.revise'> | null;
  error: unknown;
  erases: boolean;
}

export function SaveOutcome({ saved, error, erases }: SaveOutcomeProps) {
  return (
    <>
      {error !== null && <Problem error={error} />}
      {erases && <p class="notice">Say at each of these fields that it is meant, then save again.</p>}
      {saved && (
        <div class="done" role="status">
          <p>
            {saved.changed === 0
              ? 'Nothing has changed, so there is no new revision.'
              : `Saved as revision ${saved.revision.code}: ${saved.changed} ${saved.changed === 1 ? 'field' : 'fields'}.`}
          </p>
          {saved.cleared.length > 0 && (
            <p dir="auto">
              Erased:{' '}
              {saved.cleared.map((one) => `${one.label}, was ${wordsOf(one.previous_value)}`).join('; ')}.
            </p>
          )}
          {saved.merged && (
            <p dir="auto">
              Merged with what others saved since:{' '}
              {saved.mergedChanges
                ?.map(({ label, editedBy }) => (editedBy ? `${label} (${editedBy.displayName})` : label))
                .join(', ')}
              .
            </p>
          )}
        </div>
      )}
    </>
  );
}
