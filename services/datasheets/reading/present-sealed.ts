/**
 * View of a sealed datasheet revision for exports and integrated content: values with the labels and units of
 * its own standard revision.
 */
import type { sealedDatasheet } from '../../../shared/contracts/datasheets/internal.ts';
import type { Infer } from '../../../shared/contracts/schema.ts';
import type { StandardDefinition } from '../definition-cache.ts';
import { findFieldState } from '../present.ts';
import type { DatasheetRevision } from '../records/repository.ts';

/** A sealed revision with its values and the labels and units of its own standard revision. */
export function presentSealedRevision(
  revision: DatasheetRevision,
  definition: StandardDefinition,
): Infer<typeof sealedDatasheet> {
  return {
    datasheet_id: revision.datasheet_id,
    revision_id: revision._id,
    code: revision.code,
    name: revision.name,
    scope: revision.scope,
    standard_id: revision.standard_id,
    standard_revision_id: revision.standard_revision_id,
    elements: definition.fields.map((field) => {
      const { value, disposition, disposition_note } = findFieldState(revision, field.field_id);
      const { field_id, element_id, address, label, unit } = field;
      return {
        id: field_id,
        element_id,
        address,
        label,
        unit,
        user_value: value,
        disposition,
        disposition_note,
      };
    }),
  };
}
