/** On what it depends who may read a file, for the list of the changes of its project. Pure. */
import type { fileFacts } from '../../../shared/contracts/projects/internal.ts';
import type { Infer } from '../../../shared/contracts/schema.ts';
import type { FileRecord } from '../model.ts';

/** @param before where it was changed: who could read it then sees that it changed */
export const factsOf = (file: FileRecord, before: FileRecord = file): Infer<typeof fileFacts> => ({
  upload_revision_id: file.revision_id,
  uploaded_by: file.uploaded_by.userId,
  approved: file.status === 'approved' || before.status === 'approved',
});
