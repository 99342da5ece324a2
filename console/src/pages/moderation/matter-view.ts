/** A matter of moderation as the service answers it in full. */
import type { EndpointResult } from '../../../../shared/rest-client/endpoint-types.ts';

export type Matter = EndpointResult<'wiki.moderation.worklistItem'>;
