/**
 * Tests of a node whose NATS user lacks a permission for a while, as when the servers of NATS are replaced in an
 * upgrade.
 */
import assert from 'node:assert/strict';
import { afterAll, it } from '@jest/globals';
import { ServiceBroker } from 'moleculer';
import { createBrokerOptions } from '../../../moleculer.config.ts';
import { natsUsers } from '../../../scripts/start/embedded-servers/nats-authorization.ts';
import { type NatsServer, startNats } from '../../../scripts/start/embedded-servers/nats-server.ts';
import { eventually } from '../../../test/eventually.ts';
import { skipIf } from '../../../test/skip-if.ts';
import { databasePrefix, missingServer } from '../../../test/test-servers.ts';
import { readConfig } from '../node/config.ts';
import { requestSubject } from './nats-permissions.ts';
import { ReliableNats } from './reliable-nats.ts';

const ACTION = 'standards.get';

skipIf(missingServer('NATS')).describe('a NATS user that lacks a permission', () => {
  const namespace = databasePrefix('refused');
  const after = natsUsers(namespace, ['gateway', 'standards']);
  const before = after.map(({ name, permissions }) => ({
    name,
    permissions: permissions && {
      ...permissions,
      subscribe: permissions.subscribe.filter(
        (subject) => !subject.startsWith(`${requestSubject(namespace, ACTION)} `),
      ),
    },
  }));
  const brokers: ServiceBroker[] = [];
  let nats: NatsServer | undefined;
  afterAll(async () => {
    await Promise.all(brokers.map((broker) => broker.stop()));
    await nats?.stop();
  });

  const start = async (url: string, serves: boolean): Promise<ServiceBroker> => {
    const config = readConfig({
      NATS_URL: url,
      CLUSTER_SECRET: 'a secret that all nodes of a deployment share',
      DATABASE_PREFIX: namespace,
      LOG_LEVEL: 'silent',
    });
    const broker = new ServiceBroker(createBrokerOptions(config, async () => undefined));
    brokers.push(broker);
    if (serves)
      broker.createService({
        name: 'standards',
        settings: { $noServiceNamePrefix: true },
        actions: { [ACTION]: () => 'served', 'standards.list': () => 'served' },
      });
    await broker.start();
    return broker;
  };

  it('is not ready on that node, which serves the action when the permission is there', async () => {
    nats = await startNats({ users: before });
    const serving = await start(nats.urlFor('standards'), true);
    const caller = await start(nats.urlFor('gateway'), false);
    await caller.waitForServices('standards');
    const bus = serving.transit?.tx;
    assert.ok(bus instanceof ReliableNats);
    assert.equal(await caller.call('standards.list'), 'served');
    await assert.rejects(bus.check(), /not allowed/);
    await assert.rejects(caller.call(ACTION));

    await nats.stop();
    nats = await startNats({ users: after, port: Number(new URL(nats.url).port), passwords: nats.passwords });
    await eventually(async () => assert.equal(await caller.call(ACTION), 'served'), { every: 250 });
    await eventually(() => bus.check().then(() => true));
  });
});
