/** Tests of a node whose rows of search are in a cluster that does not answer, and of one that comes back. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { request } from 'node:http';
import { beforeAll, describe, it } from '@jest/globals';
import { afterTest } from '../../../test/after-test.ts';
import { eventually } from '../../../test/eventually.ts';
import { type LocalServer, startLocalServer } from '../../../test/local-server.ts';
import { viewer } from '../../../test/people.ts';
import { expectRejection, startTestNode, type TestNode, useNode } from '../../../test/service-node.ts';
import { skipIf } from '../../../test/skip-if.ts';
import { missingServer, openSearchUrl } from '../../../test/test-servers.ts';
import { StandardsWorld } from '../../../test/world/standards-world.ts';

const SERVICES = ['standards', 'projects', 'audit'];
const search = (node: TestNode, query: string) => node.call(viewer, 'standards.searchContent', { query });

describe('a node whose search cluster does not answer', () => {
  const node = useNode(SERVICES, { SEARCH_URL: 'http://127.0.0.1:9' });
  const world = new StandardsWorld(node);
  let id: number;
  beforeAll(async () => {
    ({ id } = await world.publishStandard([{ address: '1', content: 'Purlins are of steel.' }]));
  });

  it('answers a search with 503 at once, and everything else as ever (S13)', async () => {
    // Until the index has followed the publish it is empty, and needs no cluster.
    await eventually(async () => (await search(node, 'purlins').catch(() => null)) === null);
    const startedAt = performance.now();
    await expectRejection(search(node, 'purlins'), 503, 'SERVICE_UNAVAILABLE');
    assert.ok(performance.now() - startedAt < 5_000);
    await node.call(viewer, 'standards.get', { id });
    await world.publishStandard([{ address: '1', content: 'Purlins are of wood.' }]);
  });
});

skipIf(missingServer('OPENSEARCH')).describe('a search cluster that goes and comes back', () => {
  it('is followed by 503, then by everything that was published meanwhile (S13, S27)', async () => {
    let isUnavailable = false;
    const proxy: LocalServer = await startLocalServer(async (incoming, outgoing) => {
      if (isUnavailable) return incoming.destroy();
      const { method, headers, url = '' } = incoming;
      const forwarded = request(new URL(url, openSearchUrl() ?? ''), { method, headers });
      incoming.pipe(forwarded);
      const [answer] = await once(forwarded, 'response');
      outgoing.writeHead(answer.statusCode, answer.headers);
      answer.pipe(outgoing);
    });
    afterTest(() => proxy.close());
    const node = await startTestNode(SERVICES, { SEARCH_URL: proxy.url });
    afterTest(() => node.stop());
    const world = new StandardsWorld(node);
    const found = async (query: string) => (await search(node, query)).hits.map(({ snippet }) => snippet);
    await world.publishStandard([{ address: '1', content: 'Rafters are of larch.' }]);
    await eventually(async () => assert.deepEqual(await found('larch'), ['Rafters are of larch.']));
    isUnavailable = true;
    await world.publishStandard([{ address: '1', content: 'Rafters are of oak.' }]);
    await expectRejection(search(node, 'larch'), 503);
    isUnavailable = false;
    await eventually(async () => assert.deepEqual(await found('oak'), ['Rafters are of oak.']));
    assert.deepEqual(await found('larch'), ['Rafters are of larch.']);
  });
});
