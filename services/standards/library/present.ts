/** Libraries as callers see them. */
import type { Infer } from '../../../shared/contracts/schema.ts';
import type { libraryView } from '../../../shared/contracts/standards/shapes.ts';
import type { LibraryRecord } from './model.ts';

export const presentLibrary = ({
  _id,
  name,
  description,
  subject_type,
  subject_id,
  is_default,
}: LibraryRecord): Infer<typeof libraryView> => ({
  id: _id,
  name,
  description,
  subject_type,
  subject_id,
  is_default,
});
