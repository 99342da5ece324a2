/** Changes that this browser stored in other tabs: none is lost because another tab was typed in later. */
import { minuteOf } from '../../elements/minute.ts';
import type { UnsavedDraft } from './unsaved-draft.ts';

interface OtherDraftsProps {
  drafts: readonly UnsavedDraft[];
  /** The draft that is open is not stored, or an image of it is uploaded: it would be lost with another one in its place. */
  isHeld: boolean;
  /** Goes on with one; the draft that is open stays stored. */
  open: (draft: UnsavedDraft) => void;
  drop: (draft: UnsavedDraft) => void;
}

export function OtherDrafts({ drafts, isHeld, open, drop }: OtherDraftsProps) {
  if (drafts.length === 0) return null;
  return (
    <section class="notice" aria-label="Changes in other tabs">
      {drafts.map((draft) => {
        const when = minuteOf(draft.at);
        return (
          <div key={draft.id}>
            <p>Changes of {when}, which another tab kept, are not in this draft.</p>
            <button
              type="button"
              disabled={isHeld}
              aria-label={`Go on with them: ${when}`}
              onClick={() => open(draft)}
            >
              Go on with them
            </button>{' '}
            <button
              type="button"
              disabled={isHeld}
              aria-label={`Drop them: ${when}`}
              onClick={() => drop(draft)}
            >
              Drop them
            </button>
          </div>
        );
      })}
    </section>
  );
}
