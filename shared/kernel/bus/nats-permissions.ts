/**
 * What a node may send and hear on the bus, as the NATS server enforces it (hardening H31): requests for the actions its services call,
 * requests of its own actions as one of their replicas, answers that are meant for it, all of it under its own name. So whoever has the
 * password of one node reads neither the passwords, keys and tokens on their way to others nor what they answer, and speaks as nobody else.
 */
import { type EndpointSpec, mayCall } from '../../contracts/endpoint.ts';
import { eventSenders } from '../../contracts/events.ts';
import { actionsOf } from '../../contracts/index.ts';
import { aliveAction, type Caller, SERVICE_NAMES, type ServiceName } from '../../contracts/services.ts';
import { heardSubject, PRESENCE, sentSubject, subjectPrefix } from './subjects.ts';

/** Subjects, in the words of a NATS server's `permissions`. */
export interface NatsPermissions {
  publish: string[];
  subscribe: string[];
}

/** What is meant for one node. */
const TO_A_NODE = [...PRESENCE, 'REQ', 'RES', 'EVENT'];

/** Where the requests for an action are heard, by any of its replicas. */
export const requestsHeard = (namespace: string, action: string): string =>
  heardSubject(subjectPrefix(namespace), 'REQB', action);

/**
 * The permissions of a NATS user.
 * @param user its name, with which the ids of its nodes begin
 * @param callers the services its nodes run, or the tools that use it
 */
export function natsPermissions(namespace: string, user: string, callers: readonly Caller[]): NatsPermissions {
  const prefix = subjectPrefix(namespace);
  const runs = (name: ServiceName): boolean => callers.some((caller) => caller === name);
  const answered = SERVICE_NAMES.filter(runs).flatMap((name) => [...Object.keys(actionsOf[name]), aliveAction(name)]);
  const sendsEvents = Object.values(eventSenders).some(runs);
  return {
    publish: [
      ...PRESENCE.flatMap((kind) => [`${prefix}.${kind}.${user}`, `${prefix}.${kind}.${user}.>`]),
      `${prefix}.RES.${user}.>`,
      ...(sendsEvents ? [`${prefix}.EVENT.${user}.>`] : []),
      ...actionsCalledBy(callers).map((action) => sentSubject(prefix, `${prefix}.REQB.${action}`, user)),
    ],
    subscribe: [
      ...PRESENCE.map((kind) => heardSubject(prefix, kind)),
      ...TO_A_NODE.map((kind) => heardSubject(prefix, kind, `${user}.>`)),
      `_INBOX.${user}.>`,
      // In the group of its replicas only: a second pair of ears would take requests from them, which does not go unnoticed.
      ...answered.map((action) => `${requestsHeard(namespace, action)} ${action}`),
      ...SERVICE_NAMES.filter(runs).map((name) => `${heardSubject(prefix, 'EVENTB', `${name}.>`)} ${name}`),
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
