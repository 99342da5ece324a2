/** Test that a hold set on one node is in effect on another that has the revision cached. */
import assert from 'node:assert/strict';
import { describe, it } from '@jest/globals';
import { lead, wikiService } from '../../../test/people.ts';
import { startTestNode, useNode } from '../../../test/service-node.ts';
import { CANARY, HoldsWorld } from '../../../test/world/holds.ts';
import { CustomizationWorld } from '../customization/customization-world.fixture.ts';

describe('holds on several nodes', () => {
  const node = useNode(['standards', 'projects', 'audit']);
  const world = new HoldsWorld(node);
  const copies = new CustomizationWorld(node);

  it('architecture §9: a node that has the revisions in memory withholds as soon as another has answered', async () => {
    const edition = await world.adopt();
    const { id } = await copies.customize(edition.standardId);
    await node.call(lead, 'standards.edit', { id });
    const second = await startTestNode(['standards', 'projects'], {
      DATABASE_PREFIX: node.node.config.databasePrefix,
    });
    const readAll = async () => {
      const responses = [
        await second.call(lead, 'standards.get', { id }),
        await second.call(lead, 'standards.get', { id: edition.standardId }),
        await second.call(lead, 'standards.workingCopy.get', { id }),
        await second.call(wikiService, 'standards.sealedRevision', { revision_id: edition.revisionId }),
      ];
      return responses.map((response) => JSON.stringify(response).includes(CANARY));
    };
    try {
      for (let round = 0; round < 3; round += 1) {
        assert.deepEqual(await readAll(), [true, true, true, true]);
        await world.state(edition, world.hold(edition));
        assert.deepEqual(await readAll(), [false, false, false, false]);
        await world.state(edition);
      }
    } finally {
      await second.stop();
    }
  });
});
