/** The contracts of standards: libraries, categories, standards, working copies, revisions. */
import { categories } from './categories.ts';
import { standardsEditing } from './editing.ts';
import { standardsInternal } from './internal.ts';
import { standardsReading } from './reading.ts';

export const standards = { ...standardsReading, ...standardsEditing, ...categories, ...standardsInternal } as const;
