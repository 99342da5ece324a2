/** The contents of a datasheet: the clauses that ask for its fields, with what is filled in or still empty there; defaults are not marked. */
import { useMemo } from 'preact/hooks';
import { anchorOf } from '../../../elements/anchor.ts';
import type { OutlineEntry } from '../../../elements/outline.tsx';
import type { AskingClause } from './clause-of-fields.tsx';
import { type Edits, fillingOfEdit, isSameEdit, type SheetElement, savedEdit } from './sheet-edits.ts';

/**
 * @param groups the fields by the addresses of their clauses
 * @param clauses by address
 * @returns the same list as long as it says the same
 */
export function useSheetOutline(
  groups: ReadonlyMap<string, readonly SheetElement[]>,
  clauses: ReadonlyMap<string, AskingClause>,
  edits: Edits,
): readonly OutlineEntry[] {
  const entries = [...groups].map(
    ([address, asked]): OutlineEntry => ({
      id: anchorOf(address),
      number: asked[0]?.printed_number ?? address,
      heading: clauses.get(address)?.toc_content ?? '',
      depth: 1,
      ...sayState(asked, edits),
    }),
  );
  return useMemo(() => entries, [JSON.stringify(entries)]);
}

function sayState(asked: readonly SheetElement[], edits: Edits): Pick<OutlineEntry, 'state'> {
  const typed = asked.map((element) => ({ element, edit: edits.get(element.id) ?? savedEdit(element) }));
  const unsaved = typed.filter(({ element, edit }) => !isSameEdit(edit, savedEdit(element))).length;
  if (unsaved > 0) return { state: `${unsaved} not saved` };
  const fillings = typed.map(({ element, edit }) => fillingOfEdit(element, edit));
  const empty = fillings.filter((one) => one === 'empty').length;
  if (empty > 0) return { state: `${empty} empty` };
  return fillings.includes('filled_in') ? { state: 'filled in' } : {};
}
