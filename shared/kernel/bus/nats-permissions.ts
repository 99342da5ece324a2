/**
 * Permissions of a NATS user: its nodes publish only requests that their services may send,
 * and subscribe only to their own actions and responses. So the password of one node reveals no messages of
 * others, and no node can pose as another. A program publishes requests and nothing else, and hears only its
 * responses. Also the subject of the requests for an action.
 */
import type { EndpointSpec } from '../../contracts/endpoint.ts';
import { isCallableBy } from '../../contracts/endpoint-callers.ts';
import { eventSenders } from '../../contracts/events.ts';
import { actionsByService, endpoints } from '../../contracts/index.ts';
import { type BusCaller, livenessAction, SERVICE_NAMES, type ServiceName } from '../../contracts/services.ts';
import {
  PRESENCE_KINDS,
  PROGRAM_REQUESTS,
  publishSubject,
  SERVICE_REQUESTS,
  subjectPrefix,
  subscribeSubject,
} from './nats-subjects.ts';

/** Subjects, as in the `permissions` of a NATS server. */
export interface NatsPermissions {
  publish: string[];
  subscribe: string[];
}

/** Kinds of packets that are addressed to one node and that only a node with services gets. */
const SERVICE_PACKET_KINDS = [...PRESENCE_KINDS, 'REQ', 'EVENT'];

/** The subject of the requests of services for an action, which its replicas share. */
export const requestSubject = (namespace: string, action: string): string =>
  subscribeSubject(subjectPrefix(namespace), SERVICE_REQUESTS, action);

/** The same for the requests of programs. */
export const programRequestSubject = (namespace: string, action: string): string =>
  subscribeSubject(subjectPrefix(namespace), PROGRAM_REQUESTS, action);

/**
 * The permissions of a NATS user.
 * @param user its name, with which the ids of its nodes begin
 * @param callers the services its nodes run, or the tools that use it
 */
export function natsPermissionsFor(
  namespace: string,
  user: string,
  callers: readonly BusCaller[],
): NatsPermissions {
  const prefix = subjectPrefix(namespace);
  const runs = (name: ServiceName): boolean => callers.some((caller) => caller === name);
  const ownActions = SERVICE_NAMES.filter(runs).flatMap((name) => [
    ...Object.keys(actionsByService[name]),
    livenessAction(name),
  ]);
  const sendsEvents = Object.values(eventSenders).some(runs);
  const runsServices = SERVICE_NAMES.some(runs);
  // A program is no node that others know of, and knows none of them.
  const presence = runsServices ? PRESENCE_KINDS : [];
  const nodePackets = ['RES', ...(runsServices ? SERVICE_PACKET_KINDS : [])];
  return {
    publish: [
      ...presence.flatMap((kind) => [`${prefix}.${kind}.${user}`, `${prefix}.${kind}.${user}.>`]),
      ...(runsServices ? [`${prefix}.RES.${user}.>`] : []),
      ...(sendsEvents ? [`${prefix}.EVENT.${user}.>`] : []),
      ...callableActions(callers.filter((caller) => caller !== 'tools')).map((action) =>
        publishSubject(prefix, `${prefix}.${SERVICE_REQUESTS}.${action}`, user),
      ),
      ...callableActions(callers.filter((caller) => caller === 'tools')).map((action) =>
        publishSubject(prefix, `${prefix}.${PROGRAM_REQUESTS}.${action}`, user),
      ),
    ],
    subscribe: [
      ...presence.map((kind) => subscribeSubject(prefix, kind)),
      ...nodePackets.map((kind) => subscribeSubject(prefix, kind, `${user}.>`)),
      `_INBOX.${user}.>`,
      // In the queue group of its replicas only: a second subscriber cannot listen along without taking
      // requests from them.
      ...ownActions.map((action) => `${requestSubject(namespace, action)} ${action}`),
      ...ownActions
        .filter(isForPrograms)
        .map((action) => `${programRequestSubject(namespace, action)} ${action}`),
      ...SERVICE_NAMES.filter(runs).map(
        (name) => `${subscribeSubject(prefix, 'EVENTB', `${name}.>`)} ${name}`,
      ),
    ],
  };
}

const specs: ReadonlyMap<string, EndpointSpec> = new Map(Object.entries<EndpointSpec>(endpoints));

/** Whether programs may call an action; those that have no contract are of tests only. */
export function isForPrograms(action: string): boolean {
  const spec = specs.get(action);
  return spec !== undefined && isCallableBy(spec, 'tools');
}

function callableActions(callers: readonly BusCaller[]): string[] {
  const actions = SERVICE_NAMES.flatMap((name) =>
    Object.entries<EndpointSpec>(actionsByService[name]).flatMap(([id, spec]) =>
      callers.some((caller) => isCallableBy(spec, caller)) ? [id] : [],
    ),
  );
  // The gateway checks the liveness of every service.
  return callers.includes('gateway') ? [...actions, ...SERVICE_NAMES.map(livenessAction)] : actions;
}
