/** Keeps a draft in this browser while it is edited, and until it is saved. */
import { useEffect, useState } from 'preact/hooks';
import type { Draft } from './draft.ts';
import { dropKept, keepBase, keepChanges } from './kept-draft.ts';

/** After the last letter. */
const WAIT_MS = 400;

/** @returns whether the store of the browser is full, so that nothing more is kept */
export function useKept(draft: Draft, account: number, standard: number): boolean {
  const [isFull, setFull] = useState(false);
  useEffect(() => {
    const place = { account, standard };
    let timer: ReturnType<typeof setTimeout> | undefined;
    let base: Promise<void> | null = null;
    // Without it the changes cannot be merged with what others save.
    let hasBase = true;
    const write = (): void => {
      clearTimeout(timer);
      timer = undefined;
      if (draft.isDone) return;
      try {
        if (draft.isChanged.value) keepChanges(place, draft.copy.version, draft.clauses.value, draft.base);
        else dropKept(place);
        setFull(!hasBase);
      } catch {
        setFull(true);
      }
    };
    const first = draft.clauses.value;
    const stop = draft.clauses.subscribe((clauses) => {
      if (clauses === first && base === null) return;
      base ??= keepBase(place, draft.copy).catch(() => {
        hasBase = false;
      });
      clearTimeout(timer);
      timer = setTimeout(() => void base?.then(write), WAIT_MS);
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
