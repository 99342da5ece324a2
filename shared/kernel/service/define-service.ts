/** Turns a service's contracts and handlers into a Moleculer service with its database, outbox and background work. */
import type { ActionSchema, Context, ServiceSchema } from 'moleculer';
import type { Connection } from 'mongoose';
import type { EndpointSpec } from '../../contracts/endpoint.ts';
import type { EventMap } from '../../contracts/events.ts';
import { actionsByService } from '../../contracts/index.ts';
import { livenessAction, type ServiceName } from '../../contracts/services.ts';
import type { BackgroundWork } from '../background/background-work.ts';
import type { Outbox } from '../background/outbox.ts';
import { prepareModels } from '../database/mongo.ts';
import type { BackingServerHealth } from '../node/backing-servers.ts';
import { callAsService, type Node } from '../node/node.ts';
import {
  type Handlers,
  implementAction,
  type ResourceLoaders,
  type UntypedHandler,
  type UntypedLoaders,
} from './implement-action.ts';

/** What a service is to Moleculer, for services that are more than their actions. */
export type { ServiceSchema, ServiceSettingSchema } from 'moleculer';

export interface ServiceDefinition<N extends ServiceName, R> {
  name: N;
  /** One for each of its actions (`actionsByService`). */
  handlers: Handlers<(typeof actionsByService)[N], R>;
  loaders: ResourceLoaders<R>;
  /** Its database and the outbox on it; absent only for the gateway, which owns no data. */
  connection?: Connection;
  outbox?: Outbox;
  backgroundWork?: BackgroundWork[];
  /** What it does when it hears an event. */
  events?: { [K in keyof EventMap]?: (news: EventMap[K]) => void };
}

/** The Moleculer schema of a service. Action names are the contract ids, without the service's name before them. */
export function defineService<N extends ServiceName, R>(node: Node, definition: ServiceDefinition<N, R>): ServiceSchema {
  const { name, connection, backgroundWork = [] } = definition;
  const handlers = new Map<string, unknown>(Object.entries(definition.handlers));
  const { 'identity.principalChanged': principalChanged, 'gateway.requestAbandoned': requestAbandoned } = definition.events ?? {};
  const outbox = definition.outbox ?? null;
  const loaders: UntypedLoaders = new Map(Object.entries<LoaderOf<R>>(definition.loaders));
  const actions: Record<string, ActionSchema> = Object.fromEntries(
    Object.entries<EndpointSpec>(actionsByService[name]).map(([id, spec]) => {
      const handler = eraseHandlerTypes(handlers.get(id));
      return [id, implementAction(node, { service: name, id, spec, handler, loaders, outbox })];
    }),
  );
  // Asked by the gateway whether somebody answers for this service; tells how its servers stand and nothing else, so anybody may.
  const alive = (): Promise<BackingServerHealth> => node.servers.health();
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
          await callAsService(node, name, 'audit.record', { entries });
        },
        (message, error) => node.log.error(message, error),
      );
      for (const work of backgroundWork) await work.start();
    },
    async stopped() {
      for (const work of backgroundWork) await work.stop();
      await outbox?.stop();
    },
  };
}

const eventHandler = <T>(hear: (news: T) => void) => ({ handler: (ctx: Context<T>) => hear(ctx.params) });

type LoaderOf<R> = ResourceLoaders<R>[keyof R];

/**
 * Forgets a handler's own types on its way into the table of actions. Sound: `Handlers` has checked it against its contract, and
 * `implement` hands it only what the same contract's validation and loader produced.
 */
function eraseHandlerTypes(handler: unknown): UntypedHandler {
  return handler as UntypedHandler;
}
