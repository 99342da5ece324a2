/** What is done with the whole draft, and whether it is saved; it stays in sight. */
import { api } from '../../api.ts';
import { ActionButton } from '../../elements/action-button.tsx';
import { goTo, hrefOf } from '../../location.ts';
import type { Draft } from './draft.ts';
import type { Changes, WorkingCopy } from './draft-clause.ts';
import type { Save } from './use-save.ts';

interface BarProps {
  draft: Draft;
  save: Save;
  /** Nothing more is stored in this browser. */
  isFull: boolean;
  show: (what: 'keys' | 'text') => void;
}

export function Bar({ draft, save, isFull, show }: BarProps) {
  const { copy, isChanged, changes, canUndo, uploads } = draft;
  const id = copy.standard_id;
  const isDirty = isChanged.value;
  return (
    <div class="edit-bar">
      <button
        type="button"
        class="button main"
        aria-disabled={!isDirty || save.isSaving || uploads.value > 0}
        onClick={() => isDirty && void save.run()}
      >
        Save
      </button>
      <button
        type="button"
        aria-disabled={!canUndo.value || save.isSaving}
        onClick={() => canUndo.value && !save.isSaving && draft.undo()}
      >
        Undo
      </button>
      <span role="status">
        {save.isSaving
          ? 'Saving …'
          : isDirty
            ? `${inWords(changes.value)} · ${isFull ? 'the store of this browser is full: save soon' : 'kept in this browser'}`
            : save.saved
              ? 'Saved'
              : whenClean(copy)}
      </span>
      <span class="actions">
        <button type="button" onClick={() => show('keys')}>
          Keys
        </button>
        {!isDirty && (
          <button type="button" onClick={() => show('text')}>
            Paste a text
          </button>
        )}
        {isDirty ? (
          <span class="small">Save before you publish.</span>
        ) : (
          <a class="button" href={hrefOf(`/standards/${id}/publish`)}>
            Publish
          </a>
        )}
        <ActionButton
          label="Discard the draft"
          removes
          confirm={
            copy.opened_from
              ? `All that was saved since revision ${copy.opened_from.code} is lost, for everybody.`
              : 'This standard was never published: it is deleted with its draft.'
          }
          act={async () => {
            const { standardDeleted } = await api.call(
              'standards.workingCopy.discard',
              { id },
              { ifMatch: `"${copy.version}"` },
            );
            save.forget();
            goTo(hrefOf(standardDeleted ? '/standards' : `/standards/${id}`));
          }}
        />
      </span>
    </div>
  );
}

/** What the draft has of its own, where nothing of it waits to be saved. */
function whenClean({ opened_from, elements }: WorkingCopy): string {
  const edited = elements.filter(({ editedAt }) => editedAt !== null).length;
  return opened_from === null || edited === 0
    ? 'No changes'
    : `All is saved. Edited since revision ${opened_from.code}: ${edited === 1 ? 'one clause' : `${edited} clauses`}`;
}

/** Such as “2 clauses changed, 1 new”. */
function inWords({ changed, added, deleted, moved }: Changes): string {
  const parts = [
    changed > 0 && `${changed} changed`,
    added > 0 && `${added} new`,
    deleted > 0 && `${deleted} deleted`,
    moved > 0 && `${moved} moved`,
  ];
  return parts.filter((part) => part !== false).join(', ');
}
