/**
 * View of a sealed datasheet revision for exports and integrated content: values with the labels and units of
 * its own standard revision.
 */
import type { sealedDatasheet } from '../../../shared/contracts/datasheets/internal.ts';
import type { Infer } from '../../../shared/contracts/schema.ts';
import type { StandardDefinition } from '../definition-cache.ts';
import type { DatasheetRevision } from '../records/repository.ts';
import { listCertifiedValues } from '../records/value-tree.ts';

/** A sealed revision with its values and the labels and units of its own standard revision. */
export const presentSealedRevision = (
  revision: DatasheetRevision,
  definition: StandardDefinition,
): Infer<typeof sealedDatasheet> => ({
  datasheet_id: revision.datasheet_id,
  revision_id: revision._id,
  code: revision.code,
  name: revision.name,
  scope: revision.scope,
  standard_id: revision.standard_id,
  standard_revision_id: revision.standard_revision_id,
  values: listCertifiedValues(definition.fields, revision.states),
});
