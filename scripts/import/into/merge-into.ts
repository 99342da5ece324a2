/**
 * Merges the edits of a Word file with the standard as the service has it now, which may be newer than the revision
 * that the file was made of. Where both changed the same thing nothing is merged. Pure.
 */
import { mergeOutlines } from '../../../shared/revisioning/merge/merge-outline.ts';
import type { Element, Outline } from '../../../shared/revisioning/outline/outline.ts';
import { wordsOf } from '../edition/plan-edition.ts';

/** Both sides of a clause that cannot be merged; null where it was deleted. */
export interface MergeConflictText {
  address: string;
  mine: string | null;
  theirs: string | null;
}

export type MergedInto =
  | { outline: Outline; conflicts: [] }
  | { outline: null; conflicts: [MergeConflictText, ...MergeConflictText[]] };

export function mergeInto(base: Outline, theirs: Outline, mine: Outline): MergedInto {
  const { outline, conflicts, fieldConflicts } = mergeOutlines({ base, theirs, mine });
  if (outline) return { outline, conflicts: [] };
  const byId = ({ elements }: Outline) => new Map(elements.map((element) => [element.element_id, element]));
  const [own, others, before] = [byId(mine), byId(theirs), byId(base)];
  const textOf = (element: Element | undefined): string | null => (element ? wordsOf(element) : null);
  const ids = new Map([
    ...conflicts.map(({ element_id, id, address }) => [element_id ?? id, address] as const),
    ...fieldConflicts.map(({ element_id }) => [element_id, before.get(element_id)?.address ?? ''] as const),
  ]);
  const [first = { address: '', mine: null, theirs: null }, ...more] = Array.from(ids, ([id, address]) => ({
    address,
    mine: textOf(own.get(id)),
    theirs: textOf(others.get(id)),
  }));
  return { outline: null, conflicts: [first, ...more] };
}
