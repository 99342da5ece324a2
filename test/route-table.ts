import { ServiceBroker, type ServiceSchema } from 'moleculer';
import { apiRoute, SAFE_API_SERVICE, SAFE_SETTINGS } from '../services/gateway/moleculer-web.ts';
import { type Alias, RouteTable } from '../services/gateway/requests/route-table.ts';

/** The routes as the gateway has them, without a gateway. */
export function routeTable(): RouteTable {
  const aliases: Alias[] = [];
  const settings = { ...SAFE_SETTINGS, routes: [apiRoute({ handler: () => undefined })] };
  const schema: ServiceSchema = {
    name: 'routes',
    mixins: [SAFE_API_SERVICE],
    settings,
    created() {
      aliases.push(...this.aliases);
    },
  };
  new ServiceBroker({ logger: false }).createService(schema);
  return new RouteTable(aliases);
}
