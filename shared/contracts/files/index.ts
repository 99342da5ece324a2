/** All contracts of the files service in one object. */
import { fileInternalActions } from './internal.ts';
import { fileReadEndpoints } from './reading.ts';
import { fileUploadEndpoints } from './upload.ts';

export const files = { ...fileReadEndpoints, ...fileUploadEndpoints, ...fileInternalActions } as const;
