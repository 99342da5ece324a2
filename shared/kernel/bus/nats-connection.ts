/**
 * Connection options and user from NATS_URL, and checks of the NATS server: whether it admits clients without
 * a user, whether the user may subscribe to a subject, and the size of messages.
 */
import { connect } from 'nats';

/** As large as the largest request body. */
const REQUIRED_MAX_PAYLOAD = 8 * 1024 * 1024;

interface NatsConnectionOptions {
  servers: string;
  user?: string;
  pass?: string;
  token?: string;
}

/**
 * Takes user and password (or a token) out of a NATS URL: the client connects but does not read them there.
 */
export function natsConnectionOptions(url: string): NatsConnectionOptions {
  const { protocol, host, username, password } = new URL(url);
  const servers = `${protocol}//${host}`;
  if (username === '') return { servers };
  if (password === '') return { servers, token: decodeURIComponent(username) };
  return { servers, user: decodeURIComponent(username), pass: decodeURIComponent(password) };
}

/**
 * The NATS user of a node, as a part of a subject. Ids of its nodes begin with it, so that permissions of the
 * server can name them.
 */
export const natsUserFromUrl = (url: string): string =>
  (natsConnectionOptions(url).user ?? 'node').replace(/[^\w-]/g, '_');

/**
 * Whether the server accepts clients without a user, who could then read and write all messages between the
 * nodes.
 */
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
 * Whether the user in the URL may subscribe to a subject.
 * @param queue group of the subscription
 * @throws the error of the connection
 */
export async function canSubscribe(url: string, subject: string, queue?: string): Promise<boolean> {
  const client = await connect({
    ...natsConnectionOptions(url),
    maxReconnectAttempts: 0,
    reconnect: false,
    timeout: 2_000,
  });
  try {
    let isRefused = false;
    client.subscribe(subject, {
      ...(queue === undefined ? {} : { queue }),
      callback: (error) => {
        isRefused ||= error !== null;
      },
    });
    // The server reports a refused subscription before it answers this.
    await client.flush();
    return !isRefused;
  } finally {
    await client.close();
  }
}

/** The log line about a server that takes smaller messages than the service needs; null where it does not. */
export function payloadWarning({ info }: { info?: { max_payload?: number } }): string | null {
  const max = info?.max_payload ?? 0;
  return max >= REQUIRED_MAX_PAYLOAD
    ? null
    : `The NATS server at NATS_URL accepts messages of at most ${max} bytes; large documents need max_payload: 8MB.`;
}
