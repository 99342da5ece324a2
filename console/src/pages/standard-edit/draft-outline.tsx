/** The outline of a draft, which is drawn again when one of its headings changes. */
import { useMemo, useRef } from 'preact/hooks';
import { anchorOf } from '../../elements/anchor.ts';
import { Outline, type OutlineEntry } from '../../elements/outline.tsx';
import type { Draft } from './draft.ts';

export function DraftOutline({ draft }: { draft: Draft }) {
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
  return useMemo(() => <Outline entries={last.current} />, [last.current]);
}
