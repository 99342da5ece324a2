/** Tests of building the index in OpenSearch again, next to the one in use. */
import assert from 'node:assert/strict';
import { afterAll, it } from '@jest/globals';
import { skipIf } from '../../../test/skip-if.ts';
import { missingServer, openSearchUrl } from '../../../test/test-servers.ts';
import { toSearchRows } from '../engine/search-rows.ts';
import { testKey } from '../test-engine.fixture.ts';
import { ClusterEngine } from './cluster-engine.ts';
import { indexName } from './index-form.ts';
import { REPLACED_KEPT_MS, UNFINISHED_KEPT_MS } from './index-generations.ts';
import { SearchCluster } from './search-cluster.ts';

skipIf(missingServer('OPENSEARCH')).describe('an index in OpenSearch that is built again', () => {
  const url = openSearchUrl() ?? '';
  const name = indexName(`generations ${testKey()}`, '');
  const engines: ClusterEngine[] = [];
  const start = Date.now();
  let now = start;
  /** The number of an index that was begun so many milliseconds after the start. */
  const at = (after: number): number => start + after;
  const open = async (generation?: number, alias = name): Promise<ClusterEngine> => {
    const cluster = new SearchCluster([url], alias, assert.fail);
    await cluster.open(generation);
    const engine = new ClusterEngine({
      readRows: ({ key }) =>
        toSearchRows(
          [{ element_id: 1, address: '1', toc_content: '', content: key, depth: 1, attributes: {} }],
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
  const use = async (engine: ClusterEngine, key: string): Promise<boolean> =>
    engine.setCurrent({ scope: 'all', document: { standardId: 1, revisionId: 1, name: 'Sills', key } });
  const publish = async (engine: ClusterEngine, key: string): Promise<void> => {
    await engine.index({ key, packed: new Uint8Array(), withheldElementIds: [] });
    assert.ok(await use(engine, key));
  };
  const finds = async (engine: ClusterEngine, query: string): Promise<boolean> =>
    (await engine.search({ query, scopes: ['all'], documents: [], limit: 1 })).length > 0;
  const generations = async (): Promise<number[]> => {
    const found = await (await fetch(`${url}/${name}-*/_alias`)).json();
    return Object.keys(Object(found)).map((index) => Number(index.slice(name.length + 1)));
  };
  afterAll(() => Promise.all(engines.map((engine) => engine.close())));

  it('takes the place of the one in use when it is complete, which nodes search until they go over (S13)', async () => {
    const before = await open();
    await publish(before, 'Oak');
    const [next, same] = [await open(at(7)), await open(at(7))];
    await publish(next, 'Oak');
    assert.ok(await use(same, 'Oak'), 'two nodes build one index');
    assert.ok(await use(await open(), 'Oak'));
    assert.equal(await before.isReplaced({}), false, 'not in use before it is put in place');
    await publish(next, 'Larch');
    await next.activate({});
    await same.activate({});
    assert.ok(await finds(before, 'oak'));
    const started = await open();
    assert.ok(await use(started, 'Larch'), 'a node that starts opens the new one');
    assert.equal(await next.isReplaced({}), false);
    assert.equal(await before.isReplaced({}), true);
    assert.deepEqual((await generations()).toSorted(), [1, at(7)]);
    now += REPLACED_KEPT_MS + 1;
    await started.tidy({});
    assert.deepEqual(await generations(), [at(7)]);
    assert.ok(await finds(started, 'larch'));
  });

  it('does not end another one that is built, and serves nobody before it is in use (S13)', async () => {
    const serving = await open();
    await publish(serving, 'Ash');
    const other = await open(at(20));
    const next = await open(at(30));
    await publish(other, 'Ash');
    assert.ok(await use(await open(), 'Ash'));
    assert.ok(await finds(serving, 'ash'));
    await publish(next, 'Ash');
    assert.equal(await next.activate({}), at(30));
    assert.equal(await (await open(at(20))).activate({}), at(30), 'an old request begins nothing');
    assert.ok(await finds(other, 'ash'));
  });

  it('that is deleted leaves the first one, which is in use again (S13)', async () => {
    const other = indexName(`deleted ${testKey()}`, '');
    const first = await open(undefined, other);
    const next = await open(at(7), other);
    await next.activate({});
    await fetch(`${url}/${other}-${at(7)}`, { method: 'DELETE' });
    assert.equal(await first.isReplaced({}), false, 'no other one is in use');
    const again = await open(undefined, other);
    await publish(again, 'Elm');
    assert.equal(await again.isReplaced({}), false);
    assert.ok((await fetch(`${url}/_alias/${other}`)).ok, 'has the alias');
  });

  it('keeps nothing of a content that is discarded on a node that searches another one (S13)', async () => {
    const other = indexName(`held ${testKey()}`, '');
    const [serving, building] = [await open(undefined, other), await open(now + 5, other)];
    for (const engine of [serving, building])
      await engine.index({ key: 'Held', packed: new Uint8Array(), withheldElementIds: [] });
    await serving.discard('Held');
    const count = async (): Promise<number> => {
      await fetch(`${url}/${other}-*/_refresh`, { method: 'POST' });
      return Object(await (await fetch(`${url}/${other}-*/_count`)).json()).count;
    };
    assert.equal(await count(), 0);
  });

  it('that was begun long ago and never completed is removed (S13)', async () => {
    const other = indexName(`unfinished ${testKey()}`, '');
    const serving = await open(undefined, other);
    const begun = now;
    await open(begun, other);
    const exists = async (): Promise<boolean> => (await fetch(`${url}/${other}-${begun}`)).ok;
    await serving.tidy({});
    assert.ok(await exists());
    now += UNFINISHED_KEPT_MS + 1;
    await serving.tidy({});
    assert.ok(!(await exists()));
  });
});
