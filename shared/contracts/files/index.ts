/** All contracts of the files service in one object. */
import { fileFolderEndpoints } from './folders.ts';
import { fileInternalActions } from './internal.ts';
import { fileReadEndpoints } from './reading.ts';
import { fileRemovalEndpoints } from './removal.ts';
import { fileReviewEndpoints } from './review.ts';
import { fileUploadEndpoints } from './upload.ts';

export const files = {
  ...fileReadEndpoints,
  ...fileUploadEndpoints,
  ...fileReviewEndpoints,
  ...fileFolderEndpoints,
  ...fileRemovalEndpoints,
  ...fileInternalActions,
} as const;
