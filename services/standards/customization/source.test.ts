/** Tests of the source of a customised copy: acknowledging its revisions, losing it, losing access to it. */
import assert from 'node:assert/strict';
import { describe, expect, it } from '@jest/globals';
import { editor, FIRM, lead, stranger, viewer } from '../../../test/people.ts';
import { expectRejection, useNode } from '../../../test/service-node.ts';
import { findAuditDetails, StandardsWorld } from '../../../test/world/standards-world.ts';
import { CustomizationWorld } from './customization-world.fixture.ts';

describe('the source of a customised copy', () => {
  const node = useNode(['standards', 'projects', 'audit', 'identity']);
  const site = new CustomizationWorld(node);
  const world = new StandardsWorld(node);

  it('acknowledging moves only what was seen, and says who acknowledged which revision (S20, R-173, R-114)', async () => {
    const { source, copy, target } = await site.createDispute();
    const acknowledge = (more: object = {}, who = lead) =>
      node.call(who, 'standards.acknowledgeSource', { id: copy.id, ...more });
    await expectRejection(acknowledge({ toRevisionId: source.revisionId }), 409, 'SOURCE_MOVED_ON');
    await expectRejection(acknowledge({ toRevisionId: 99_999_999 }), 404);
    const shown = await acknowledge({ toRevisionId: target });
    assert.deepEqual(
      [shown.last_seen_source_revision_id, shown.parent_current_revision_id],
      [target, source.revisionId],
    );
    await expectRejection(acknowledge(), 409, 'ALREADY_CURRENT');
    const details = await findAuditDetails(node, copy.id, 'standards.acknowledgeSource', () => true);
    expect(details).toMatchObject({ revision: { id: target, code: '1.1.0' }, source_standard_id: source.id });
    assert.equal((await site.plan(copy.id)).summary.conflicts, 1);
    const { id } = await world.publishStandard();
    await expectRejection(node.call(lead, 'standards.acknowledgeSource', { id }), 409, 'NOT_A_CUSTOMIZATION');
    await expectRejection(acknowledge({}, viewer), 403);
    await expectRejection(acknowledge({}, stranger), 404);
  });

  it('plan and changelog are 404 where the source is not readable, even to readers of the copy (X11)', async () => {
    const mine = { subject_type: 'user' } as const;
    const category = await node.call(lead, 'categories.create', { name: 'Drafts', ...mine });
    const own = await node.call(lead, 'standards.create', { name: 'Own', category_id: category.id, ...mine });
    await node.call(lead, 'standards.publish', { id: own.id });
    const copy = await site.customize(own.id, { name: 'Shared' });
    assert.equal(copy.scope.subject_id, FIRM.id);
    await node.call(lead, 'standards.edit', { id: own.id });
    await node.call(lead, 'standards.publish', { id: own.id });
    assert.equal((await site.plan(copy.id)).isCustomized, true);
    const params = { id: copy.id };
    assert.ok('elements' in (await node.call(editor, 'standards.get', params)));
    for (const refused of [
      () => node.call(editor, 'standards.mergePlan', params),
      () => node.call(editor, 'standards.changelog', params),
      () => node.call(editor, 'standards.acknowledgeSource', params),
      () => node.call(editor, 'standards.merge', { ...params, planHash: 'x', resolutions: {} }),
    ])
      await expectRejection(refused(), 404);
  });

  it('without its source the copy is no customization (S17)', async () => {
    const { copy } = await site.createDispute();
    const standards = await node.node.openDatabase('standards');
    const lineage = {
      customized_from_revision_id: null,
      parent_current_revision_id: null,
      last_seen_source_revision_id: null,
    };
    await standards.collection<{ _id: number }>('standards').updateOne({ _id: copy.id }, { $set: lineage });
    assert.equal((await site.plan(copy.id)).isCustomized, false);
    const merge = node.call(lead, 'standards.merge', { id: copy.id, planHash: 'x', resolutions: {} });
    await expectRejection(merge, 'NOT_A_CUSTOMIZATION');
    const { changes } = await node.call(lead, 'standards.changelog', { id: copy.id });
    assert.deepEqual(changes, []);
  });
});
