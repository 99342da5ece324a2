/**
 * Tests of the memory that one program costs the NATS server itself: connections that read nothing, and subscriptions
 * without end. Each is limited for the program alone.
 */
import assert from 'node:assert/strict';
import { connect as openSocket, type Socket } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';
import { it } from '@jest/globals';
import { connect, type NatsConnection } from 'nats';
import { natsUsersOfDeployment } from '../../scripts/start/embedded-servers/nats-authorization.ts';
import { type NatsServer, startNats } from '../../scripts/start/embedded-servers/nats-server.ts';
import { readProcessFamily } from '../../scripts/start/launcher/process-family.ts';
import { BusClient } from '../../shared/bus-client/index.ts';
import { afterTest } from '../after-test.ts';
import { skipIf } from '../skip-if.ts';
import { missingServer } from '../test-servers.ts';
import { useStarted } from '../use-started.ts';

const CONNECTIONS = 100;
const RESPONSES = 12;
const RESPONSE_BYTES = 4_000_000;
const SUBSCRIPTIONS = 100_000;
/** Of a program: `natsAuthorization`. */
const MAX_CONNECTIONS = 8;
/** 32 MB for each connection, and as much again that is not collected yet. Without limits it was 4.8 GB. */
const MAX_GROWTH_MB = 2 * 32 * MAX_CONNECTIONS;

skipIf(missingServer('NATS')).describe('the memory of the NATS server', () => {
  const server = useStarted(() => startNats({ users: natsUsersOfDeployment('css', ['reports', 'billing']) }));

  const megabytes = (): number => {
    const [nats] = readProcessFamily(process.pid).filter(({ name }) => name.startsWith('nats'));
    return Math.round((nats?.kilobytes ?? 0) / 1024);
  };

  it('is limited for connections of a program that read nothing (H31)', async () => {
    const before = megabytes();
    for (let opened = 0; opened < CONNECTIONS; opened += 1) openSilently(server(), 'MOL-css.RES.*.tools.x');
    const services = await connectAs('standards');
    await pause(500);
    let peak = before;
    for (let sent = 0; sent < RESPONSES; sent += 1) {
      services.publish('MOL-css.RES.standards.tools.x', new Uint8Array(RESPONSE_BYTES));
      await services.flush();
      peak = Math.max(peak, megabytes());
    }
    assert.ok(peak - before < MAX_GROWTH_MB, `from ${before} MB to ${peak} MB`);
  });

  it('is limited for subscriptions of a program (H31)', async () => {
    const program = await connectAs('reports');
    const before = megabytes();
    for (let made = 0; made < SUBSCRIPTIONS; made += 1)
      program.subscribe(`_INBOX.reports.${made}`, { callback: () => undefined });
    await program.flush();
    const growth = megabytes() - before;
    assert.ok(growth < 40, `${growth} MB`);
  });

  it('costs no other program its connection (H31)', async () => {
    for (let opened = 0; opened < MAX_CONNECTIONS; opened += 1) await connectAs('billing');
    const url = server().urlFor('billing');
    await assert.rejects(BusClient.connect({ url, key: '' }), /its user has as many connections/);
    await connectAs('reports');
    await connectAs('standards');
  });

  const connectAs = async (user: string): Promise<NatsConnection> => {
    const { hostname, port, ...options } = optionsOf(server(), user);
    const client = await connect({ ...options, servers: `${hostname}:${port}`, reconnect: false });
    afterTest(() => client.close());
    return client;
  };
});

/** A connection that subscribes and then reads nothing. */
function openSilently(nats: NatsServer, ...subjects: string[]): Socket {
  const { hostname, port, user, pass } = optionsOf(nats, 'tools');
  const socket = openSocket(Number(port), hostname);
  afterTest(() => void socket.destroy());
  socket.on('error', () => undefined);
  socket.once('data', () => {
    socket.pause();
    socket.write(`CONNECT ${JSON.stringify({ verbose: false, user, pass })}\r\n`);
    subjects.forEach((subject, sid) => void socket.write(`SUB ${subject} ${sid + 1}\r\n`));
  });
  return socket;
}

function optionsOf(nats: NatsServer, as: string) {
  const { hostname, port, username: user, password: pass } = new URL(nats.urlFor(as));
  return { hostname, port, user, pass };
}
