/** The contracts of datasheets. */
import { datasheetsInternal } from './internal.ts';

export const datasheets = { ...datasheetsInternal } as const;
