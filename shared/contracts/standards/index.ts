/** All contracts of the standards service in one object. */
import { categoryEndpoints } from './categories.ts';
import { categoryChangeEndpoints } from './category-changes.ts';
import { crossReferenceEndpoints } from './cross-references.ts';
import { standardCustomizationEndpoints } from './customization.ts';
import { standardDocumentEndpoints } from './documents.ts';
import { draftCopyActionContracts } from './draft-copies.ts';
import { standardEditEndpoints } from './editing.ts';
import { standardHoldActions } from './holds.ts';
import { standardImageEndpoints } from './images.ts';
import { standardInternalActions } from './internal.ts';
import {
  standardCitationActions,
  standardClauseCopyActions,
  wikiLibraryNameActions,
} from './internal-for-wiki.ts';
import { legacyCommentEndpoints } from './legacy-comments.ts';
import { libraryEndpoints } from './libraries.ts';
import { standardLifecycleEndpoints } from './lifecycle.ts';
import { standardListEndpoints } from './listing.ts';
import { standardReadEndpoints } from './reading.ts';
import { standardSearchEndpoints } from './searching.ts';
import { tagEndpoints } from './tags.ts';

export const standards = {
  ...standardListEndpoints,
  ...standardReadEndpoints,
  ...standardDocumentEndpoints,
  ...standardImageEndpoints,
  ...standardSearchEndpoints,
  ...standardEditEndpoints,
  ...standardLifecycleEndpoints,
  ...crossReferenceEndpoints,
  ...legacyCommentEndpoints,
  ...libraryEndpoints,
  ...tagEndpoints,
  ...standardCustomizationEndpoints,
  ...categoryEndpoints,
  ...categoryChangeEndpoints,
  ...standardCitationActions,
  ...standardInternalActions,
  ...standardHoldActions,
  ...standardClauseCopyActions,
  ...draftCopyActionContracts,
  ...wikiLibraryNameActions,
} as const;
