/**
 * Handlers of `discovery.health`, `discovery.help` and `discovery.openapi`.
 * Over HTTP health is served by `health-check.ts`; `discovery.whoami` belongs to identity.
 */
import type { discovery } from '../../../shared/contracts/discovery.ts';
import { buildHelp, groupsOf } from '../../../shared/contracts/help.ts';
import { buildOpenApi } from '../../../shared/contracts/openapi.ts';
import { allExamples } from '../../../shared/contracts/openapi-examples.ts';
import { publishedEndpoints } from '../../../shared/contracts/published-endpoints.ts';
import { apiError } from '../../../shared/kernel/errors/errors.ts';
import type { Node } from '../../../shared/kernel/node/node.ts';
import { SERVICE_VERSION } from '../../../shared/kernel/node/service-version.ts';
import type { Handlers, NoResources } from '../../../shared/kernel/service/handlers.ts';
import { createHealthCheck } from './health-check.ts';

export function discoveryActions(node: Node): Handlers<typeof discovery, NoResources> {
  // Building it takes a tenth of a second, in which the gateway does nothing else; it stays the same.
  let openApi: ReturnType<typeof buildOpenApi> | undefined;
  return {
    'discovery.health': createHealthCheck(node),

    async 'discovery.help'({ format, group }) {
      const published = publishedEndpoints();
      const help = buildHelp(published, format, group);
      if (!help) {
        const groups = groupsOf(published);
        throw apiError('NOT_FOUND', `Unknown group. The groups are ${groups.join(', ')}.`, {
          metadata: { groups },
        });
      }
      return help;
    },

    async 'discovery.openapi'() {
      const server = node.config.baseUrl ?? '/';
      openApi ??= buildOpenApi(publishedEndpoints(), SERVICE_VERSION, server, allExamples());
      return openApi;
    },
  };
}
