/** Tests of what is removed from OpenSearch: what no node uses, and what interrupted work has left. */
import assert from 'node:assert/strict';
import { once } from 'node:events';
import { request } from 'node:http';
import { afterAll, beforeAll, it } from '@jest/globals';
import { type LocalServer, startLocalServer } from '../../../test/local-server.ts';
import { skipIf } from '../../../test/skip-if.ts';
import { missingServer, openSearchUrl } from '../../../test/test-servers.ts';
import { toSearchRows } from '../engine/search-rows.ts';
import { SearchUnavailable } from '../search-unavailable.ts';
import { testKey } from '../test-engine.fixture.ts';
import { ClusterEngine } from './cluster-engine.ts';
import { KEPT_MS } from './content-records.ts';
import { indexName } from './index-form.ts';
import { SearchCluster } from './search-cluster.ts';

skipIf(missingServer('OPENSEARCH')).describe('the contents in OpenSearch', () => {
  let now = Date.now();
  /** Of the paths of requests those that fail. */
  let failing: string | null = null;
  /** Called once, before the next write reaches the cluster. */
  let beforeWrite: (() => Promise<unknown>) | null = null;
  let proxy: LocalServer;
  let cluster: SearchCluster;
  let indexed = '';
  const engines: ClusterEngine[] = [];
  /** On an index of its own, or on that of another engine. */
  const openEngine = async (name = indexName(`records ${testKey()}`, '')): Promise<ClusterEngine> => {
    cluster = new SearchCluster([proxy.url], name, assert.fail);
    await cluster.open();
    indexed = name;
    const engine = new ClusterEngine({
      readRows: () =>
        toSearchRows(
          [{ element_id: 1, address: '1', toc_content: '', content: 'Sills.', depth: 1, attributes: {} }],
          [],
          new Set(),
        ),
      vectors: null,
      cluster,
      onLoss: assert.fail,
      now: () => now,
    });
    engines.push(engine);
    return engine;
  };
  const index = async (engine: ClusterEngine, key = testKey()): Promise<string> => {
    await engine.index({ key, packed: new Uint8Array(), withheldElementIds: [] });
    return key;
  };
  const use = async (engine: ClusterEngine, key: string): Promise<boolean> =>
    engine.setCurrent({ scope: 'all', document: { standardId: 1, revisionId: 1, name: 'Sills', key } });
  /** Rows and records in the index. */
  const countDocuments = async (): Promise<number> => {
    await cluster.refresh();
    const [found] = await cluster.search([{ size: 0, track_total_hits: true, query: { match_all: {} } }]);
    return found?.total ?? 0;
  };

  beforeAll(async () => {
    proxy = await startLocalServer(async (incoming, outgoing) => {
      const { method, headers, url = '' } = incoming;
      if (failing && url.includes(failing)) return incoming.destroy();
      if (beforeWrite && url.includes('_bulk')) {
        const work = beforeWrite;
        beforeWrite = null;
        await work();
      }
      const forwarded = request(new URL(url, openSearchUrl() ?? ''), { method, headers });
      incoming.pipe(forwarded);
      const [answer] = await once(forwarded, 'response');
      outgoing.writeHead(answer.statusCode, answer.headers);
      answer.pipe(outgoing);
    });
  });
  afterAll(async () => {
    await Promise.all(engines.map((engine) => engine.close()));
    proxy.close();
  });

  it('that another node uses stay, whatever this one knows of it (S13)', async () => {
    const serving = await openEngine();
    assert.ok(await use(serving, await index(serving)));
    // It could not index the standard.
    const other = await openEngine(indexed);
    now += KEPT_MS - 60_000;
    await serving.tidy({});
    now += KEPT_MS - 60_000;
    await cluster.refresh();
    await other.tidy({});
    assert.equal(await countDocuments(), 2);
    assert.equal(
      (await serving.search({ query: 'sills', scopes: ['all'], documents: [], limit: 1 })).length,
      1,
    );
  });

  it('that nobody uses go, each node may remove them (S13)', async () => {
    const engine = await openEngine();
    await index(engine);
    await cluster.refresh();
    await engine.tidy({});
    assert.equal(await countDocuments(), 2, 'kept for the next search');
    now += KEPT_MS + 1;
    await (await openEngine(indexed)).tidy({});
    assert.equal(await countDocuments(), 0);
  });

  it('whose removal fails half-way are not searched, and go with the next one (S13)', async () => {
    const engine = await openEngine();
    const key = await index(engine);
    failing = '_delete_by_query';
    await assert.rejects(engine.discard(key), SearchUnavailable);
    failing = null;
    assert.equal(await countDocuments(), 2);
    assert.equal(await use(engine, key), false, 'no longer complete');
    await engine.tidy({});
    assert.equal(await countDocuments(), 0);
  });

  it('whose build was interrupted go as well (S13)', async () => {
    const engine = await openEngine();
    const key = testKey();
    failing = '_refresh';
    await assert.rejects(index(engine, key), SearchUnavailable);
    failing = null;
    assert.equal(await countDocuments(), 2);
    assert.equal(await use(engine, key), false);
    now += KEPT_MS + 1;
    await engine.tidy({});
    assert.equal(await countDocuments(), 0);
  });

  it('that are indexed again while they are removed stay (S13)', async () => {
    const engine = await openEngine();
    const key = await index(engine);
    await cluster.refresh();
    now += KEPT_MS + 1;
    beforeWrite = () => index(engine, key);
    await (await openEngine(indexed)).tidy({});
    assert.equal(beforeWrite, null, 'the removal has begun');
    assert.equal(await countDocuments(), 2);
    assert.ok(await use(engine, key));
  });
});
