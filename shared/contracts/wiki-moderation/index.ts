/** The contracts of wiki-moderation. */
import { wikiAdoptionEndpoints } from './adoption.ts';
import { wikiInternalActions } from './internal.ts';
import { wikiLibraryEndpoints } from './libraries.ts';
import { wikiPageEndpoints } from './pages.ts';
import { wikiRevisionEndpoints } from './revisions.ts';

export const wikiModeration = {
  ...wikiLibraryEndpoints,
  ...wikiPageEndpoints,
  ...wikiRevisionEndpoints,
  ...wikiAdoptionEndpoints,
  ...wikiInternalActions,
} as const;
