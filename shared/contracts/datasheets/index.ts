/** All contracts of the datasheets service in one object. */
import { datasheetEditEndpoints } from './editing.ts';
import { datasheetInternalActions } from './internal.ts';
import { datasheetLegacyCommentEndpoints } from './legacy-comments.ts';
import { datasheetReadEndpoints } from './reading.ts';
import { spreadsheetEndpoints } from './spreadsheets.ts';
import { standardUpgradeStatusEndpoints } from './standard-upgrade-status.ts';
import { datasheetUpgradeEndpoints } from './upgrading.ts';

export const datasheets = {
  ...datasheetReadEndpoints,
  ...datasheetLegacyCommentEndpoints,
  ...datasheetEditEndpoints,
  ...datasheetUpgradeEndpoints,
  ...spreadsheetEndpoints,
  ...standardUpgradeStatusEndpoints,
  ...datasheetInternalActions,
} as const;
