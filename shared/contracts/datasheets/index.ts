/** The contracts of datasheets. */
import { editing } from './editing.ts';
import { datasheetsInternal } from './internal.ts';
import { reading } from './reading.ts';
import { upgrading } from './upgrading.ts';

export const datasheets = { ...reading, ...editing, ...upgrading, ...datasheetsInternal } as const;
