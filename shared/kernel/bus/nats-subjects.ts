/**
 * Where messages pass on the bus. Moleculer names the kind of a message and whom it is for; we put the NATS user who sends it between them,
 * so that the server can see to it that nobody speaks as somebody else, and a node can check it (hardening H31).
 */

/** What Moleculer puts before every subject of a deployment. @param namespace its DATABASE_PREFIX */
export const subjectPrefix = (namespace: string): string => `MOL-${namespace}`;

/** How nodes find each other and hear that one has gone. */
export const PRESENCE_KINDS = ['DISCOVER', 'INFO', 'HEARTBEAT', 'PING', 'PONG', 'DISCONNECT'] as const;

/** Subjects are words and dots: anything else would end one and begin a command of its own. */
const SUBJECT = /^[\w$-]+(\.[\w$-]+)*$/;

/** Whether a text, which may have come from another node, can stand in a subject. */
export const isSubject = (text: string): boolean => SUBJECT.test(text);

/** Where a user sends what Moleculer addresses to `PREFIX.KIND` or `PREFIX.KIND.WHOM`. */
export function publishSubject(prefix: string, topic: string, user: string): string {
  const [kind, ...whom] = topic.slice(prefix.length + 1).split('.');
  return [prefix, kind, user, ...whom].join('.');
}

/** Where all of that is heard, from whomever. */
export const subscribeSubject = (prefix: string, kind: string, whom?: string): string =>
  whom === undefined ? `${prefix}.${kind}.*` : `${prefix}.${kind}.*.${whom}`;

/** The user who has sent what came on a subject. */
export const senderUserOf = (prefix: string, subject: string): string => subject.slice(prefix.length + 1).split('.')[1] ?? '';

/** Whether a node belongs to a user: its id begins with the name. */
export const isNodeOfUser = (user: string, nodeId: unknown): nodeId is string =>
  typeof nodeId === 'string' && nodeId.startsWith(`${user}.`) && isSubject(nodeId);
