/**
 * What a node may send and hear on the bus, as the NATS server enforces it (hardening H31): requests for the actions its services call,
 * requests of its own actions as one of their replicas, answers that are meant for it, all of it under its own name. So whoever has the
 * password of one node reads neither the passwords, keys and tokens on their way to others nor what they answer, and speaks as nobody else.
 */
import { type EndpointSpec, isCallableBy } from '../../contracts/endpoint.ts';
import { eventSenders } from '../../contracts/events.ts';
import { actionsByService } from '../../contracts/index.ts';
import { type BusCaller, livenessAction, SERVICE_NAMES, type ServiceName } from '../../contracts/services.ts';
import { PRESENCE_KINDS, publishSubject, subjectPrefix, subscribeSubject } from './nats-subjects.ts';

/** Subjects, in the words of a NATS server's `permissions`. */
export interface NatsPermissions {
  publish: string[];
  subscribe: string[];
}

/** What is meant for one node. */
const NODE_PACKET_KINDS = [...PRESENCE_KINDS, 'REQ', 'RES', 'EVENT'];

/** Where the requests for an action are heard, by any of its replicas. */
export const requestSubject = (namespace: string, action: string): string =>
  subscribeSubject(subjectPrefix(namespace), 'REQB', action);

/**
 * The permissions of a NATS user.
 * @param user its name, with which the ids of its nodes begin
 * @param callers the services its nodes run, or the tools that use it
 */
export function natsPermissionsFor(namespace: string, user: string, callers: readonly BusCaller[]): NatsPermissions {
  const prefix = subjectPrefix(namespace);
  const runs = (name: ServiceName): boolean => callers.some((caller) => caller === name);
  const answered = SERVICE_NAMES.filter(runs).flatMap((name) => [...Object.keys(actionsByService[name]), livenessAction(name)]);
  const sendsEvents = Object.values(eventSenders).some(runs);
  return {
    publish: [
      ...PRESENCE_KINDS.flatMap((kind) => [`${prefix}.${kind}.${user}`, `${prefix}.${kind}.${user}.>`]),
      `${prefix}.RES.${user}.>`,
      ...(sendsEvents ? [`${prefix}.EVENT.${user}.>`] : []),
      ...callableActions(callers).map((action) => publishSubject(prefix, `${prefix}.REQB.${action}`, user)),
    ],
    subscribe: [
      ...PRESENCE_KINDS.map((kind) => subscribeSubject(prefix, kind)),
      ...NODE_PACKET_KINDS.map((kind) => subscribeSubject(prefix, kind, `${user}.>`)),
      `_INBOX.${user}.>`,
      // In the group of its replicas only: a second pair of ears would take requests from them, which does not go unnoticed.
      ...answered.map((action) => `${requestSubject(namespace, action)} ${action}`),
      ...SERVICE_NAMES.filter(runs).map((name) => `${subscribeSubject(prefix, 'EVENTB', `${name}.>`)} ${name}`),
    ],
  };
}

function callableActions(callers: readonly BusCaller[]): string[] {
  const called = SERVICE_NAMES.flatMap((name) =>
    Object.entries<EndpointSpec>(actionsByService[name]).flatMap(([id, spec]) =>
      callers.some((caller) => isCallableBy(spec, caller)) ? [id] : [],
    ),
  );
  // The gateway asks every service whether it is there.
  return callers.includes('gateway') ? [...called, ...SERVICE_NAMES.map(livenessAction)] : called;
}
