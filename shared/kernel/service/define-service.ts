/**
 * Builds the Moleculer schema of a service from its contracts, handlers and loaders: actions, events,
 * liveness, and start and stop of database, outbox and background work.
 */
import type { ActionSchema, Context, ServiceSchema } from 'moleculer';
import type { Connection } from 'mongoose';
import type { EndpointSpec, ParamsOf } from '../../contracts/endpoint.ts';
import type { EventMap } from '../../contracts/events.ts';
import { actionsByService } from '../../contracts/index.ts';
import { livenessAction, type ServiceName } from '../../contracts/services.ts';
import type { BackgroundWork } from '../background/background-work.ts';
import type { Outbox } from '../background/outbox.ts';
import { DataVersion } from '../database/data-version.ts';
import type { Migration } from '../database/migration.ts';
import { prepareModels } from '../database/mongo.ts';
import { apiError } from '../errors/errors.ts';
import { addMeasurements } from '../metrics/service-measurements.ts';
import type { NodeHealth } from '../node/backing-servers.ts';
import { callAsService, type Node } from '../node/node.ts';
import type {
  Handlers,
  LoadedResource,
  Replay,
  ResourceLoaders,
  ResourceOf,
  UntypedHandler,
  UntypedLoaders,
  UntypedReplay,
} from './handlers.ts';
import { implementAction } from './implement-action.ts';
import { KeyCallers } from './key-callers.ts';
import type { RequestContext } from './request-context.ts';

/** For services that extend the schema. */
export type { ServiceSchema, ServiceSettingSchema } from 'moleculer';

/** Loads the resource of one endpoint together with what that reads of it. */
type OwnLoader<E, R> = (
  params: ParamsOf<E>,
  ctx: RequestContext,
) => Promise<LoadedResource<ResourceOf<E, R>> | null>;
type UntypedOwnLoader = (
  params: Record<string, unknown>,
  ctx: RequestContext,
) => Promise<LoadedResource<unknown> | null>;

interface ServiceDefinition<N extends ServiceName, R> {
  name: N;
  /** One for each action in `actionsByService`. */
  handlers: Handlers<(typeof actionsByService)[N], R>;
  /** One for each endpoint whose stored result may be withheld by the time it is repeated. */
  replays?: { [K in keyof (typeof actionsByService)[N]]?: Replay<(typeof actionsByService)[N][K]> };
  loaders: ResourceLoaders<R>;
  /** For endpoints that would call the owner of their resource twice. */
  ownLoaders?: { [K in keyof (typeof actionsByService)[N]]?: OwnLoader<(typeof actionsByService)[N][K], R> };
  /** Its database, with the outbox; absent only for the gateway, which owns no data. */
  connection?: Connection;
  outbox?: Outbox;
  /** Of its data, the oldest first; none is ever removed or reordered. */
  migrations?: readonly Migration[];
  backgroundWork?: BackgroundWork[];
  /** Handlers of events. */
  events?: { [K in keyof EventMap]?: (event: EventMap[K]) => void };
}

/**
 * The Moleculer schema of a service. Action names are the contract ids, without the name of the service as a
 * prefix.
 */
export function defineService<N extends ServiceName, R>(
  node: Node,
  definition: ServiceDefinition<N, R>,
): ServiceSchema {
  const { name, connection, migrations = [], backgroundWork = [] } = definition;
  if (connection) node.dataVersions.push(new DataVersion({ connection, migrations, log: node.log }));
  const handlers = new Map<string, unknown>(Object.entries(definition.handlers));
  const replays = new Map<string, unknown>(Object.entries(definition.replays ?? {}));
  const { 'identity.principalChanged': principalChanged, 'gateway.requestAbandoned': requestAbandoned } =
    definition.events ?? {};
  const outbox = definition.outbox ?? null;
  const loaders: UntypedLoaders = new Map(Object.entries<LoaderOf<R>>(definition.loaders));
  const ownLoaders = new Map<string, unknown>(Object.entries(definition.ownLoaders ?? {}));
  const keyCallers = new KeyCallers(node, name);
  node.beforeStop.push(() => keyCallers.flush());
  const actions: Record<string, ActionSchema> = Object.fromEntries(
    Object.entries<EndpointSpec>(actionsByService[name]).map(([id, spec]) => {
      const handler = eraseHandlerTypes(handlers.get(id));
      const replay = spec.idempotency === 'current' ? eraseReplayTypes(replays.get(id), id) : null;
      const own = eraseLoaderTypes(ownLoaders.get(id));
      const definition = {
        service: name,
        id,
        spec,
        handler,
        replay,
        loaders: own && spec.on ? ownLoaderOf(spec.on.resource, own) : loaders,
        outbox,
        keyCallers,
      };
      return [id, implementAction(node, definition)];
    }),
  );
  addMeasurements(node.metrics, name, [...(outbox ? [outbox] : []), ...backgroundWork]);
  // For the gateway's health endpoint. It returns nothing but what that publishes, so it is open to every
  // caller on the bus.
  const alive = async (): Promise<NodeHealth> => ({
    servers: await node.servers.health(),
    limitations: [...node.limitations],
  });
  actions[livenessAction(name)] = { name: livenessAction(name), visibility: 'public', handler: alive };
  return {
    name,
    settings: { $noServiceNamePrefix: true, $shutdownTimeout: 20_000 },
    actions,
    events: {
      ...(principalChanged ? { 'identity.principalChanged': eventHandler(principalChanged) } : {}),
      ...(requestAbandoned ? { 'gateway.requestAbandoned': eventHandler(requestAbandoned) } : {}),
    },
    async started() {
      if (connection) await prepareModels(connection);
      outbox?.start(
        async (entries) => {
          // A call would log that audit is not there yet, at every start with entries left.
          if (!node.broker.registry.actions.isAvailable('audit.record'))
            throw apiError('SERVICE_UNAVAILABLE', 'Audit is not there yet.');
          await callAsService(node, name, 'audit.record', { entries });
        },
        (message, error) => node.log.error(message, error),
      );
      for (const work of backgroundWork) await work.start?.();
    },
    async stopped() {
      for (const work of backgroundWork) await work.stop?.();
      await outbox?.stop();
    },
  };
}

const eventHandler = <T>(handle: (event: T) => void) => ({
  handler: (ctx: Context<T>) => handle(ctx.params),
});

type LoaderOf<R> = ResourceLoaders<R>[keyof R];

/**
 * Erases the types of a handler for the table of actions. Sound: `Handlers` has checked it against its
 * contract, and `implementAction` passes only what validation and loader of the same contract produced.
 */
function eraseHandlerTypes(handler: unknown): UntypedHandler {
  return handler as UntypedHandler;
}

const ownLoaderOf = (resource: string, load: UntypedOwnLoader): UntypedLoaders =>
  new Map([[resource, (_id, ctx, params) => load(params, ctx)]]);

/** The same for an own loader. */
const eraseLoaderTypes = (loader: unknown): UntypedOwnLoader | null =>
  loader === undefined ? null : (loader as UntypedOwnLoader);

/** The same for a replay, which gets only results of its own endpoint. @throws Error when it is missing */
function eraseReplayTypes(replay: unknown, id: string): UntypedReplay {
  if (replay === undefined) throw new Error(`${id} has no replay, which its contract asks for`);
  return replay as UntypedReplay;
}
