/**
 * Tests of nodes that build their search index again while it is searched and others publish, and of the requests for
 * this: order and reports.
 */
import assert from 'node:assert/strict';
import { describe, it } from '@jest/globals';
import { afterTest } from '../../../test/after-test.ts';
import { eventually } from '../../../test/eventually.ts';
import { viewer } from '../../../test/people.ts';
import { startTestNode, useNode } from '../../../test/service-node.ts';
import { StandardsWorld } from '../../../test/world/standards-world.ts';
import { REBUILD_COLLECTION, RebuildRequests } from './rebuild-requests.ts';

describe('nodes whose index is built again', () => {
  const node = useNode(['standards', 'projects', 'audit']);
  const world = new StandardsWorld(node);
  const found = async (query: string, on: Pick<typeof node, 'call'> = node): Promise<string[]> =>
    (await on.call(viewer, 'standards.searchContent', { query })).hits.map(({ snippet }) => snippet);

  it('go on to find what was published before, and what is meanwhile (S13, S27)', async () => {
    const other = await startTestNode(['standards', 'projects'], {
      DATABASE_PREFIX: node.node.config.databasePrefix,
    });
    afterTest(() => other.stop());
    const nodes = [node, other];
    const before = 'Lintels are of quartzite.';
    await world.publishStandard([{ address: '1', content: before }]);
    for (const each of nodes) await eventually(async () => (await found('quartzite', each)).includes(before));
    const requests = new RebuildRequests(await node.node.openDatabase('standards'));
    const request = await requests.request();
    const texts = [1, 2, 3].map((number) => `Lintels have the mark m${number}x.`);
    for (const [at, text] of texts.entries()) {
      await world.publishStandard([{ address: '1', content: text }]);
      for (const each of nodes) {
        assert.ok((await found('quartzite', each)).includes(before));
        await eventually(async () => (await found(`m${at + 1}x`, each)).includes(text));
      }
    }
    await eventually(async () => assert.equal((await requests.progress(request))?.reports.length, 2));
    for (const [at, text] of texts.entries())
      for (const each of nodes) assert.ok((await found(`m${at + 1}x`, each)).includes(text));
  });

  it('report each request once that is the last one, also one that comes meanwhile (S27)', async () => {
    const requests = new RebuildRequests(await node.node.openDatabase('standards'));
    const first = await requests.request();
    await eventually(async () => {
      const { working = [], reports = [] } = (await requests.progress(first)) ?? {};
      return working.length + reports.length > 0;
    });
    const second = await requests.request();
    assert.ok(second > first);
    assert.equal(await requests.progress(first), null);
    // It comes too late.
    await requests.report(first, { node: 'late', standards: 1, ms: 1 });
    await eventually(async () => {
      const { working, reports } = (await requests.progress(second)) ?? {};
      assert.deepEqual([working, reports?.map(({ node: name }) => name)], [[], [node.node.broker.nodeID]]);
    });
  });

  it('have a request newer than the last one, whatever the clock says (S27)', async () => {
    const requests = new RebuildRequests(await node.node.openDatabase('standards'));
    const ahead = Date.now() + 60_000;
    const rebuilds = (await node.node.openDatabase('standards')).collection<{ _id: string }>(
      REBUILD_COLLECTION,
    );
    await rebuilds.updateOne(
      { _id: 'latest' },
      { $set: { requested_at: new Date(ahead) } },
      { upsert: true },
    );
    assert.equal(await requests.request(), ahead + 1);
  });
});
