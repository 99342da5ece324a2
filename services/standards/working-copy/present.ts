/** View of a working copy, with the last edit of each clause. */
import type { Infer } from '../../../shared/contracts/schema.ts';
import type { workingCopyView } from '../../../shared/contracts/standards/shapes.ts';
import { presentElement, presentFields } from '../revision/present-clauses.ts';
import { editsByClause } from './clause-edits.ts';
import type { WorkingCopyRecord } from './model.ts';
import { mergeKeyOf, type WorkingCopyState } from './working-copy-state.ts';

export type WorkingCopyView = Infer<typeof workingCopyView>;

/** @param withHash adds the merge key of each clause, for HTTP callers */
export function presentWorkingCopy(
  copy: WorkingCopyRecord,
  { outline, edits }: WorkingCopyState,
  withHash: boolean,
): WorkingCopyView {
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
