/** Tests of the errors that a program on the bus receives: never a stack, a path or the id of a node. */
import assert from 'node:assert/strict';
import { hostname } from 'node:os';
import { afterAll, beforeAll, it } from '@jest/globals';
import { Errors, ServiceBroker } from 'moleculer';
import { createBrokerOptions } from '../../moleculer.config.ts';
import { natsUsers } from '../../scripts/start/embedded-servers/nats-authorization.ts';
import { type NatsServer, startNats } from '../../scripts/start/embedded-servers/nats-server.ts';
import { apiError, notFound } from '../../shared/kernel/errors/errors.ts';
import { readConfig } from '../../shared/kernel/node/config.ts';
import { skipIf } from '../skip-if.ts';
import { databasePrefix, missingServer } from '../test-servers.ts';
import { type ReceivedPacket, sendBusPacket } from '../world/bus-packet.ts';

const ACTION = 'standards.get';
const node = `standards.${hostname()}-1`;
const systemError = Object.assign(new Error(`ENOENT: no such file, open '${import.meta.filename}'`), {
  code: 'ENOENT',
  path: import.meta.filename,
});

/** What an action throws, with the code and status that a program gets. */
const THROWN: Readonly<Record<string, readonly [unknown, string, number]>> = {
  'an error of ours': [notFound(), 'NOT_FOUND', 404],
  'an error with details': [
    apiError('EDIT_CONFLICT', 'Read it again.', { metadata: { a: 1 } }),
    'EDIT_CONFLICT',
    409,
  ],
  'a mistake of ours': [new TypeError(`cannot read ${import.meta.filename}`), 'INTERNAL_ERROR', 500],
  'an error of the system': [systemError, 'INTERNAL_ERROR', 500],
  'a text': [`failed at ${import.meta.filename}`, 'INTERNAL_ERROR', 500],
  'nothing at all': [undefined, 'INTERNAL_ERROR', 500],
  'an object': [{ stack: import.meta.filename, nodeID: node }, 'INTERNAL_ERROR', 500],
  'no such service': [
    new Errors.ServiceNotFoundError({ action: 'x', nodeID: node }),
    'SERVICE_UNAVAILABLE',
    503,
  ],
  'no service': [
    new Errors.ServiceNotAvailableError({ action: 'x', nodeID: node }),
    'SERVICE_UNAVAILABLE',
    503,
  ],
  'no response': [new Errors.RequestTimeoutError({ action: 'x', nodeID: node }), 'SERVICE_UNAVAILABLE', 503],
  'a lost call': [new Errors.RequestRejectedError({ action: 'x', nodeID: node }), 'SERVICE_UNAVAILABLE', 503],
  'a full queue': [
    new Errors.QueueIsFullError({ action: 'x', nodeID: node, size: 1, limit: 1 }),
    'SERVICE_UNAVAILABLE',
    503,
  ],
  'calls too deep': [new Errors.MaxCallLevelError({ nodeID: node, level: 21 }), 'INTERNAL_ERROR', 500],
  'no database': [
    Object.assign(new Error(`connect ${hostname()}:27017`), { name: 'MongoNetworkError' }),
    'SERVICE_UNAVAILABLE',
    503,
  ],
};

skipIf(missingServer('NATS')).describe('an error on the bus', () => {
  const namespace = databasePrefix('buserrors');
  let nats: NatsServer;
  let broker: ServiceBroker;
  beforeAll(async () => {
    nats = await startNats({ users: natsUsers(namespace, ['standards', 'tools']) });
    const config = readConfig({
      NATS_URL: nats.urlFor('standards'),
      CLUSTER_SECRET: 'a secret that all nodes of a deployment share',
      DATABASE_PREFIX: namespace,
      LOG_LEVEL: 'silent',
    });
    broker = new ServiceBroker(createBrokerOptions(config, async () => undefined));
    broker.createService({
      name: 'standards',
      settings: { $noServiceNamePrefix: true },
      actions: {
        [ACTION]: async ({ params }) => {
          const thrown = THROWN[Object(params).what];
          if (thrown) throw thrown[0];
          return 'done';
        },
      },
    });
    await broker.start();
  });
  afterAll(async () => {
    await broker?.stop();
    await nats?.stop();
  });

  const send = (written: (members: Record<string, unknown>) => string): Promise<ReceivedPacket> =>
    sendBusPacket({ url: nats.urlFor('tools'), namespace }, ACTION, written);
  const assertTellsNothing = ({ text, packet: { sender, error } }: ReceivedPacket): void => {
    for (const secret of [
      hostname(),
      broker.nodeID,
      import.meta.filename,
      'node_modules',
      '.ts',
      '    at ',
      'nodeID',
      '"stack"',
    ])
      assert.ok(!text.includes(secret), `${secret}: ${text}`);
    assert.equal(sender, 'standards.node');
    if (error)
      assert.deepEqual(Object.keys(error).sort(), ['code', 'data', 'message', 'name', 'retryable', 'type']);
  };

  for (const [what, [, type, code]] of Object.entries(THROWN))
    it(`${what}: code, status and sentence, and nothing of the node (H31, H38)`, async () => {
      const received = await send((members) => JSON.stringify({ ...members, params: { what } }));
      assertTellsNothing(received);
      const { success, error } = received.packet;
      assert.deepEqual([success, error?.type, error?.code], [false, type, code], received.text);
    });

  it('neither does a response tell of the node (H31)', async () => {
    const received = await send((members) => JSON.stringify(members));
    assertTellsNothing(received);
    assert.equal(received.packet.data, 'done');
  });

  const tooLarge = 'x'.repeat(300_000);
  for (const [what, type, written] of [
    ['no JSON', 'MALFORMED_JSON', (text) => text.slice(0, -1)],
    ['the same key twice', 'MALFORMED_JSON', (text) => text.replace('{', '{"level":1,')],
    [
      'a key of a prototype',
      'MALFORMED_JSON',
      (text) => text.replace('"params":{', '"params":{"__proto__":{}'),
    ],
    [
      'nesting',
      'MALFORMED_JSON',
      (text) => text.replace('"params":{', `"params":{"a":${'['.repeat(200)}${']'.repeat(200)}`),
    ],
    ['another version', 'MALFORMED_REQUEST', (text) => text.replace('"ver":"5"', '"ver":"4"')],
    [
      'another action than the subject',
      'MALFORMED_REQUEST',
      (text) => text.replace(ACTION, 'standards.list'),
    ],
    ['a chunk of a stream', 'MALFORMED_REQUEST', (text) => text.replace('{', '{"stream":true,"seq":5,')],
    [
      'a large request of nobody',
      'UNAUTHENTICATED',
      (text) => text.replace('"params":{', `"params":{"a":"${tooLarge.slice(0, 100_000)}"`),
    ],
  ] satisfies [string, string, (text: string) => string][])
    it(`${what} is answered with an error before an action is called (H31)`, async () => {
      const received = await send((members) => written(JSON.stringify(members)));
      assertTellsNothing(received);
      assert.equal(received.packet.error?.type, type, received.text);
    });
});
