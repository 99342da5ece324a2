/** All contracts of the wiki-moderation service in one object. */
import { currentEditionActions, wikiAdoptionEndpoints, wikiAdoptionPreviewEndpoints } from './adoption.ts';
import { wikiCitationEndpoints } from './citations.ts';
import { wikiEditingEndpoints } from './editing.ts';
import { wikiErratumActions, wikiErratumEndpoints } from './errata.ts';
import { wikiInternalActions, wikiReferenceActions } from './internal.ts';
import { wikiLibraryEndpoints } from './libraries.ts';
import { moderationLogEndpoints } from './moderation-log.ts';
import { pageModerationEndpoints } from './page-moderation.ts';
import { wikiPageEndpoints } from './pages.ts';
import { wikiProposalEndpoints } from './proposals.ts';
import { wikiRevisionEndpoints } from './revisions.ts';
import { wikiRevocationEndpoints } from './revocations.ts';
import { wikiRoleEndpoints } from './roles.ts';
import { wikiSearchEndpoints } from './searching.ts';
import { wikiWorklistEndpoints } from './worklist.ts';

export const wikiModeration = {
  ...wikiLibraryEndpoints,
  ...wikiPageEndpoints,
  ...wikiRevisionEndpoints,
  ...wikiEditingEndpoints,
  ...wikiCitationEndpoints,
  ...wikiSearchEndpoints,
  ...wikiAdoptionEndpoints,
  ...currentEditionActions,
  ...wikiAdoptionPreviewEndpoints,
  ...wikiErratumEndpoints,
  ...wikiProposalEndpoints,
  ...wikiRevocationEndpoints,
  ...wikiWorklistEndpoints,
  ...wikiErratumActions,
  ...moderationLogEndpoints,
  ...pageModerationEndpoints,
  ...wikiRoleEndpoints,
  ...wikiReferenceActions,
  ...wikiInternalActions,
} as const;
