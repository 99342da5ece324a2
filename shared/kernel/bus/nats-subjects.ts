/**
 * NATS subjects of messages: those of Moleculer with the NATS user of the sender inserted, so that the server can
 * restrict the sender and the receiver check it. Requests between services have the kind CALL, those of programs
 * Moleculer's own REQB. Also which nodes belong to a user.
 */

/** @param namespace the DATABASE_PREFIX of the deployment */
export const subjectPrefix = (namespace: string): string => `MOL-${namespace}`;

/** Kinds of packets by which nodes find each other. */
export const PRESENCE_KINDS = ['DISCOVER', 'INFO', 'HEARTBEAT', 'PING', 'PONG', 'DISCONNECT'] as const;

export const isPresenceKind = (kind: string): boolean => PRESENCE_KINDS.some((known) => known === kind);

/** Words and dots: white space would end a subject and begin a command of the NATS protocol. */
const SUBJECT = /^[\w$-]+(\.[\w$-]+)*$/;

/** Whether a text, which may come from another node, is a valid part of a subject. */
export const isSubject = (text: string): boolean => SUBJECT.test(text);

/**
 * The subject on which a user publishes what Moleculer addresses to `PREFIX.KIND` or `PREFIX.KIND.TARGET`.
 */
export function publishSubject(prefix: string, topic: string, user: string): string {
  const [kind, ...target] = topic.slice(prefix.length + 1).split('.');
  return [prefix, kind, user, ...target].join('.');
}

/** Where programs send requests: Moleculer's own name for them. */
export const PROGRAM_REQUESTS = 'REQB';
/**
 * Where services send each other theirs. Nodes hear the two on connections of their own: the NATS server closes a
 * connection that a program floods, and with it would go the calls of everybody else.
 */
export const SERVICE_REQUESTS = 'CALL';

/** What Moleculer addresses to `PREFIX.REQB.ACTION` goes between services; everything else as it is. */
export function serviceTopic(prefix: string, topic: string): string {
  const requests = `${prefix}.${PROGRAM_REQUESTS}.`;
  return topic.startsWith(requests) ? `${prefix}.${SERVICE_REQUESTS}.${topic.slice(requests.length)}` : topic;
}

/** The subject that matches such packets of every user. */
export const subscribeSubject = (prefix: string, kind: string, target?: string): string =>
  target === undefined ? `${prefix}.${kind}.*` : `${prefix}.${kind}.*.${target}`;

/** The user who published a message on a subject. */
export const senderUserOf = (prefix: string, subject: string): string => parseSubject(prefix, subject).user;

/** The parts of a subject: `PREFIX.CHANNEL.USER` or `PREFIX.CHANNEL.USER.TARGET`. */
export interface SubjectParts {
  /** The kind of packet, with a B for one that the replicas of a service share; CALL for a request of a service. */
  channel: string;
  /** The user who published the message, as the server has checked. */
  user: string;
  /** A node, an action, or the group and name of an event; empty for all nodes. */
  target: string;
}

export function parseSubject(prefix: string, subject: string): SubjectParts {
  const [channel = '', user = '', ...target] = subject.slice(prefix.length + 1).split('.');
  return { channel, user, target: target.join('.') };
}

/** In characters; ids of nodes are stored with what they call. */
const MAX_NODE_ID = 200;

/** Whether a node belongs to a user: its id begins with the name. */
export const isNodeOfUser = (user: string, nodeId: unknown): nodeId is string =>
  typeof nodeId === 'string' &&
  nodeId.length <= MAX_NODE_ID &&
  nodeId.startsWith(`${user}.`) &&
  isSubject(nodeId);

/** The user of a node; ids begin with it. */
export const userOfNode = (nodeID: string): string => nodeID.slice(0, Math.max(0, nodeID.indexOf('.')));
