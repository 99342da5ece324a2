/**
 * Tests of attacks on the bus between the nodes: without credentials, with a worker's credentials, with forged
 * callers (ASVS 8.3.3, 13.2.1).
 */
import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, it } from '@jest/globals';
import { Redis } from 'ioredis';
import { ServiceBroker } from 'moleculer';
import { connect } from 'nats';
import { createBrokerOptions } from '../../moleculer.config.ts';
import type { EndpointSpec } from '../../shared/contracts/endpoint.ts';
import { isForTools } from '../../shared/contracts/endpoint-callers.ts';
import { sessionEndpoints } from '../../shared/contracts/identity/session.ts';
import { endpoints } from '../../shared/contracts/index.ts';
import {
  BUS_CALLERS,
  type BusCaller,
  SERVICE_NAMES,
  type ServiceName,
} from '../../shared/contracts/services.ts';
import { type Principal, PrincipalTokens, type TokenPayload } from '../../shared/kernel/auth/principal.ts';
import { allowsAnonymous, natsConnectionOptions } from '../../shared/kernel/bus/nats-connection.ts';
import { toErrorInfo } from '../../shared/kernel/errors/errors.ts';
import { keyHeaders, sendRawRequest } from '../../tools/world/raw-http.ts';
import { administrator as root } from '../people.ts';
import { startTestNode, type TestNode } from '../service-node.ts';
import { skipIf } from '../skip-if.ts';
import { missingServer, natsUrl, redisUrl, releasePrefix, takePrefix } from '../test-servers.ts';
import { changedCollections, readDatabaseContents } from '../world/database-contents.ts';
import { preparePopulation } from '../world/population-copies.ts';
import { collectProblems } from '../world/response-checks.ts';
import { sampleBody } from '../world/sample-values.ts';
import type { TestWorld } from '../world/test-world.ts';

const SECRET = 'the secret that all nodes of this deployment share';
/** Signs as every node does. One for all tests, since each instance has its own caches. */
const tokens = new PrincipalTokens(SECRET);
/** Without the endpoints that the gateway answers itself: they have no action on the bus. */
const ACTIONS = Object.entries<EndpointSpec>(endpoints).filter(
  ([id, { closed }]) => !closed && !Object.hasOwn(sessionEndpoints, id),
);

/** A token made by somebody who knows how, but not the secret. */
function forge(claims: object, secret = 'a guess of thirty-two characters!!'): string {
  const payload = Buffer.from(JSON.stringify(claims)).toString('base64url');
  return `${payload}.${createHmac('sha256', secret).update(payload).digest('base64url')}`;
}

