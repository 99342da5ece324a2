/**
 * Tests of the responses of the other services while one service is unavailable: each runs on a node of its own over
 * real NATS.
 */
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, it } from '@jest/globals';
import { SERVICE_NAMES } from '../shared/contracts/services.ts';
import { populateWorld } from '../tools/world/population.ts';
import { type RawResponse, sendRawRequest } from '../tools/world/raw-http.ts';
import { eventually } from './eventually.ts';
import { startTestNode, type TestNode } from './service-node.ts';
import { skipIf } from './skip-if.ts';
import { databasePrefix, dropDatabases, missingServer, natsUrl } from './test-servers.ts';
import { credentialFor, OPEN_ENDPOINTS, requestPath, sendToEndpoint } from './world/contract-requests.ts';
import type { TestWorld } from './world/test-world.ts';

/** In the order in which they are stopped. */
const MORTAL = ['files', 'datasheets', 'wiki-moderation', 'standards', 'projects'] as const;
/** Health says itself which service is unavailable. */
const READS = OPEN_ENDPOINTS.filter(
  ({ id, method, spec }) => method === 'GET' && !spec.mutates && id !== 'discovery.health',
);
/** Writes of projects and of datasheets. */
const WRITES = OPEN_ENDPOINTS.filter(({ id, spec }) => spec.mutates && /^(projects|datasheets)\./.test(id));

skipIf(missingServer('NATS') || missingServer('MONGODB')).describe('an unavailable service', () => {
  const nodes = new Map<string, TestNode>();
  const prefix = databasePrefix('unavailable');
  let folder: string;
  let site: TestWorld;

  /** Every read, by its caller. */
  const readAll = async (): Promise<Map<string, RawResponse>> => {
    const responses = READS.map(async (route): Promise<[string, RawResponse]> => {
      const headers = credentialFor(site, route.spec);
      return [route.id, await sendRawRequest(site.base, { path: requestPath(site, route), headers })];
    });
    return new Map(await Promise.all(responses));
  };

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'unavailable-service-'));
    const env = {
      DATA_DIR: folder,
      NATS_URL: natsUrl(),
      CLUSTER_SECRET: 'a secret that all nodes of a deployment share',
      DATABASE_PREFIX: prefix,
      EMAIL_VERIFICATION: 'off',
    };
    nodes.set('the rest', await startTestNode(['identity', 'audit'], env));
    for (const name of MORTAL) nodes.set(name, await startTestNode([name], env));
    const node = await startTestNode(['gateway'], env);
    nodes.set('gateway', node);
    for (const each of nodes.values()) await each.node.broker.waitForServices([...SERVICE_NAMES], 60_000);
    const base = node.url;
    site = { node, base, ...(await populateWorld(base)), stop: async () => undefined };
  });
  afterAll(async () => {
    for (const node of [...nodes.values()].reverse()) await node.stop();
    await dropDatabases(prefix);
    await rm(folder, { recursive: true, force: true });
  });

  it('a read that needs it, and every write of it, is 503 with Retry-After, also when retried; every other read responds as before (G4)', async () => {
    // A node that has only just started may still answer 503.
    const before = await eventually(async () => {
      const responses = await readAll();
      for (const [id, { status }] of responses) assert.ok(status < 500, `${id}: ${status}`);
      return responses;
    });
    for (const name of MORTAL) {
      await nodes.get(name)?.stop();
      nodes.delete(name);
      let needing = 0;
      for (const [id, { status, headers, text }] of await readAll()) {
        if (status === before.get(id)?.status) continue;
        assert.equal(status, 503, `${id} without ${name}: ${status} ${text.slice(0, 300)}`);
        assert.match(headers['retry-after'] ?? '', /^\d+$/, id);
        needing += 1;
      }
      assert.ok(needing > 0, `something needs ${name}`);
      for (const route of WRITES.filter(({ id }) => id.startsWith(`${name}.`))) {
        const { status, headers, text } = await sendToEndpoint(site, route, { body: '{}' });
        assert.equal(status, 503, `${route.id} without ${name}: ${status} ${text.slice(0, 300)}`);
        assert.match(headers['retry-after'] ?? '', /^\d+$/, route.id);
      }
      if (name === 'datasheets') await assertUnpublished();
    }
  });

  /** Publishing needs the datasheets: it is 503 and leaves the draft open. */
  async function assertUnpublished(): Promise<void> {
    const { key, projectId } = site.ada;
    const { status, body } = await key.request('POST', `/api/projects/${projectId}/publish`, {});
    assert.equal(status, 503, JSON.stringify(body));
    const { hasDraft } = await key.call('projects.publishReadiness', { id: projectId });
    assert.ok(hasDraft, 'published without its datasheets');
  }
});
