/** The contracts of wiki-moderation. */
import { wikiAdoption } from './adoption.ts';
import { wikiInternal } from './internal.ts';
import { wikiLibraries } from './libraries.ts';
import { wikiPages } from './pages.ts';
import { wikiRevisions } from './revisions.ts';

export const wikiModeration = { ...wikiLibraries, ...wikiPages, ...wikiRevisions, ...wikiAdoption, ...wikiInternal } as const;
