/**
 * Floods of `bus-flood.ts` in addition to those of malformed packets: valid requests without a token that are expensive, and
 * programs that read nothing.
 */
import { randomBytes, randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { connect as openSocket, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { deflateSync } from 'node:zlib';
import { connect, type NatsConnection } from 'nats';
import { natsConnectionOptions } from '../../../shared/kernel/bus/nats-connection.ts';

/** Sends about `packets` packets. */
type Flood = (nats: NatsConnection, url: string, packets: number) => Promise<void>;

const SAVE = 'standards.workingCopy.save';
const REQUESTS = 'MOL-css.REQB.tools';
const RESPONSES = 'MOL-css.RES.*.tools.silent';
const LARGE_BYTES = 7_900_000;
const SILENT_CONNECTIONS = 100;
const SILENT_SUBSCRIPTIONS = 100;
const SUBSCRIPTIONS_A_PACKET = 300;
const SILENCE_MS = 3_000;
/** Packets between two flushes. */
const BATCH = 20;

const request = (action: string, node: string, params: object = {}): Buffer =>
  Buffer.from(
    JSON.stringify({
      ver: '5',
      sender: `tools.${node}`,
      id: randomUUID(),
      action,
      params,
      meta: {},
      level: 1,
    }),
  );
const plain = (content: Buffer): Buffer => Buffer.concat([Buffer.from([0]), content]);
const deflated = (content: Buffer): Buffer => Buffer.concat([Buffer.from([1]), deflateSync(content)]);

const large = (text: string): Buffer => request(SAVE, 'large', { text });
const repeated = deflated(large('x'.repeat(LARGE_BYTES)));
const random = deflated(large(randomBytes(LARGE_BYTES / 2).toString('hex')));
const small = plain(request('standards.get', 'small', { id: 1 }));

export const FLOODS: ReadonlyMap<string, Flood> = new Map<string, Flood>([
  [
    'deflated',
    (nats, _, packets) => publishAll(nats, packets, (at) => [SAVE, at % 2 === 0 ? repeated : random]),
  ],
  [
    'mixed',
    (nats, _, packets) =>
      publishAll(nats, packets * 3, (at) => (at % 30 === 0 ? [SAVE, random] : ['standards.get', small])),
  ],
  ['small', (nats, _, packets) => publishAll(nats, packets * 50, () => ['standards.get', small])],
  ['silent', sendToSilent],
  ['subscriptions', subscribeWithoutEnd],
]);

async function publishAll(
  nats: NatsConnection,
  packets: number,
  packetAt: (at: number) => [action: string, message: Buffer],
): Promise<void> {
  for (let sent = 0; sent < packets; sent += 1) {
    const [action, message] = packetAt(sent);
    nats.publish(`${REQUESTS}.${action}`, message);
    if (sent % BATCH === 0) await nats.flush();
  }
  await nats.flush();
}

/** Each response goes to all subscriptions of all connections, which read none. */
async function sendToSilent(nats: NatsConnection, url: string, packets: number): Promise<void> {
  const sockets = Array.from({ length: SILENT_CONNECTIONS }, () => openSilently(url));
  await pause(SILENCE_MS);
  await publishAll(nats, packets, () => [
    'standards.get',
    plain(request('standards.get', 'silent', { id: 1 })),
  ]);
  await pause(SILENCE_MS);
  for (const socket of sockets) socket.destroy();
}

function openSilently(url: string): Socket {
  const { hostname, port, username: user, password: pass } = new URL(url);
  const socket = openSocket(Number(port), hostname);
  socket.on('error', () => undefined);
  socket.once('data', () => {
    socket.pause();
    const subscriptions = Array.from(
      { length: SILENT_SUBSCRIPTIONS },
      (_, at) => `SUB ${RESPONSES} ${at}\r\n`,
    );
    socket.write(`CONNECT ${JSON.stringify({ verbose: false, user, pass })}\r\n${subscriptions.join('')}`);
  });
  return socket;
}

async function subscribeWithoutEnd(_: NatsConnection, url: string, packets: number): Promise<void> {
  const nats = await connect(natsConnectionOptions(url));
  for (let made = 0; made < packets * SUBSCRIPTIONS_A_PACKET; made += 1)
    nats.subscribe(`_INBOX.tools.${made}`, { callback: () => undefined });
  await Promise.race([nats.flush(), once(AbortSignal.timeout(30_000), 'abort')]);
  await nats.close();
}
