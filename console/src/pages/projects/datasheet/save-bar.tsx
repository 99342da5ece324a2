/** What is not saved yet with the button that saves it, always in sight; and what came of the last save. */
import type { EndpointResult } from '../../../../../shared/rest-client/endpoint-types.ts';
import { Problem } from '../../../elements/problem.tsx';
import { Slow } from '../../../elements/slow.tsx';
import { wordsOf } from './sheet-edits.ts';

interface SaveBarProps {
  count: number;
  /** Fields that both changed and that are not settled yet. */
  undecided: number;
  isBusy: boolean;
  onDiscard: () => void;
}

export function SaveBar({ count, undecided, isBusy, onDiscard }: SaveBarProps) {
  return (
    <div class="bottom">
      <label>
        Summary <span class="small">(optional)</span>
        <br />
        <input type="text" name="summary" maxLength={2000} dir="auto" />
      </label>
      <label>
        Severity
        <br />
        <select name="severity" defaultValue="MINOR">
          <option value="MAJOR">major</option>
          <option value="MINOR" selected>
            minor
          </option>
          <option value="PATCH">patch</option>
        </select>
      </label>
      <button type="submit" class="button main" aria-disabled={isBusy || count === 0 || undecided > 0}>
        {count === 0 ? 'Save' : `Save ${count} ${count === 1 ? 'field' : 'fields'}`}
      </button>
      {isBusy && <Slow label="Saving" />}
      <p class="small">
        {undecided > 0
          ? `${undecided} to settle: both changed them.`
          : count > 0
            ? 'Not saved yet; kept in this browser.'
            : 'Nothing to save yet. Enter: next field. Ctrl+Enter: save.'}
      </p>
      {count > 0 && (
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
