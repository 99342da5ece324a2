/** The contracts of standards: libraries, categories, standards, working copies, revisions. */
import { standardsInternal } from './internal.ts';

export const standards = { ...standardsInternal } as const;
