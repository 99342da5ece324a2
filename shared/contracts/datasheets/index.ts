/** All contracts of the datasheets service in one object. */
import { datasheetEditEndpoints } from './editing.ts';
import { datasheetInternalActions } from './internal.ts';
import { datasheetReadEndpoints } from './reading.ts';
import { standardUpgradeStatusEndpoints } from './standard-upgrade-status.ts';
import { datasheetUpgradeEndpoints } from './upgrading.ts';

export const datasheets = {
  ...datasheetReadEndpoints,
  ...datasheetEditEndpoints,
  ...datasheetUpgradeEndpoints,
  ...standardUpgradeStatusEndpoints,
  ...datasheetInternalActions,
} as const;
