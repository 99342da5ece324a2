/**
 * The service mixin, settings and route options of moleculer-web. The gateway uses its aliases, hooks and
 * contexts; options that are unsafe or done by the gateway itself are off, each with the reason.
 */
import { createRequire } from 'node:module';
import type { ServiceSchema, ServiceSettingSchema } from '../../shared/kernel/service/define-service.ts';
import { buildAliases } from './requests/route-table.ts';

/** The package is CommonJS, and its type declarations export twice: the compiler accepts neither. */
const ApiService: ServiceSchema = createRequire(import.meta.url)('moleculer-web');

/** The prefix of every route. */
const API_PREFIX = '/api';

/** The hooks of the route. Their errors go to `errorHandler`. */
interface RouteHooks {
  /**
   * Responds to the request; calls `next` only with an error, because without one the library looks for an
   * action.
   */
  handler: unknown;
  onBeforeCall?: unknown;
}

/** The library's service without the parts that other nodes, or a request, could misuse. */
export const API_SERVICE_MIXIN: Partial<ServiceSchema> = {
  ...ApiService,
  // `addRoute` and `removeRoute` are public: any node on the bus could change the routes. `listAliases` is
  // our /api/help.
  actions: { rest: ApiService.actions?.rest ?? false },
  // On every change of the registry it broadcasts an event of its own, which the NATS user of a gateway may
  // not send.
  events: {},
};

export const API_SERVICE_SETTINGS: ServiceSettingSchema & Readonly<Record<string, unknown>> = {
  // Our own server listens, drains and disconnects slow clients (`web-server.ts`); the library's has only a
  // timeout.
  server: false,
  // Settings are sent to every node in the INFO packet; these are not.
  $secureSettings: ['routes', 'rootCallOptions'],
  // Its lines contain the URL, so keys in a query would be logged; ours is in `request-observation.ts`.
  logRequest: null,
  logRequestParams: null,
  logResponse: null,
  logRouteRegistration: null,
  // It sorts `:id` before fixed words; ours is `buildAliases`.
  optimizeOrder: false,
};

/** The options of the route that all endpoints share. */
export const apiRouteOptions = ({ handler, ...hooks }: RouteHooks): Record<string, unknown> => ({
  path: API_PREFIX,
  // Functions, not action names: the library looks an action up before any hook, so that an unavailable
  // service would be 503 before 401 and 410, and it pins the call to that one node, past the queue groups of
  // NATS.
  aliases: buildAliases(API_PREFIX, handler),
  // Routes come from the contracts, even while a service is unavailable.
  autoAliases: false,
  mappingPolicy: 'restrict',
  // The body is read after authentication, and strictly (`request-body.ts`): theirs accepts duplicate keys
  // and lone surrogates.
  bodyParsers: false,
  // Paths are exact: case-sensitive, no trailing slash.
  pathToRegexpOptions: { sensitive: true, trailing: false },
  // `authenticate` and `authorize` of the service.
  authentication: true,
  authorization: true,
  // Ours is `cors.ts`; theirs responds 403 to other origins.
  cors: null,
  // Ours is `rate-limits.ts`; theirs trusts any X-Forwarded-For.
  rateLimit: null,
  // Ours is the version; theirs is a weak tag of the bytes.
  etag: false,
  logging: false,
  ...hooks,
});
