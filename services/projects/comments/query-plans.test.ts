import assert from 'node:assert/strict';
import { describe, it } from '@jest/globals';
import { collectionScans } from '../../../test/query-plans/query-profile.ts';
import { CommentsWorld } from '../../../test/world/comments-world.ts';

/** The queries of comments, as their repository makes them. */
const QUERIES: [string, Record<string, unknown>][] = [
  ['a page of a project', { project_id: 1 }],
  ['those on one thing', { project_id: 1, anchor_id: 1 }],
  ['the thread of a datasheet', { project_id: 1, anchor_id: 1, anchor_type: 'datasheet_field' }],
  ['those with a party', { project_id: 1, held_by: { $in: ['owner'] } }],
  ['those with a party that several mean', { project_id: 1, held_by: { $in: ['owner', 'engineer'] } }],
  ['open questions', { project_id: 1, intent: 'question', state: 'open' }],
];

describe('the queries of comments', () => {
  const world = CommentsWorld.use();

  it('no endpoint of comments reads a collection from end to end', async () => {
    const projectId = await world().createProject();
    const held = await world().addStandard(projectId);
    const connection = await world().node.node.openDatabase('projects');
    const scans = await collectionScans(connection, async () => {
      const { id } = await world().comment('sub', projectId);
      await world().comment('sub', projectId, {
        anchorType: 'datasheet_field',
        anchorId: held.datasheetId,
        elementId: held.fieldId,
      });
      await world().update('sub', projectId, id);
      await world().list('guest', projectId, { heldBy: 'owner', anchorId: projectId });
      await world().node.call(world().principal('sub'), 'datasheets.get', { id: held.datasheetId });
      await world().forward('prime', projectId, id);
      await world().resolve('engineer', projectId, id);
      const own = await world().comment('sub', projectId);
      await world().delete('sub', projectId, own.id);
    });
    assert.deepEqual(scans, []);
  });

  for (const [what, query] of QUERIES) {
    it(`${what}: an index finds them and has their order`, async () => {
      const { db } = await world().node.node.openDatabase('projects');
      const explained = await db
        ?.collection('comments')
        .find(query)
        .sort({ _id: -1 })
        .limit(50)
        .explain('queryPlanner');
      const plan = JSON.stringify(explained?.queryPlanner?.winningPlan);
      assert.match(plan, /IXSCAN/);
      assert.doesNotMatch(plan, /COLLSCAN|"SORT"/);
    });
  }
});
