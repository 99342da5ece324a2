/** Keeps a draft in this browser while it is edited, and until it is saved. */
import { useEffect, useState } from 'preact/hooks';
import { randomKey } from '../../../../shared/rest-client/idempotency-keys.ts';
import type { Draft } from './draft.ts';
import { dropKept, hasBase, isOfAnother, keepBase, keepChanges, takeUp } from './kept-draft.ts';

/** After the last letter. */
const WAIT_MS = 400;

/** @returns whether the store of the browser is full, so that nothing more is kept */
export function useKept(draft: Draft, account: number, standard: number): boolean {
  const [isFull, setFull] = useState(false);
  useEffect(() => {
    const of = { account, standard };
    let place = { ...of, id: draft.keptAs };
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isTouched = false;
    const write = (): void => {
      clearTimeout(timer);
      timer = undefined;
      if (draft.isDone) return;
      try {
        const at = new Date().toISOString();
        if (draft.isChanged.value)
          keepChanges(place, draft.copy.version, draft.clauses.value, draft.base, at);
        else dropKept(place);
        takeUp(of, { id: place.id, at });
        // Without its base the changes cannot be merged with what others save.
        setFull(draft.isChanged.value && !hasBase(place));
      } catch {
        setFull(true);
      }
    };
    const keepCopy = (): Promise<void> =>
      keepBase(place, draft.copy).then(
        () => {
          // It was saved in between.
          if (draft.isDone) dropKept(place);
        },
        () => {},
      );
    const part = (): void => {
      if (!isOfAnother(place)) return;
      draft.keptAs = randomKey();
      place = { ...of, id: draft.keptAs };
    };
    const writeBoth = async (): Promise<void> => {
      part();
      // Another tab may have dropped what was kept here.
      if (!hasBase(place) && !draft.isDone) await keepCopy();
      write();
    };
    const first = draft.clauses.value;
    const stop = draft.clauses.subscribe((clauses) => {
      if (clauses === first && !isTouched) return;
      if (!isTouched) {
        part();
        void keepCopy();
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
