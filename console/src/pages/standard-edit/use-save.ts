/** Saves the draft, and keeps what the service says of it until the next save. */
import { useCallback, useMemo, useState } from 'preact/hooks';
import { ApiError } from '../../../../shared/rest-client/api-error.ts';
import type { Side } from '../../../../shared/revisioning/merge/decide-axis.ts';
import { api } from '../../api.ts';
import type { Decisions } from './conflicts.tsx';
import { Draft } from './draft.ts';
import { keyOfStored, type WorkingCopy } from './draft-clause.ts';
import { conflictsOfSave, type DraftConflict } from './draft-conflicts.ts';
import { type Finding, findingsOf, readCopy, type SaveAnswer, type Saved, saveDraft } from './save-draft.ts';
import { discardUnsaved } from './unsaved-draft.ts';

/** A save that collides with what others did. */
interface Conflict {
  theirs: WorkingCopy;
  conflicts: readonly DraftConflict[];
  /** The working copy that was read has been published or discarded: it is merged here into the present one. */
  isClosed: boolean;
}

interface SaveState {
  isSaving: boolean;
  /** It is saved, and what the service has now could not be read. */
  isUnread: boolean;
  saved: Saved | null;
  error: unknown;
  conflict: Conflict | null;
  /** The draft was merged into another working copy than it was read from, and is not saved yet. */
  isRebased: boolean;
}

const IDLE: SaveState = {
  isSaving: false,
  isUnread: false,
  saved: null,
  error: null,
  conflict: null,
  isRebased: false,
};

export interface Save extends SaveState {
  run: (answer?: SaveAnswer) => Promise<void>;
  /** Saves with what was decided about a conflict. */
  settle: (decisions: Decisions) => Promise<void>;
  /** Leaves a conflict undecided. */
  leave: () => void;
  /** Reads what was saved, where that failed. */
  readAgain: () => Promise<void>;
  /** Discards what the browser stored. */
  forget: () => void;
  findings: readonly Finding[];
}

/** @param show shows another draft: of what was saved, or on another working copy */
export function useSave(draft: Draft, account: number, show: (draft: Draft) => void): Save {
  const [state, setState] = useState(IDLE);
  const id = draft.copy.standard_id;
  const forget = useCallback(() => {
    draft.isDone = true;
    discardUnsaved({ account, standard: id, id: draft.unsavedId });
  }, [draft, account, id]);

  const read = async (saved: Saved | null): Promise<void> => {
    try {
      const copy = await readCopy(id);
      show(draftOf(copy, draft));
      setState({ ...IDLE, saved });
    } catch (error) {
      setState({ ...IDLE, isUnread: true, saved, error });
    }
  };

  /** Puts the draft on the working copy that is open now. */
  const moveOn = async (theirs: WorkingCopy, choices?: ReadonlyMap<number, Side>): Promise<void> => {
    const { rebase } = await import('./rebase.ts');
    const sides = { base: [...draft.base.values()], mine: draft.clauses.value, theirs };
    const { clauses, conflicts } = rebase({ ...sides, ...(choices ? { choices } : {}) });
    if (conflicts) return setState({ ...IDLE, conflict: { theirs, conflicts, isClosed: true } });
    show(new Draft(theirs, clauses, draft.unsavedId));
    setState({ ...IDLE, isRebased: true });
  };

  const explain = async (error: unknown): Promise<void> => {
    if (!(error instanceof ApiError) || !error.is('EDIT_CONFLICT')) return setState({ ...IDLE, error });
    const { reason } = error.metadata;
    if (reason === 'draft_closed') return moveOn(await api.call('standards.edit', { id }));
    const conflicts = conflictsOfSave(error.metadata);
    if (conflicts.length === 0) return setState({ ...IDLE, error });
    setState({ ...IDLE, conflict: { theirs: await readCopy(id), conflicts, isClosed: false } });
  };

  const run = useCallback(
    async (answer: SaveAnswer = {}) => {
      if (state.isSaving || state.isUnread) return;
      if (draft.uploads.value > 0)
        return setState({
          ...IDLE,
          error: new Error('An image is being uploaded. Save when it is inserted.'),
        });
      if (!draft.isChanged.value) return;
      setState({ ...IDLE, isSaving: true });
      let saved: Saved;
      try {
        saved = await saveDraft(draft, answer);
      } catch (error) {
        return explain(error).catch((failure: unknown) => setState({ ...IDLE, error: failure }));
      }
      forget();
      await read(saved);
    },
    [draft, state.isSaving, state.isUnread],
  );

  const settle = async (decisions: Decisions): Promise<void> => {
    if (!state.conflict) return;
    const { theirs, isClosed } = state.conflict;
    const choices = new Map<number, Side>();
    for (const [elementId, { choice, heading = '', text = '' }] of decisions) {
      // Own words are mine from now on.
      if (choice === 'combine') draft.write(keyOfStored(elementId), { heading, text });
      choices.set(elementId, choice === 'theirs' ? 'theirs' : 'mine');
    }
    if (isClosed) return moveOn(theirs, choices);
    await run({
      resolvedConflicts: Array.from(choices, ([elementId, choice]) => ({ elementId, choice })),
      conflictVersion: theirs.version,
    });
  };

  const findings = useMemo(() => findingsOf(state.error, draft), [state.error, draft]);
  return {
    ...state,
    run,
    settle,
    leave: () => setState(IDLE),
    readAgain: () => read(state.saved),
    forget,
    findings,
  };
}

/** The draft of what was saved, with the same clause open. */
function draftOf(copy: WorkingCopy, before: Draft): Draft {
  const draft = new Draft(copy);
  const keyOf = (key: string | null): string | null => {
    const clause = key === null ? undefined : before.find(key);
    if (!clause) return null;
    return (
      draft.clauses.value.find(({ id, address }) =>
        clause.id === null ? address === clause.address : id === clause.id,
      )?.key ?? null
    );
  };
  draft.open.value = keyOf(before.open.value);
  draft.current.value = keyOf(before.current.value) ?? draft.current.value;
  return draft;
}
