/**
 * What a node may send and hear on the bus, as the NATS server enforces it (hardening H31): requests for the actions its services call,
 * requests of its own actions as one of their replicas, answers that are meant for it. So whoever has the password of one node reads
 * neither the passwords, keys and tokens on their way to others nor what they answer.
 */
import { type EndpointSpec, mayCall } from '../../contracts/endpoint.ts';
import { eventSenders } from '../../contracts/events.ts';
import { actionsOf } from '../../contracts/index.ts';
import { aliveAction, type Caller, SERVICE_NAMES, type ServiceName } from '../../contracts/services.ts';

/** Subjects, in the words of a NATS server's `permissions`. */
export interface NatsPermissions {
  publish: string[];
  subscribe: string[];
}

/** How nodes find each other and hear that one has gone. */
const PRESENCE = ['DISCOVER', 'INFO', 'HEARTBEAT', 'PING', 'PONG', 'DISCONNECT'];
/** What is meant for one node. */
const TO_A_NODE = [...PRESENCE, 'REQ', 'RES', 'EVENT'];

/** What Moleculer puts before every subject of a deployment. @param namespace its DATABASE_PREFIX */
export const subjectPrefix = (namespace: string): string => `MOL-${namespace}`;

/** The subject of requests for an action, which any replica may answer. */
export const requestSubject = (namespace: string, action: string): string => `${subjectPrefix(namespace)}.REQB.${action}`;

/**
 * The permissions of a NATS user.
 * @param user its name, with which the ids of its nodes begin
 * @param callers the services its nodes run, or the tools that use it
 */
export function natsPermissions(namespace: string, user: string, callers: readonly Caller[]): NatsPermissions {
  const prefix = subjectPrefix(namespace);
  const runs = (name: ServiceName): boolean => callers.some((caller) => caller === name);
  const requests = (action: string): string => requestSubject(namespace, action);
  const answered = SERVICE_NAMES.filter(runs).flatMap((name) => [...Object.keys(actionsOf[name]), aliveAction(name)]);
  const sendsEvents = Object.values(eventSenders).some(runs);
  return {
    publish: [
      ...PRESENCE.flatMap((word) => [`${prefix}.${word}`, `${prefix}.${word}.>`]),
      `${prefix}.RES.>`,
      ...(sendsEvents ? [`${prefix}.EVENT.>`] : []),
      ...actionsCalledBy(callers).map(requests),
    ],
    subscribe: [
      ...PRESENCE.map((word) => `${prefix}.${word}`),
      ...TO_A_NODE.map((word) => `${prefix}.${word}.${user}.>`),
      `_INBOX.${user}.>`,
      // In the group of its replicas only: a second pair of ears would take requests from them, which does not go unnoticed.
      ...answered.map((action) => `${requests(action)} ${action}`),
      ...SERVICE_NAMES.filter(runs).map((name) => `${prefix}.EVENTB.${name}.> ${name}`),
    ],
  };
}

function actionsCalledBy(callers: readonly Caller[]): string[] {
  const called = SERVICE_NAMES.flatMap((name) =>
    Object.entries<EndpointSpec>(actionsOf[name]).flatMap(([id, spec]) =>
      callers.some((caller) => mayCall(spec, caller)) ? [id] : [],
    ),
  );
  // The gateway asks every service whether it is there.
  return callers.includes('gateway') ? [...called, ...SERVICE_NAMES.map(aliveAction)] : called;
}