skipIf(missingServer('NATS') || missingServer('MONGODB')).describe('the bus between the nodes', () => {
  const nodes: TestNode[] = [];
  let folder: string;
  let workers: TestNode;
  let gateway: TestNode;
  let intruder: ServiceBroker;
  let site: Pick<TestWorld, 'ada'>;
  let prefix: string;
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'hostile-bus-'));
    prefix = await takePrefix();
    const populate = await preparePopulation({ databasePrefix: prefix, dataDir: folder });
    const env = {
      // Uploads and what reads them share a folder where there is no S3.
      DATA_DIR: folder,
      NATS_URL: natsUrl(),
      CLUSTER_SECRET: SECRET,
      DATABASE_PREFIX: prefix,
      EMAIL_VERIFICATION: 'off',
    };
    workers = await startTestNode(
      SERVICE_NAMES.filter((name) => name !== 'gateway'),
      env,
    );
    nodes.push(workers);
    gateway = await startTestNode(['gateway'], env);
    nodes.push(gateway);
    await gateway.node.broker.waitForServices(SERVICE_NAMES.filter((name) => name !== 'gateway'));
    site = await populate(gateway.url);
    // A worker's own address of NATS, and its namespace: all but the secret.
    intruder = new ServiceBroker(
      createBrokerOptions({ ...workers.node.config, logLevel: 'silent' }, async () => undefined),
    );
    await intruder.start();
    await intruder.waitForServices(SERVICE_NAMES.filter((name) => name !== 'gateway'));
  });
  afterAll(async () => {
    await intruder?.stop();
    for (const node of nodes.reverse()) await node.stop();
    releasePrefix(prefix);
    await rm(folder, { recursive: true, force: true });
  });

  it('NATS refuses a client without credentials, or with others (H31)', async () => {
    const { servers, ...ours } = natsConnectionOptions(natsUrl());
    const strangers = [
      {},
      { user: 'css' },
      { user: 'css', pass: '' },
      { user: 'css', pass: 'css' },
      { token: ours.pass ?? '' },
    ];
    for (const credentials of strangers) {
      await assert.rejects(connect({ servers, ...credentials, maxReconnectAttempts: 0, reconnect: false }), {
        code: 'AUTHORIZATION_VIOLATION',
      });
    }
    const client = await connect({ servers, ...ours });
    await client.close();
    assert.equal(await allowsAnonymous(natsUrl()), false);
  });

  skipIf(missingServer('REDIS')).it('Redis requires a password as well (H31)', async () => {
    const { hostname, port } = new URL(redisUrl());
    for (const password of [undefined, 'css', '']) {
      const redis = new Redis({
        host: hostname,
        port: Number(port),
        ...(password === undefined ? {} : { password }),
        lazyConnect: true,
        retryStrategy: () => null,
        maxRetriesPerRequest: 0,
      });
      redis.on('error', () => undefined);
      await assert.rejects(
        redis.connect().then(() => redis.get('x')),
        /NOAUTH|WRONGPASS|Connection is closed/,
      );
      redis.disconnect();
    }
  });

  it('with a worker’s credentials no action answers without a principal, or with one that is forged, altered or expired (H31, R16)', async () => {
    const good = tokens.sign(root, 'gateway');
    const [payload = '', mac = ''] = good.split('.');
    const now = Math.floor(Date.now() / 1000);
    const claims: TokenPayload = { principal: root, sender: 'gateway', expiresAt: now + 100 };
    const upgraded = Buffer.from(
      JSON.stringify({ ...claims, principal: { ...root, kind: 'system', service: 'identity' } }),
    );
    const metas: Record<string, object> = {
      nothing: {},
      null: { principal: null },
      'an object': { principal: root },
      'a list': { principal: [good] },
      'no signature': { principal: payload },
      'an empty signature': { principal: `${payload}.` },
      'another secret': { principal: forge(claims) },
      'an empty secret': { principal: forge(claims, '') },
      expired: { principal: forge({ ...claims, expiresAt: now - 1 }, SECRET) },
      'never expiring': { principal: forge({ principal: root, sender: 'gateway' }, SECRET) },
      'another payload': { principal: `${upgraded.toString('base64url')}.${mac}` },
      'a signature cut short': { principal: good.slice(0, -1) },
      'told otherwise': {
        user: { id: 1, siteRoles: ['SiteAdmin'] },
        caller: root,
        kind: 'system',
        $principal: good,
        isAdmin: true,
      },
    };
    assert.ok(ACTIONS.length > 100, `${ACTIONS.length} actions`);
    const before = await readDatabaseContents(workers);
    const wrong = await collectProblems(ACTIONS, async ([id, spec]) => {
      const params = sampleBody({ ...spec.path, ...spec.query, ...spec.body });
      for (const [what, meta] of Object.entries(metas)) {
        const outcome: unknown = await intruder.call(id, params, { meta, timeout: 60_000 }).then(
          (response) => `answered ${JSON.stringify(response)?.slice(0, 200)}`,
          (error: unknown) => toErrorInfo(error).code,
        );
        // The bus answers an expired token as a wrong clock.
        if (outcome !== (what === 'expired' ? 'SERVICE_UNAVAILABLE' : 'UNAUTHENTICATED'))
          return `${id} with ${what}: ${outcome}`;
      }
      return null;
    });
    assert.deepEqual(wrong.slice(0, 10), []);
    assert.deepEqual(await changedCollections(before, workers), []);
  });

  it('a signed anonymous caller gets no more on the bus than over HTTP (H31)', async () => {
    // What the gateway signs for everybody; whoever listens on the bus could keep one for two minutes.
    const anonymous = tokens.sign({ kind: 'anonymous', channel: 'http' }, 'gateway');
    const guarded = ACTIONS.filter(([, { auth }]) => auth !== 'none');
    const before = await readDatabaseContents(workers);
    const wrong = await collectProblems(guarded, async ([id, spec]) => {
      const params = sampleBody({ ...spec.path, ...spec.query, ...spec.body });
      const outcome: unknown = await intruder
        .call(id, params, { meta: { principal: anonymous }, timeout: 60_000 })
        .then(
          () => 'answered',
          (error: unknown) => toErrorInfo(error).code,
        );
      return outcome === 'UNAUTHENTICATED' ? null : `${id}: ${outcome}`;
    });
    assert.deepEqual(wrong, []);
    assert.deepEqual(await changedCollections(before, workers), []);
  });

  it('what the gateway or another service has signed opens no action that its sender does not call (H31)', async () => {
    // Every token that passes on the bus names its sender; whoever reads one there can do with it what the
    // sender could.
    const system = (service: ServiceName): Principal => ({ kind: 'system', service, channel: 'bus' });
    const before = await readDatabaseContents(workers);
    let refused = 0;
    const wrong = await collectProblems(ACTIONS, async ([id, spec]) => {
      const params = sampleBody({ ...spec.path, ...spec.query, ...spec.body });
      for (const sender of BUS_CALLERS) {
        const callers: readonly BusCaller[] = [
          ...(spec.http ? (['gateway'] as const) : []),
          ...(isForTools(spec) ? (['tools'] as const) : []),
          ...(spec.calledBy ?? []),
        ];
        if (callers.includes(sender)) continue;
        for (const principal of [root, ...(sender === 'tools' ? [] : [system(sender)])]) {
          const meta = { principal: tokens.sign(principal, sender) };
          const outcome: unknown = await intruder.call(id, params, { meta, timeout: 60_000 }).then(
            () => 'answered',
            (error: unknown) => toErrorInfo(error).code,
          );
          if (outcome !== 'PERMISSION_DENIED') return `${id} for ${principal.kind} by ${sender}: ${outcome}`;
          refused += 1;
        }
      }
      return null;
    });
    assert.deepEqual(wrong.slice(0, 10), []);
    assert.ok(refused > 1000, `${refused} calls`);
    assert.deepEqual(await changedCollections(before, workers), []);
  });

  it('no internal action of Moleculer responds on the bus (H31)', async () => {
    for (const action of [
      '$node.list',
      '$node.services',
      '$node.actions',
      '$node.events',
      '$node.health',
      '$node.options',
      '$node.metrics',
    ]) {
      await assert.rejects(intruder.call(action, {}, { timeout: 2_000 }), action);
    }
  });

  it('what a client writes as meta, caller or principal is ignored, in a body, a query or a header (H31)', async () => {
    const forged = {
      principal: tokens.sign(root, 'gateway'),
      user: { id: 1 },
      $meta: { principal: 'x' },
    };
    const base = gateway.url;
    const plain = await sendRawRequest(base, { path: '/api/whoami', headers: keyHeaders(site.ada.secret) });
    const query = `principal=${forged.principal}&meta[principal]=${forged.principal}&%24meta=x`;
    const headers = [
      'x-principal',
      forged.principal,
      'x-meta',
      JSON.stringify(forged),
      'principal',
      forged.principal,
    ];
    const result = (text: string): string =>
      text.replace(/"(requestId|reset_at|remaining)":("[^"]*"|\d+)/g, '');
    const same = await sendRawRequest(base, {
      path: `/api/whoami?${query}`,
      headers: [...keyHeaders(site.ada.secret), ...headers],
    });
    assert.deepEqual([same.status, result(same.text)], [200, result(plain.text)]);
    const nobody = await sendRawRequest(base, { path: `/api/whoami?${query}`, headers });
    assert.equal(nobody.status, 401);
    const written = await sendRawRequest(base, {
      method: 'POST',
      path: '/api/admin/tags',
      headers: [...headers, 'content-type', 'application/json'],
      body: JSON.stringify({ ...forged, meta: forged, ctx: { meta: forged }, name: 'x' }),
    });
    assert.ok([401, 404].includes(written.status), written.text);
  });
});
