/** Answer of datasheets.upgradePlan: what the upgrade of one datasheet to another revision of its standard changes. */
import type { EndpointResult } from '../../../../../shared/rest-client/endpoint-types.ts';

export type DatasheetUpgradePlan = EndpointResult<'datasheets.upgradePlan'>;
