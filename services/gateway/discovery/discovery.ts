/** The discovery endpoints: health, help, OpenAPI (document 1; decisions A9, E3). */
import type { discovery } from '../../../shared/contracts/discovery.ts';
import { groupsIn, makeHelp } from '../../../shared/contracts/help.ts';
import { makeOpenApi } from '../../../shared/contracts/openapi.ts';
import { fail } from '../../../shared/kernel/errors.ts';
import type { Handlers } from '../../../shared/kernel/implement.ts';
import type { Node } from '../../../shared/kernel/node.ts';
import { SERVICE_VERSION } from '../../../shared/kernel/service-version.ts';
import { publishedEndpoints } from '../requests/route-table.ts';
import { servicesStanding } from './services-standing.ts';

/** What health answers. */
export function healthOf(node: Node) {
  const standing = servicesStanding(node);
  return async () => {
    const { services, servers } = await standing();
    const states = [...Object.values(services), ...Object.values(servers)];
    const status = states.every((state) => state === 'up') ? ('ok' as const) : ('degraded' as const);
    return { status, version: SERVICE_VERSION, services, servers };
  };
}

/** The handlers of health, help and OpenAPI, all read off the contracts. */
export function discoveryActions(node: Node): Handlers<typeof discovery, Record<never, never>> {
  return {
    'discovery.health': healthOf(node),

    async 'discovery.help'({ format, group }) {
      const published = publishedEndpoints();
      const help = makeHelp(published, format, group);
      if (!help) {
        const groups = groupsIn(published);
        throw fail('NOT_FOUND', `There is no group of that name; the groups are ${groups.join(', ')}.`, { metadata: { groups } });
      }
      return help;
    },

    async 'discovery.openapi'() {
      return makeOpenApi(publishedEndpoints(), SERVICE_VERSION, node.config.baseUrl ?? '/');
    },
  };
}
