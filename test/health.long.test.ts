/** Tests of health and readiness while MongoDB, NATS, Redis or S3 is killed or paused. Starts servers of its own. */
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, it } from '@jest/globals';
import { type Mongod, startMongod } from '../scripts/start/embedded-servers/mongod.ts';
import { type NatsServer, startNats } from '../scripts/start/embedded-servers/nats-server.ts';
import type { RunningServer } from '../scripts/start/embedded-servers/scratch-server.ts';
import { findFreePort } from '../scripts/start/embedded-servers/server-process.ts';
import { SERVICE_NAMES } from '../shared/contracts/services.ts';
import { type JsonObject, objectMember } from '../shared/rest-client/json.ts';
import { sendRawRequest } from '../tools/world/raw-http.ts';
import { eventually } from './eventually.ts';
import { startRedis } from './servers/redis-server.ts';
import { type S3Server, startS3 } from './servers/s3-server.ts';
import { startTestNode, type TestNode } from './service-node.ts';
import { skipIf } from './skip-if.ts';
import { missingServer } from './test-servers.ts';

/** Far more than the second it may take, far less than any timeout of a call or of a driver. */
const AT_MOST_MS = 10_000;

const skip =
  missingServer('MONGODB') || missingServer('NATS') || missingServer('REDIS') || missingServer('S3');

skipIf(skip).describe('health and readiness (E3)', () => {
  let folder: string;
  let mongod: Mongod;
  let nats: NatsServer;
  let redis: RunningServer;
  let s3: S3Server;
  const nodes: TestNode[] = [];
  let healthPort: number;
  const gateway = (): string => nodes.at(-1)?.node.url ?? '';
  const workers = (): string => `http://127.0.0.1:${healthPort}`;

  const get = async (base: string, path: string): Promise<{ status: number; body: JsonObject }> => {
    const began = performance.now();
    const response = await sendRawRequest(base, { path });
    assert.ok(performance.now() - began < AT_MOST_MS, `${path} took ${performance.now() - began} ms`);
    return response;
  };
  /** Polls until health says this of a server. */
  const untilHealth = (name: string, state: 'up' | 'down'): Promise<{ status: number; body: JsonObject }> =>
    eventually(async () => {
      const response = await get(gateway(), '/api/health');
      assert.equal(objectMember(response.body, 'servers')[name], state, JSON.stringify(response.body));
      return response;
    });
  const untilOk = (): Promise<JsonObject> =>
    eventually(async () => {
      const { status, body } = await get(gateway(), '/api/health');
      assert.deepEqual([status, body.status], [200, 'ok'], JSON.stringify(body));
      return body;
    });
  /** What both nodes say of their readiness. */
  const readiness = async (): Promise<unknown[]> =>
    Promise.all(
      [gateway(), workers()].map(async (base) => {
        const { status, body } = await get(base, '/healthz/ready');
        return [status, body.status, body.unavailable ?? null];
      }),
    );
  /** On a busy machine one that answers late is unavailable for a moment. */
  const untilReady = (expected: unknown[]): Promise<void> =>
    eventually(async () => assert.deepEqual(await readiness(), expected));
  const READY = [200, 'ok', null];

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'health-'));
    [mongod, nats, redis, s3] = await Promise.all([
      startMongod({ dbPath: join(folder, 'mongo'), disposable: true }),
      startNats(),
      startRedis(),
      startS3(),
    ]);
    healthPort = await findFreePort();
    const env = {
      MONGODB_URI: mongod.uri,
      NATS_URL: nats.url,
      CLUSTER_SECRET: 'a secret that all nodes of a deployment share',
      DATABASE_PREFIX: 'health',
      EMAIL_VERIFICATION: 'off',
      LOG_LEVEL: 'silent',
      REDIS_URL: redis.url,
      S3_ENDPOINT: s3.settings.endpoint,
      S3_BUCKET: s3.settings.bucket,
      S3_ACCESS_KEY: s3.settings.accessKey,
      S3_SECRET_KEY: s3.settings.secretKey,
      DATA_DIR: folder,
    };
    const names = SERVICE_NAMES.filter((name) => name !== 'gateway');
    nodes.push(await startTestNode(names, { ...env, HEALTH_PORT: String(healthPort) }));
    nodes.push(await startTestNode(['gateway'], env));
    await nodes.at(-1)?.node.broker.waitForServices(names);
  });
  afterAll(async () => {
    for (const node of nodes.reverse()) await node.stop();
    await Promise.all([mongod?.stop(), nats?.stop(), redis?.stop(), s3?.stop()]);
    await rm(folder, { recursive: true, force: true });
  });

  it('while everything responds health is 200 and names everything, and every node is ready (E3)', async () => {
    const body = await untilOk();
    assert.deepEqual(body.servers, { mongodb: 'up', nats: 'up', redis: 'up', s3: 'up' });
    assert.deepEqual(body.services, Object.fromEntries(SERVICE_NAMES.map((name) => [name, 'up'])));
    await untilReady([READY, READY]);
  });

  it('a paused MongoDB is named, the services that use it are not ready, and everything recovers when it resumes (E3)', async () => {
    process.kill(mongod.pid, 'SIGSTOP');
    try {
      const { status, body } = await untilHealth('mongodb', 'down');
      assert.deepEqual([status, body.status], [503, 'degraded']);
      // The gateway has no database of its own.
      await untilReady([READY, [503, 'not ready', ['mongodb']]]);
    } finally {
      process.kill(mongod.pid, 'SIGCONT');
    }
    await untilOk();
    await untilReady([READY, READY]);
  });

  it('without Redis or S3 health is degraded and names it; the nodes stay ready, since they still respond (E3)', async () => {
    for (const { name, pid } of [
      { name: 'redis', pid: redis.pid },
      { name: 's3', pid: s3.pid },
    ]) {
      process.kill(pid, 'SIGSTOP');
      try {
        const { status, body } = await untilHealth(name, 'down');
        assert.deepEqual([status, body.status], [503, 'degraded']);
        await untilReady([[200, 'ok', [name]], name === 's3' ? [200, 'ok', [name]] : READY]);
      } finally {
        process.kill(pid, 'SIGCONT');
      }
      await untilOk();
    }
  });

  it('without NATS health still responds and names it, with every service behind it; no node is ready (E3)', async () => {
    process.kill(nats.pid, 'SIGSTOP');
    try {
      const { status, body } = await untilHealth('nats', 'down');
      assert.deepEqual([status, body.status], [503, 'degraded']);
      assert.equal(objectMember(body, 'services').gateway, 'up');
      assert.equal(objectMember(body, 'services').projects, 'down');
      await untilReady([
        [503, 'not ready', ['nats']],
        [503, 'not ready', ['nats']],
      ]);
    } finally {
      process.kill(nats.pid, 'SIGCONT');
    }
    await untilOk();
  });

  it('a NATS or a MongoDB that was killed is named too (E3)', async () => {
    process.kill(nats.pid, 'SIGKILL');
    await nats.ended;
    const { status } = await untilHealth('nats', 'down');
    assert.equal(status, 503);
    nats = await startNats({ port: Number(new URL(nats.url).port), passwords: nats.passwords });
    await untilOk();
    process.kill(mongod.pid, 'SIGKILL');
    await mongod.ended;
    await untilHealth('mongodb', 'down');
    await untilReady([READY, [503, 'not ready', ['mongodb']]]);
    mongod = await startMongod({
      dbPath: join(folder, 'mongo'),
      disposable: true,
      port: mongod.port,
    });
    await untilOk();
  });
});
