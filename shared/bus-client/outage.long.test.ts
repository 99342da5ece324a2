/** Tests of calls of the bus client without a service, without NATS, and after it was closed. */
import assert from 'node:assert/strict';
import { afterAll, beforeAll, it } from '@jest/globals';
import { natsUsers } from '../../scripts/start/embedded-servers/nats-authorization.ts';
import { type NatsServer, startNats } from '../../scripts/start/embedded-servers/nats-server.ts';
import { eventually } from '../../test/eventually.ts';
import { startTestNode, type TestNode } from '../../test/service-node.ts';
import { skipIf } from '../../test/skip-if.ts';
import { signUp } from '../../test/test-accounts.ts';
import { databasePrefix, dropDatabases, missingServer } from '../../test/test-servers.ts';
import { BusClient, BusError } from './index.ts';

skipIf(missingServer('NATS')).describe('the client on the bus, while a part of it is away', () => {
  const namespace = databasePrefix('outage');
  const users = natsUsers(namespace, ['identity', 'tools']);
  let nats: NatsServer;
  let node: TestNode;
  let client: BusClient;
  beforeAll(async () => {
    nats = await startNats({ users });
    const secret = 'a secret that all nodes of a deployment share';
    const env = { CLUSTER_SECRET: secret, DATABASE_PREFIX: namespace, EMAIL_VERIFICATION: 'off' };
    const first = await startTestNode(['identity'], env);
    const { principal } = await signUp(first);
    const about = { name: 'CI', permissions: ['standard:read' as const] };
    const { secret: key } = await first.call(principal, 'account.keys.create', about);
    await first.stop();
    node = await startTestNode(['identity'], { ...env, NATS_URL: nats.urlFor('identity') });
    client = await BusClient.connect({ url: nats.urlFor('tools'), key, namespace });
  });
  afterAll(async () => {
    await client?.close();
    await node?.stop();
    await nats?.stop();
    await dropDatabases(namespace);
  });

  const codeOf = (call: Promise<unknown>): Promise<string> =>
    call.then(
      () => 'answered',
      (error: unknown) => (error instanceof BusError ? error.code : String(error)),
    );
  /** Why a call got no response: a call that waited for its time says so. */
  const reasonOf = (call: Promise<unknown>): Promise<string> =>
    call.then(
      () => 'answered',
      ({ cause }: BusError) => (cause instanceof Error ? cause.message : String(cause)),
    );

  it('a call that no service takes fails at once, a write and a read (R1)', async () => {
    assert.equal(await codeOf(client.call('account.permissions')), 'answered');
    const read = client.call('standards.upgradeStatus', { id: 1 });
    const write = client.call('standards.publish', { id: 1, summary: '' });
    assert.deepEqual(await Promise.all([codeOf(read), codeOf(write)]), [
      'SERVICE_UNAVAILABLE',
      'SERVICE_UNAVAILABLE',
    ]);
    for (const id of ['standards.upgradeStatus', 'standards.publish'] as const)
      assert.equal(
        await reasonOf(client.callUntyped(id, { id: 1, summary: '' })),
        'No service takes this call.',
      );
  });

  it('without NATS calls fail; once it is back they work again (R6)', async () => {
    const { port } = new URL(nats.url);
    const { passwords } = nats;
    await nats.stop();
    assert.equal(await codeOf(client.call('account.permissions')), 'SERVICE_UNAVAILABLE');
    assert.equal(await codeOf(client.call('projects.create', { name: 'x' })), 'SERVICE_UNAVAILABLE');
    const reason = await reasonOf(client.call('projects.create', { name: 'x' }));
    assert.equal(reason, 'There is no connection to the NATS server.');
    nats = await startNats({ users, port: Number(port), passwords });
    await eventually(async () => (await codeOf(client.call('account.permissions'))) === 'answered');
  });

  it('a closed client fails at once, and what was under way with it', async () => {
    const other = await BusClient.connect({ url: nats.urlFor('tools'), key: 'x', namespace });
    const pending = codeOf(other.call('projects.create', { name: 'x' }));
    await other.close();
    assert.match(await pending, /^(SERVICE_UNAVAILABLE|UNAUTHENTICATED)$/);
    assert.equal(await codeOf(other.call('projects.list')), 'SERVICE_UNAVAILABLE');
  });
});
