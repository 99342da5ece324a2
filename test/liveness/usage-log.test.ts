/** Test of the usage log of keys while a gateway is killed under load: each answered request is in it once. */

import assert from 'node:assert/strict';
import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, it } from '@jest/globals';
import { createKey, registerAccount } from '../../tools/world/accounts.ts';
import { eventually } from '../eventually.ts';
import { startTestNode, type TestNode } from '../service-node.ts';
import { skipIf } from '../skip-if.ts';
import { databasePrefix, dropDatabases, missingServer, mongodbUri, natsUrl } from '../test-servers.ts';

const START = fileURLToPath(new URL('../../scripts/start/start.ts', import.meta.url));
/** A gateway in a process of its own. */
async function startGateway(env: Record<string, string>): Promise<{ child: ChildProcess; base: string }> {
  const child = fork(START, { env: { ...process.env, ...env, SERVICES: 'gateway', PORT: '0' } });
  const [ready]: { address: string }[] = await once(child, 'message');
  assert.ok(ready);
  return { child, base: ready.address };
}

interface Asked {
  id: string;
  route: string;
  status: number;
  /** When the response was there. */
  at: number;
}

/** Concurrent requests of the load. */
const CONNECTIONS = 4;

skipIf(missingServer('NATS')).describe('the usage log of keys and a gateway killed with -9', () => {
  const env = {
    NATS_URL: missingServer('NATS') ? '' : natsUrl(),
    MONGODB_URI: mongodbUri(),
    CLUSTER_SECRET: 'a secret that all nodes of a deployment share',
    LOG_LEVEL: 'error',
    DATABASE_PREFIX: databasePrefix('usage-log'),
    EMAIL_VERIFICATION: 'off',
    RATE_LIMIT_FREE: '10000000',
    RATE_LIMIT_ANONYMOUS: '10000000',
  };
  let home: TestNode;
  let gateway: ChildProcess;
  let base: string;
  beforeAll(async () => {
    home = await startTestNode(['identity', 'audit'], env);
    ({ child: gateway, base } = await startGateway(env));
  });
  afterAll(async () => {
    gateway.kill('SIGKILL');
    await home.stop();
    await dropDatabases(env.DATABASE_PREFIX);
  });

  const rows = async () => {
    const found = await (await home.node.openDatabase('identity')).collection('key_usage').find({}).toArray();
    return found.flatMap(({ key_id, rows: ofKey }) =>
      ofKey.map((row: Record<string, unknown>) => ({
        id: String(row.request_id),
        key_id,
        method: row.method,
        route: row.route,
        status: row.status,
        address: String(row.address),
      })),
    );
  };

  it('the log follows the requests; all that it had reached before the kill is there, once, as it was (A16)', async () => {
    const owner = await registerAccount(base, 'Ada');
    const { id: keyId, client } = await createKey(owner, ['standard:read']);
    const endpoints = [
      ['/api/account/permissions', '/api/account/permissions', 200],
      [`/api/account/keys/${keyId}`, '/api/account/keys/:id', 403],
    ] as const;

    const requested: Asked[] = [];
    let sent = 0;
    let going = true;
    const load = Promise.all(
      Array.from({ length: CONNECTIONS }, async () => {
        while (going) {
          const [path, route, status] = endpoints[sent % 2] ?? endpoints[0];
          const id = `load-${sent}`;
          sent += 1;
          // The one under way when the gateway dies has no response.
          const response = await client
            .request('GET', path, undefined, { 'x-request-id': id })
            .catch(() => null);
          if (response === null) return;
          assert.equal(response.status, status);
          requested.push({ id, route, status, at: performance.now() });
        }
      }),
    );
    await eventually(() => requested.length > 300);
    const mark = requested.length;
    // Somewhere between two reports: a request from after the mark has been written.
    await eventually(async () => {
      const written = new Set((await rows()).map(({ id }) => id));
      return requested.slice(mark).some(({ id }) => written.has(id));
    });
    const killed = performance.now();
    gateway.kill('SIGKILL');
    going = false;
    await load;
    const { kept, keptIds, lost, oldest } = await eventually(async () => {
      const kept = await rows();
      const keptIds = new Map(kept.map((row) => [row.id, row]));
      const lost = requested.filter(({ id }) => !keptIds.has(id));
      const oldest = Math.max(0, ...lost.map(({ at }) => killed - at));
      // A client may have the last response of a connection before the gateway has noted that it was sent.
      const early = requested.slice(0, mark - CONNECTIONS).filter(({ id }) => !keptIds.has(id));
      assert.deepEqual(early, [], 'answered before a request that is in the log');
      return { kept, keptIds, lost, oldest };
    });
    assert.equal(keptIds.size, kept.length, 'each request once');
    console.info(
      `${requested.length} answered, ${lost.length} not in the log, the oldest of them ${oldest.toFixed(0)} ms before the kill`,
    );
    assert.ok(lost.length < requested.length, `${requested.length} answered`);
    for (const { id, route, status } of requested) {
      const row = keptIds.get(id);
      if (row)
        assert.deepEqual(row, { id, key_id: keyId, method: 'GET', route, status, address: row.address });
    }
    assert.ok(kept.every(({ id, address }) => id.startsWith('load-') && /127\.0\.0\.1/.test(address)));
  });
});
