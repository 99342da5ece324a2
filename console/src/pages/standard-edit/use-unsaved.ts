/** Stores a draft in this browser while it is edited, and until it is saved. */
import { useEffect, useState } from 'preact/hooks';
import { randomKey } from '../../../../shared/rest-client/idempotency-keys.ts';
import type { Draft } from './draft.ts';
import { discardUnsaved, hasBase, isOfAnother, storeBase, storeChanges, takeUp } from './unsaved-draft.ts';

/** After the last letter. */
const WAIT_MS = 400;

/** @returns whether the store of the browser is full, so that nothing more is stored */
export function useUnsaved(draft: Draft, account: number, standard: number): boolean {
  const [isFull, setFull] = useState(false);
  useEffect(() => {
    const of = { account, standard };
    let place = { ...of, id: draft.unsavedId };
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isTouched = false;
    const write = (): void => {
      clearTimeout(timer);
      timer = undefined;
      if (draft.isDone) return;
      try {
        const at = new Date().toISOString();
        if (draft.isChanged.value)
          storeChanges(place, draft.copy.version, draft.clauses.value, draft.base, at);
        else discardUnsaved(place);
        takeUp(of, { id: place.id, at });
        // Without its base the changes cannot be merged with what others save.
        setFull(draft.isChanged.value && !hasBase(place));
      } catch {
        setFull(true);
      }
    };
    const storeCopy = (): Promise<void> =>
      storeBase(place, draft.copy).then(
        () => {
          // It was saved in between.
          if (draft.isDone) discardUnsaved(place);
        },
        () => {},
      );
    const part = (): void => {
      if (!isOfAnother(place)) return;
      draft.unsavedId = randomKey();
      place = { ...of, id: draft.unsavedId };
    };
    const writeBoth = async (): Promise<void> => {
      part();
      // Another tab may have discarded what was stored here.
      if (!hasBase(place) && !draft.isDone) await storeCopy();
      write();
    };
    const first = draft.clauses.value;
    const stop = draft.clauses.subscribe((clauses) => {
      if (clauses === first && !isTouched) return;
      if (!isTouched) {
        part();
        void storeCopy();
      }
      isTouched = true;
      clearTimeout(timer);
      timer = setTimeout(() => void writeBoth(), WAIT_MS);
    });
    // A page that is closed or left does not wait.
    const flush = (): void => {
      if (timer !== undefined) write();
    };
    window.addEventListener('pagehide', flush);
    return () => {
      stop();
      window.removeEventListener('pagehide', flush);
      flush();
    };
  }, [draft, account, standard]);
  return isFull;
}
