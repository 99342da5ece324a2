/** Tests of deleting a standard while a project imports it. */
import assert from 'node:assert/strict';
import { describe, it } from '@jest/globals';
import { lead } from '../../../test/people.ts';
import { expectRejection, useNode } from '../../../test/service-node.ts';
import { StandardsWorld } from '../../../test/world/standards-world.ts';

describe('a deletion while a project imports the standard', () => {
  const node = useNode(['identity', 'standards', 'projects', 'audit']);
  const world = new StandardsWorld(node);

  it('of a concurrent import and deletion only one succeeds (R-108)', async () => {
    const outcomes: string[] = [];
    for (let round = 0; round < 12; round += 1) {
      const { id: standardId } = await world.publishStandard();
      const { id } = await node.call(lead, 'projects.create', { name: `Round ${round}` });
      const [imported, deleted] = await Promise.allSettled([
        node.call(lead, 'projects.standards.add', { id, action: 'import', standardId }),
        world.deleteStandard(standardId),
      ]);
      const { standards } = await node.call(lead, 'projects.standards.list', { id });
      assert.equal(standards.length, imported.status === 'fulfilled' ? 1 : 0);
      outcomes.push(`${imported.status}, ${deleted.status}`);
    }
    assert.equal(outcomes.includes('fulfilled, fulfilled'), false, outcomes.join('; '));
  });

  it('a deletion waits for a running import; one that does not end is 503, and in the end it has ended (R-108)', async () => {
    const { id } = await world.publishStandard();
    const projects = await node.node.openDatabase('projects');
    const running = projects.collection<{ _id: string; standard_id: number; ends_by: Date }>(
      'running_imports',
    );
    const ends_by = new Date(Date.now() + 60_000);
    await running.insertOne({ _id: 'of a process that is gone', standard_id: id, ends_by });
    await expectRejection(world.deleteStandard(id), 503, 'SERVICE_UNAVAILABLE');
    await running.updateMany({}, { $set: { ends_by: new Date() } });
    await node.call(lead, 'standards.reactivate', { id });
    assert.equal((await world.deleteStandard(id)).deleted, true);
  });
});
