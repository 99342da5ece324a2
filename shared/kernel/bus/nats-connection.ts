import { connect } from 'nats';

/** What the NATS client needs to connect. */
export interface NatsConnectionOptions {
  servers: string;
  user?: string;
  pass?: string;
  token?: string;
}

/** Takes user and password (or a token) out of a NATS URL: the client connects but does not read them there. */
export function natsConnectionOptions(url: string): NatsConnectionOptions {
  const { protocol, host, username, password } = new URL(url);
  const servers = `${protocol}//${host}`;
  if (username === '') return { servers };
  if (password === '') return { servers, token: decodeURIComponent(username) };
  return { servers, user: decodeURIComponent(username), pass: decodeURIComponent(password) };
}

/** The user a node connects as, in a form that may stand in a subject: the first word of its id, so that the server can be told what is its. */
export const natsUserFromUrl = (url: string): string => (natsConnectionOptions(url).user ?? 'node').replace(/[^\w-]/g, '_');

/** Whether the server takes a client that names no user: whoever reaches it then reads and writes what passes between the nodes (H31). */
export async function allowsAnonymous(url: string): Promise<boolean> {
  const { servers } = natsConnectionOptions(url);
  try {
    const client = await connect({ servers, maxReconnectAttempts: 0, reconnect: false, timeout: 2_000 });
    await client.close();
    return true;
  } catch {
    return false;
  }
}

/**
 * Whether the user of this address may subscribe to a subject.
 * @param queue as one of the group of this name
 * @throws what connecting throws
 */
export async function canSubscribe(url: string, subject: string, queue?: string): Promise<boolean> {
  const client = await connect({ ...natsConnectionOptions(url), maxReconnectAttempts: 0, reconnect: false, timeout: 2_000 });
  try {
    let isRefused = false;
    client.subscribe(subject, {
      ...(queue === undefined ? {} : { queue }),
      callback: (error) => {
        isRefused ||= error !== null;
      },
    });
    // What the server thinks of the subscription comes before its answer to this.
    await client.flush();
    return !isRefused;
  } finally {
    await client.close();
  }
}
