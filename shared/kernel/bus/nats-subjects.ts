/**
 * NATS subjects of messages: those of Moleculer with the NATS user of the sender inserted, so that the
 * server can restrict the sender and the receiver check it (hardening H31).
 */

/** @param namespace the DATABASE_PREFIX of the deployment */
export const subjectPrefix = (namespace: string): string => `MOL-${namespace}`;

/** Kinds of packets by which nodes find each other. */
export const PRESENCE_KINDS = ['DISCOVER', 'INFO', 'HEARTBEAT', 'PING', 'PONG', 'DISCONNECT'] as const;

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

/** The subject that matches such packets of every user. */
export const subscribeSubject = (prefix: string, kind: string, target?: string): string =>
  target === undefined ? `${prefix}.${kind}.*` : `${prefix}.${kind}.*.${target}`;

/** The user who published a message on a subject. */
export const senderUserOf = (prefix: string, subject: string): string =>
  subject.slice(prefix.length + 1).split('.')[1] ?? '';

/** In characters; ids of nodes are stored with what they call. */
const MAX_NODE_ID = 200;

/** Whether a node belongs to a user: its id begins with the name. */
export const isNodeOfUser = (user: string, nodeId: unknown): nodeId is string =>
  typeof nodeId === 'string' &&
  nodeId.length <= MAX_NODE_ID &&
  nodeId.startsWith(`${user}.`) &&
  isSubject(nodeId);
