/** The headings of a draft for the outline: the same list until one of them changes. */
import { useRef } from 'preact/hooks';
import { anchorOf } from '../../elements/anchor.ts';
import type { OutlineEntry } from '../../elements/outline.tsx';
import type { Draft } from './draft.ts';

export function useHeadings(draft: Draft): readonly OutlineEntry[] {
  const last = useRef<readonly OutlineEntry[]>([]);
  const entries = draft.clauses.value.flatMap(({ address, kind, label, heading, depth }) =>
    kind === 'section' && heading !== ''
      ? [{ id: anchorOf(address), number: label || address, heading, depth }]
      : [],
  );
  const isSame =
    entries.length === last.current.length &&
    entries.every(({ id, number, heading, depth }, at) => {
      const before = last.current[at];
      return (
        before?.id === id && before.number === number && before.heading === heading && before.depth === depth
      );
    });
  if (!isSame) last.current = entries;
  return last.current;
}
