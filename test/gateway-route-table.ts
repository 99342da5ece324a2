/** The route table of the gateway, for tests without a running gateway. */
import { ServiceBroker, type ServiceSchema } from 'moleculer';
import {
  API_SERVICE_MIXIN,
  API_SERVICE_SETTINGS,
  apiRouteOptions,
} from '../services/gateway/moleculer-web-options.ts';
import { type RouteAlias, RouteTable } from '../services/gateway/requests/route-table.ts';

export function createRouteTable(): RouteTable {
  const aliases: RouteAlias[] = [];
  const settings = { ...API_SERVICE_SETTINGS, routes: [apiRouteOptions({ handler: () => undefined })] };
  const schema: ServiceSchema = {
    name: 'routes',
    mixins: [API_SERVICE_MIXIN],
    settings,
    created() {
      aliases.push(...this.aliases);
    },
  };
  new ServiceBroker({ logger: false }).createService(schema);
  return new RouteTable(aliases);
}
