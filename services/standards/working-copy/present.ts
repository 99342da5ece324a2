/** A working copy as its editors see it. */
import type { Infer } from '../../../shared/contracts/schema.ts';
import type { workingCopyShown } from '../../../shared/contracts/standards/shapes.ts';
import { presentElement, presentFields } from '../revision/clauses.ts';
import { type Draft, mergeKeyOf } from './draft.ts';
import { editsByClause } from './edits.ts';
import type { WorkingCopyRecord } from './model.ts';

export type WorkingCopyShown = Infer<typeof workingCopyShown>;

/** @param withHash HTTP callers also get the merge key of each clause */
export function presentWorkingCopy(copy: WorkingCopyRecord, { outline, edits }: Draft, withHash: boolean): WorkingCopyShown {
  const editOf = editsByClause(edits);
  return {
    standard_id: copy._id,
    version: copy.version,
    opened_from: copy.opened_from,
    opened_by: copy.opened_by,
    opened_at: copy.opened_at.toISOString(),
    editedBy: copy.saved_by,
    editedAt: copy.saved_at?.toISOString() ?? null,
    elements: outline.elements.map((element) => {
      const edit = editOf.get(element.element_id);
      return {
        ...presentElement(element),
        ...(withHash ? { hash: mergeKeyOf(element) } : {}),
        editedBy: edit?.by ?? null,
        editedAt: edit?.at ?? null,
      };
    }),
    datasheet_elements: presentFields(outline),
    sealedIdentities: [],
  };
}
