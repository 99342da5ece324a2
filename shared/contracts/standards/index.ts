/** The contracts of standards: libraries, categories, standards, working copies, revisions. */
import { categories } from './categories.ts';
import { standardsEditing } from './editing.ts';
import { standardsInternal } from './internal.ts';
import { standardsListing } from './listing.ts';
import { standardsReading } from './reading.ts';

export const standards = {
  ...standardsListing,
  ...standardsReading,
  ...standardsEditing,
  ...categories,
  ...standardsInternal,
} as const;
