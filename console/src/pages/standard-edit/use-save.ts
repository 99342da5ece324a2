/** Saves the draft, and keeps what the service says of it until the next save. */
import { useCallback, useMemo, useState } from 'preact/hooks';
import { Draft } from './draft.ts';
import { dropKept } from './kept-draft.ts';
import { type Finding, findingsOf, readCopy, type SaveAnswer, type Saved, saveDraft } from './save-draft.ts';

export interface Save {
  run: (answer?: SaveAnswer) => Promise<void>;
  /** Reads what was saved, where that failed. */
  readAgain: () => Promise<void>;
  /** Drops what the browser kept. */
  forget: () => void;
  isSaving: boolean;
  /** It is saved, and what the service has now could not be read. */
  isUnread: boolean;
  saved: Saved | null;
  error: unknown;
  findings: readonly Finding[];
}

/** @param show shows the draft of what was saved */
export function useSave(draft: Draft, account: number, show: (draft: Draft) => void): Save {
  const [state, setState] = useState<Pick<Save, 'isSaving' | 'isUnread' | 'saved' | 'error'>>({
    isSaving: false,
    isUnread: false,
    saved: null,
    error: null,
  });
  const forget = useCallback(() => dropKept({ account, standard: draft.copy.standard_id }), [draft, account]);
  const read = useCallback(
    async (saved: Saved | null) => {
      try {
        show(draftOf(await readCopy(draft.copy.standard_id), draft));
        setState({ isSaving: false, isUnread: false, saved, error: null });
      } catch (error) {
        setState({ isSaving: false, isUnread: true, saved, error });
      }
    },
    [draft],
  );
  const run = useCallback(
    async (answer: SaveAnswer = {}) => {
      if (state.isSaving || state.isUnread || !draft.isChanged.value) return;
      setState({ isSaving: true, isUnread: false, saved: null, error: null });
      let saved: Saved;
      try {
        saved = await saveDraft(draft, answer);
      } catch (error) {
        setState({ isSaving: false, isUnread: false, saved: null, error });
        return;
      }
      forget();
      await read(saved);
    },
    [draft, state.isSaving, state.isUnread],
  );
  const readAgain = useCallback(() => read(state.saved), [read, state.saved]);
  const findings = useMemo(() => findingsOf(state.error, draft), [state.error, draft]);
  return { ...state, run, readAgain, forget, findings };
}

/** The draft of what was saved, with the same clause open. */
function draftOf(copy: Draft['copy'], before: Draft): Draft {
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
