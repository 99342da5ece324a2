/** What the service says of the last save: what to correct or confirm, and what to look at. */
import { ApiError } from '../../../../shared/rest-client/api-error.ts';
import { Problem } from '../../elements/problem.tsx';
import { inPageWords } from '../../refusal-words.ts';
import type { Draft } from './draft.ts';
import type { Save } from './use-save.ts';

export function SaveReport({ draft, save }: { draft: Draft; save: Save }) {
  const { error, saved, findings, isUnread, isRebased } = save;
  const open = (key: string): void => {
    draft.current.value = key;
    draft.open.value = key;
    // Drawn first.
    requestAnimationFrame(() =>
      document.querySelector<HTMLElement>('.open-clause [aria-invalid="true"]')?.focus(),
    );
  };
  if (isUnread)
    return (
      <div class="notice">
        <p>The draft is saved. What the service has now could not be read.</p>
        <Problem error={error} />
        <button type="button" onClick={() => void save.readAgain()}>
          Read it again
        </button>
      </div>
    );
  return (
    <>
      {isRebased && (
        <p class="notice" role="status">
          The draft that you read was published or discarded since. Your changes are merged into what is there
          now, and are not saved yet: look at them, and save.
        </p>
      )}
      {error !== null && <Problem error={error} />}
      {error instanceof ApiError && error.is('CONFIRM_REPLACE_REQUIRED') && (
        <button type="button" onClick={() => void save.run({ confirmReplace: true })}>
          Delete the other clauses
        </button>
      )}
      {findings.length > 0 && (
        <ul class="findings" aria-label="What to correct">
          {findings.map(({ clause, field, member, message }) => (
            <li key={`${clause} ${field} ${member}`}>
              <button type="button" class="quiet" onClick={() => open(clause)}>
                {placeOf(draft, clause, field)}: {inPageWords(message)}
              </button>
            </li>
          ))}
        </ul>
      )}
      {saved?.merged === true && (
        <p class="notice" role="status">
          Merged with what others saved
          {saved.mergedChanges && saved.mergedChanges.length > 0
            ? `: ${saved.mergedChanges.map(({ address, change }) => `${address} ${change}`).join(', ')}`
            : ''}
          .
        </p>
      )}
      {saved && saved.warnings.length > 0 && (
        <details class="notice" open>
          <summary>To look at: {saved.warnings.length}</summary>
          <ul>
            {saved.warnings.map(({ address, rule, message }, index) => (
              <li key={`${address} ${rule} ${index}`}>
                {address !== null && <strong>{address}</strong>} {message}
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  );
}

/** A clause by its number, or a field of it by its label. */
function placeOf(draft: Draft, key: string, fieldKey: string | null): string {
  const { label: number, address, fields } = draft.find(key) ?? { label: '', address: '', fields: [] };
  const field = fields.find((one) => one.key === fieldKey);
  return `${number || address}${field ? `, field “${field.label}”` : ''}`;
}
