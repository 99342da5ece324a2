/** The contracts of files. */
import { fileInternalActions } from './internal.ts';
import { fileReadEndpoints } from './reading.ts';
import { fileUploadEndpoints } from './upload.ts';

export const files = { ...fileReadEndpoints, ...fileUploadEndpoints, ...fileInternalActions } as const;
