/** The plan of an upgrade, as the service answers it. */
import type { EndpointResult } from '../../../../../shared/rest-client/endpoint-types.ts';

export type Plan = EndpointResult<'datasheets.upgradePlan'>;
