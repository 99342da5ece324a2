/**
 * moleculer-web as the gateway uses it: its aliases, its hooks and its context for each request. What is unsafe in it is switched off
 * here, each with its reason.
 */
import { createRequire } from 'node:module';
import type { ServiceSchema, ServiceSettingSchema } from '../../shared/kernel/service/define-service.ts';
import { buildAliases } from './requests/route-table.ts';

/** The package is CommonJS, and its type declarations export twice: the compiler takes neither. */
const ApiService: ServiceSchema = createRequire(import.meta.url)('moleculer-web');

/** Where every route begins. */
const API_PREFIX = '/api';

/** The hooks of the one route. What they throw goes to `errorHandler`. */
interface RouteHooks {
  /** Answers the request, and calls `next` only with an error: without one the library would look for an action to call. */
  handler: unknown;
  onBeforeCall?: unknown;
}

/** The service without what other nodes, or a request, could misuse. */
export const API_SERVICE_MIXIN: Partial<ServiceSchema> = {
  ...ApiService,
  // `addRoute` and `removeRoute` are public: any node on the bus could change the routes. `listAliases` is our /api/help.
  actions: { rest: ApiService.actions?.rest ?? false },
  // On every change of the registry it would broadcast an event of its own, which the NATS user of a gateway may not send.
  events: {},
};

export const API_SERVICE_SETTINGS: ServiceSettingSchema & Readonly<Record<string, unknown>> = {
  // Our own server listens, drains and watches slow readers (`web-server.ts`): the library's has no bound but a timeout.
  server: false,
  // Settings travel to every node in the INFO packet: functions and routes are nobody's business.
  $secureSettings: ['routes', 'rootCallOptions'],
  // Its lines hold the address as sent, so keys in a query would reach the log; ours is `access-log.ts`.
  logRequest: null,
  logRequestParams: null,
  logResponse: null,
  logRouteRegistration: null,
  // Its order compares names, so that `:id` stands before words; ours is `buildAliases`.
  optimizeOrder: false,
};

/** The options of the route that all endpoints share. */
export const apiRouteOptions = ({ handler, ...hooks }: RouteHooks): Record<string, unknown> => ({
  path: API_PREFIX,
  // Functions, not action names: of an action the endpoint is looked up before any hook, so that a service that is away would be
  // 503 before 401 and 410; and the call would be pinned to that one node, past the queue groups of NATS.
  aliases: buildAliases(API_PREFIX, handler),
  // Nothing is published because a service says so; routes come from the contracts, also while a service is away.
  autoAliases: false,
  mappingPolicy: 'restrict',
  // The body is read after the credential, and strictly (`request-body.ts`): duplicate keys and lone surrogates pass theirs.
  bodyParsers: false,
  // Paths are exact: letter case, no slash at the end (G17).
  pathToRegexpOptions: { sensitive: true, trailing: false },
  // `authenticate` and `authorize` of the service.
  authentication: true,
  authorization: true,
  // Theirs allows every origin and answers 403 to others; ours is `cors.ts`.
  cors: null,
  // Theirs believes X-Forwarded-For of anybody; ours is `rate-limits.ts`.
  rateLimit: null,
  // Theirs is a weak tag of the bytes; ours is the version (G23).
  etag: false,
  logging: false,
  ...hooks,
});
