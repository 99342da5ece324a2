/** The contracts of standards: libraries, categories, standards, working copies, revisions. */
import { categoryEndpoints } from './categories.ts';
import { standardEditEndpoints } from './editing.ts';
import { standardInternalActions } from './internal.ts';
import { standardListEndpoints } from './listing.ts';
import { standardReadEndpoints } from './reading.ts';

export const standards = {
  ...standardListEndpoints,
  ...standardReadEndpoints,
  ...standardEditEndpoints,
  ...categoryEndpoints,
  ...standardInternalActions,
} as const;
