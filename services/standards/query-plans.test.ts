import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import { collectionScans } from '../../test/query-plans.ts';
import { startTestNode, type TestNode } from '../../test/service-node.ts';
import { ada, Desk, reworded, system, viewer } from './desk.fixture.ts';

describe('the queries of standards', () => {
  let node: TestNode;
  before(async () => {
    node = await startTestNode(['standards', 'projects']);
  });
  after(() => node.stop());

  it('no endpoint reads a collection from end to end', async () => {
    const desk = new Desk(node);
    await desk.published();
    const connection = await node.node.openDatabase('standards');
    const scans = await collectionScans(connection, async () => {
      const { id, revisionId } = await desk.published();
      const category = await desk.category();
      const copy = await node.call(ada, 'standards.edit', { id });
      await node.call(ada, 'standards.workingCopy.save', { id, ...reworded(copy, { '1.1': 'a' }) });
      await node.call(ada, 'standards.workingCopy.save', { id, ...reworded(copy, { '1.2': 'b' }) });
      const { revision } = await node.call(ada, 'standards.publish', { id, tag_ids: [] });
      await node.call(viewer, 'standards.get', { id, revisionId });
      await node.call(viewer, 'standards.revisions', { id });
      await node.call(viewer, 'standards.compare', { id, from: revisionId, to: revision.id });
      for (const sort of ['category', 'name', 'created_at'] as const) {
        await node.call(viewer, 'standards.list', { sort, per_page: 10 });
        await node.call(viewer, 'standards.list', { sort, include_deprecated: true, search: 'x', category_id: category });
      }
      await node.call(ada, 'standards.update', { id, name: `Renamed ${id}` });
      await node.call(ada, 'standards.edit', { id });
      await node.call(ada, 'standards.workingCopy.discard', { id });
      await node.call(ada, 'libraries.list', {});
      await node.call(ada, 'categories.list', {});
      await node.call(ada, 'categories.get', { id: category });
      await node.call(ada, 'categories.create', { name: 'Below', subject_type: 'company', parent_id: category });
      await node.call(system, 'standards.holding', { standard_id: id });
      await node.call(system, 'standards.lines', { standard_ids: [id] });
      await node.call(system, 'standards.revisionHeads', { revision_ids: [revisionId] });
      await node.call(system, 'standards.sealed', { revision_id: revisionId });
      await node.call(system, 'standards.adoptEdition', {
        wiki: { standard_id: randomUUID(), adopted_revision_id: randomUUID() },
        library_name: 'Community',
        title: 'A page',
        description: '',
        category_path: ['One', 'Two'],
        tag_ids: [],
        edition_number: 1,
        elements: [],
        fields: [],
      });
    });
    assert.deepEqual(scans, []);
  });

  it('a page of the list is read in the order of an index: no sort in memory, no more rows than the page needs', async () => {
    const connection = await node.node.openDatabase('standards');
    const scopes = [
      { subject_type: 'global', subject_id: null },
      { subject_type: 'company', subject_id: 501 },
      { subject_type: 'user', subject_id: 11 },
    ];
    const orders = {
      category: ['category_key', 'folded_name', '_id'],
      name: ['folded_name', '_id'],
      created_at: ['created_at', '_id'],
    };
    for (const states of [[false], [false, true]]) {
      for (const members of Object.values(orders)) {
        const plan = await connection
          .collection('standards')
          .find({ $or: scopes.flatMap((scope) => states.map((deprecated) => ({ ...scope, deprecated }))) })
          .sort(Object.fromEntries(members.map((member) => [member, 1])))
          .limit(50)
          .explain('queryPlanner');
        const stages = JSON.stringify(plan.queryPlanner.winningPlan);
        assert.ok(!stages.includes('"SORT"') && !stages.includes('COLLSCAN'), `${members[0]}: ${stages}`);
      }
    }
  });
});
