/** The editor: the bar, what the service says of the last save, the outline and the clauses. */

import { useCallback, useRef, useState } from 'preact/hooks';
import { minuteOf } from '../../elements/minute.ts';
import { PageTitle } from '../../elements/page-title.tsx';
import { basePath, hrefOf } from '../../location.ts';
import { Bar } from './bar.tsx';
import { Clauses } from './clauses.tsx';
import { Conflicts } from './conflicts.tsx';
import { Draft } from './draft.ts';
import type { WorkingCopy } from './draft-clause.ts';
import { DraftOutline } from './draft-outline.tsx';
import { KeyList } from './key-list.tsx';
import { OtherDrafts } from './other-drafts.tsx';
import { PasteText } from './paste-text.tsx';
import { SaveReport } from './save-report.tsx';
import { discardUnsaved, readUnsavedDraft, takeUp, type UnsavedDraft } from './unsaved-draft.ts';
import { useKeys } from './use-keys.ts';
import { useSave } from './use-save.ts';
import { useUnsaved } from './use-unsaved.ts';

interface EditorProps {
  name: string;
  draft: Draft;
  /** The changes of this draft that this browser had stored. */
  unsaved: UnsavedDraft | null;
  /** Those of other tabs. */
  others: readonly UnsavedDraft[];
  /** The working copy now. */
  current: WorkingCopy;
  account: number;
}

export function Editor({ name, draft: first, unsaved, others, current, account }: EditorProps) {
  const [draft, setDraft] = useState(first);
  const [shown, setShown] = useState<'keys' | 'text' | null>(null);
  const [restored, setRestored] = useState(unsaved);
  const [offered, setOffered] = useState(others);
  const id = draft.copy.standard_id;
  const list = useRef<HTMLElement>(null);
  const isFull = useUnsaved(draft, account, id);
  const save = useSave(draft, account, (next) => {
    setDraft(next);
    setRestored(null);
  });
  const isLocked = save.isSaving || save.isUnread || save.conflict !== null;
  const saveNow = useCallback(() => void save.run(), [save.run]);
  const showKeys = useCallback(() => setShown('keys'), []);
  useKeys(list, { draft, isLocked, save: saveNow, showKeys });
  // Nobody may read an image before a clause that is saved shows it.
  const [uploaded] = useState(() => new Map<string, string>());
  const imageHref = useCallback(
    (image: string) =>
      uploaded.get(image) ?? `${basePath}/api/standards/${id}/images/${encodeURIComponent(image)}`,
    [id, uploaded],
  );
  const noteImage = useCallback((image: string, source: string) => uploaded.set(image, source), [uploaded]);
  const place = { account, standard: id };
  /** Does something with a draft of another tab as it was offered: what was typed there since is offered first. */
  const settle = async (one: UnsavedDraft, act: () => void): Promise<void> => {
    const now = await readUnsavedDraft({ ...place, id: one.id }, current);
    const isSame = now?.at === one.at;
    if (isSame) act();
    setOffered((before) =>
      before.flatMap((other) => (other !== one ? [other] : now === null || isSame ? [] : [now])),
    );
  };
  return (
    <>
      <PageTitle title={`Edit ${name}`}>
        <div class="actions">
          <a class="button" href={hrefOf(`/standards/${id}`)}>
            Read
          </a>
        </div>
      </PageTitle>
      {!save.conflict && <Bar draft={draft} save={save} isFull={isFull} show={setShown} />}
      {restored && (
        <div class="notice" role="status">
          <p>
            Your changes of {minuteOf(restored.at)}, which this browser kept, are back.
            {restored.copy.version !== current.version &&
              ' Others have saved since; your changes are merged with theirs when you save.'}
          </p>
          <button
            type="button"
            onClick={() => {
              save.forget();
              setDraft(new Draft(draft.copy));
              setRestored(null);
            }}
          >
            Drop them
          </button>
        </div>
      )}
      {!isLocked && (
        <OtherDrafts
          drafts={offered}
          isHeld={isFull || draft.uploads.value > 0}
          open={(one) =>
            void settle(one, () => {
              takeUp(place, one);
              setDraft(new Draft(one.copy, one.clauses, one.id));
              setRestored(one);
            })
          }
          drop={(one) => void settle(one, () => discardUnsaved({ ...place, id: one.id }))}
        />
      )}
      <SaveReport draft={draft} save={save} />
      {save.conflict ? (
        <Conflicts
          key={save.conflict.theirs.version}
          draft={draft}
          theirs={save.conflict.theirs}
          conflicts={save.conflict.conflicts}
          isSaving={save.isSaving}
          settle={(decisions) => void save.settle(decisions)}
          leave={save.leave}
        />
      ) : (
        <div class="document">
          <DraftOutline draft={draft} />
          <article ref={list} aria-busy={save.isSaving}>
            <Start draft={draft} paste={() => setShown('text')} />
            <Clauses
              draft={draft}
              isLocked={isLocked}
              findings={save.findings}
              imageHref={imageHref}
              onImage={noteImage}
            />
          </article>
        </div>
      )}
      {shown === 'keys' && <KeyList onClose={() => setShown(null)} />}
      {shown === 'text' && <PasteText draft={draft} onClose={() => setShown(null)} />}
    </>
  );
}

/** What to do first in a standard without clauses. */
function Start({ draft, paste }: { draft: Draft; paste: () => void }) {
  if (draft.clauses.value.length > 0) return null;
  return (
    <div class="empty">
      <p>This standard has no clauses yet. Begin with the heading of its first section.</p>
      <button type="button" class="button main" onClick={() => draft.insert(null, false)}>
        Insert the first clause
      </button>{' '}
      <button type="button" onClick={paste}>
        Paste a text
      </button>
    </div>
  );
}
