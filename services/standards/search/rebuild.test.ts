/** Test of nodes that build their index again while it is searched and others publish. */
import assert from 'node:assert/strict';
import { describe, it } from '@jest/globals';
import { afterTest } from '../../../test/after-test.ts';
import { eventually } from '../../../test/eventually.ts';
import { viewer } from '../../../test/people.ts';
import { startTestNode, useNode } from '../../../test/service-node.ts';
import { StandardsWorld } from '../../../test/world/standards-world.ts';
import { RebuildRequests } from './rebuild-requests.ts';

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
    await requests.request();
    let published = 0;
    while ((await requests.reports()).length < nodes.length) {
      published += 1;
      const text = `Lintels have the mark m${published}x.`;
      await world.publishStandard([{ address: '1', content: text }]);
      for (const each of nodes) {
        assert.ok((await found('quartzite', each)).includes(before));
        await eventually(async () => (await found(`m${published}x`, each)).includes(text));
      }
    }
    for (let number = 1; number <= published; number += 1)
      for (const each of nodes)
        assert.ok((await found(`m${number}x`, each)).some((text) => text.includes(`m${number}x`)));
  });
});
