/**
 * All endpoints and internal actions: by id, and the actions of each service. Closed and session endpoints
 * have no action: the gateway implements them.
 */
import { audit } from './audit.ts';
import { closedEndpoints } from './closed-endpoints.ts';
import { datasheets } from './datasheets/index.ts';
import { discovery } from './discovery.ts';
import type { Endpoints } from './endpoint.ts';
import { files } from './files/index.ts';
import { identity } from './identity/index.ts';
import { sessionEndpoints } from './identity/session.ts';
import { projects } from './projects/index.ts';
import type { ServiceName } from './services.ts';
import { standards } from './standards/index.ts';
import { wikiModeration } from './wiki-moderation/index.ts';

/** Named part by part: written out it is longer than declarations of types may be, which the packages of our clients need. */
interface ActionsByService {
  readonly gateway: typeof discovery;
  readonly identity: typeof identity;
  readonly standards: typeof standards;
  readonly 'wiki-moderation': typeof wikiModeration;
  readonly projects: typeof projects;
  readonly datasheets: typeof datasheets;
  readonly files: typeof files;
  readonly audit: typeof audit;
}

/**
 * The actions of each service on the bus. The session endpoints and the closed ones have none: the gateway
 * implements them.
 */
export const actionsByService: ActionsByService = {
  gateway: discovery,
  identity,
  standards,
  'wiki-moderation': wikiModeration,
  projects,
  datasheets,
  files,
  audit,
} satisfies Readonly<Record<ServiceName, Endpoints>>;

/** Named part by part as well. */
export type EndpointMap = typeof discovery &
  typeof sessionEndpoints &
  typeof identity &
  typeof standards &
  typeof wikiModeration &
  typeof projects &
  typeof datasheets &
  typeof files &
  typeof audit &
  typeof closedEndpoints;
export type EndpointId = keyof EndpointMap;

/** Every endpoint and internal action by id, which is also its action name on the bus. */
export const endpoints: EndpointMap = {
  ...discovery,
  ...sessionEndpoints,
  ...identity,
  ...standards,
  ...wikiModeration,
  ...projects,
  ...datasheets,
  ...files,
  ...audit,
  ...closedEndpoints,
};
