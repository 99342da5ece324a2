/** The contracts of files. */
import { filesInternal } from './internal.ts';
import { fileReading } from './reading.ts';
import { fileUpload } from './upload.ts';

export const files = { ...fileReading, ...fileUpload, ...filesInternal } as const;
