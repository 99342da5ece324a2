/** The keys of the editor: each has a button too, and `SHORTCUTS` says what they do. */
import { useEffect } from 'preact/hooks';
import type { Draft, Move } from './draft.ts';

export const SHORTCUTS: readonly (readonly [keys: string, what: string])[] = [
  ['↑ ↓ or k j', 'to the clause before or behind'],
  ['Enter', 'open the clause'],
  ['Escape', 'close it'],
  ['Alt Shift ↑ ↓', 'move it up or down, with what is below it'],
  ['Alt Shift → ←', 'indent or outdent it'],
  ['Ctrl Enter', 'insert a clause behind it'],
  ['Ctrl Shift Enter', 'insert a clause below it'],
  ['Delete', 'delete it, while it is closed'],
  ['Ctrl Z', 'undo, while it is closed'],
  ['Ctrl S', 'save'],
  ['?', 'this list'],
];

const MOVES: Readonly<Record<string, Move>> = {
  ArrowUp: 'up',
  ArrowDown: 'down',
  ArrowRight: 'in',
  ArrowLeft: 'out',
};
const STEPS: Readonly<Record<string, number>> = { ArrowUp: -1, k: -1, ArrowDown: 1, j: 1 };

interface Keys {
  draft: Draft;
  isLocked: boolean;
  save: () => void;
  showKeys: () => void;
}

/** @param list the element with the clauses */
export function useKeys(
  list: { current: HTMLElement | null },
  { draft, isLocked, save, showKeys }: Keys,
): void {
  useEffect(() => {
    const focusCurrent = (): void => {
      // The list is drawn first.
      requestAnimationFrame(() =>
        list.current?.querySelector<HTMLElement>(`[data-key="${draft.current.value}"] .open-it`)?.focus(),
      );
    };
    const clauseOf = (target: EventTarget | null): string | null =>
      (target instanceof Element && target.closest<HTMLElement>('[data-key]')?.dataset.key) || null;
    const onKey = (event: KeyboardEvent): void => {
      const { key, altKey, shiftKey } = event;
      const command = event.ctrlKey || event.metaKey;
      const isTyping = event.target instanceof Element && event.target.matches('input, textarea, select');
      if (document.querySelector('dialog[open]')) return;
      const done = (): void => event.preventDefault();
      if (command && key.toLowerCase() === 's') {
        done();
        save();
        return;
      }
      if (key === '?' && !isTyping) {
        done();
        showKeys();
        return;
      }
      const at = clauseOf(event.target);
      if (isLocked || (at === null && event.target !== document.body)) return;
      const clause = at ?? draft.current.value;
      if (command && !shiftKey && key.toLowerCase() === 'z' && !isTyping) {
        done();
        draft.undo();
        focusCurrent();
      } else if (clause === null) return;
      else if (command && key === 'Enter') {
        done();
        draft.insert(clause, shiftKey);
      } else if (altKey && shiftKey && MOVES[key]) {
        done();
        draft.move(clause, MOVES[key]);
        if (!isTyping && draft.open.value !== clause) focusCurrent();
      } else if (key === 'Escape' && draft.open.value !== null) {
        done();
        draft.current.value = draft.open.value;
        draft.open.value = null;
        focusCurrent();
      } else if (isTyping || draft.open.value === clause || command || altKey) return;
      else if (STEPS[key]) {
        done();
        const next = draft.clauses.value[draft.at(clause) + STEPS[key]];
        if (next) draft.current.value = next.key;
        focusCurrent();
      } else if (key === 'Delete' && draft.find(clause)?.seal === null) {
        done();
        draft.remove(clause);
        focusCurrent();
      }
    };
    /** A click on a closed clause opens it, unless it selects text or follows a link. */
    const onClick = (event: MouseEvent): void => {
      const { target } = event;
      if (!(target instanceof Element)) return;
      const key = target.closest<HTMLElement>('.draft[data-key]')?.dataset.key;
      if (key === undefined || target.closest('a')) return;
      if (!target.closest('.open-it') && getSelection()?.isCollapsed === false) return;
      draft.current.value = key;
      draft.open.value = key;
    };
    const element = list.current;
    document.addEventListener('keydown', onKey);
    element?.addEventListener('click', onClick);
    return () => {
      document.removeEventListener('keydown', onKey);
      element?.removeEventListener('click', onClick);
    };
  }, [draft, isLocked, save, showKeys]);
}
