/** View of a library. */
import type { Infer } from '../../../shared/contracts/schema.ts';
import type { libraryView } from '../../../shared/contracts/standards/shapes.ts';
import type { LibraryRecord } from './model.ts';

export const presentLibrary = (library: LibraryRecord): Infer<typeof libraryView> => ({
  id: library._id,
  name: library.name,
  description: library.description,
  subject_type: library.subject_type,
  subject_id: library.subject_id,
  is_default: library.is_default,
});
