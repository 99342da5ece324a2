/**
 * Tests of `datasheets.delete` through the service: what stays readable, what a discarded draft brings back, who may
 * delete, and concurrent deletions and revises.
 */
import assert from 'node:assert/strict';
import { describe, it } from '@jest/globals';
import { colleague, editor, lead, stranger, viewer, withKey } from '../../../test/people.ts';
import { expectOneSuccess, expectRejection } from '../../../test/service-node.ts';
import { elementIdOf, ProjectsWorld } from '../../../test/world/projects-world.ts';

describe('deleting a datasheet', () => {
  const site = ProjectsWorld.use();

  const remove = (
    id: number,
    more: { projectRevisionId?: number; deletionReason?: string } = {},
    as = editor,
  ) => site.node.call(as, 'datasheets.delete', { id, ...more });
  const prepare = async (name: string) => {
    const { projectId, standardId } = await site.createProjectWithStandard(name);
    return { projectId, standardId, sheet: await site.createDatasheet(projectId, standardId) };
  };
  const historyOf = async (id: number, as = editor): Promise<[string, string][]> => {
    const { revisions } = await site.node.call(as, 'datasheets.revisions', { id });
    return revisions.map(({ code, status }) => [code, status]);
  };
  const namesIn = async (id: number, as = editor): Promise<string[]> =>
    (await site.node.call(as, 'projects.datasheets.list', { id, include_archived: true })).datasheets.map(
      ({ name }) => name,
    );

  it('seals a DELETED revision; the history stays readable, the live read is 404, the name is free (R-121, D10)', async () => {
    const { projectId, standardId, sheet } = await prepare('Deleted');
    const { id } = sheet;
    const revised = await site.reviseDatasheet(id, [
      { element_id: elementIdOf(sheet, 'Supplier'), new_value: 'ACME' },
    ]);
    const { deleted, revision } = await remove(id, { deletionReason: 'Not built' });
    assert.deepEqual(
      [deleted, revision.status, revision.code, revision.summary],
      [true, 'DELETED', '2.0.0', 'Not built'],
    );
    await expectRejection(site.getDatasheet(id), 404);
    assert.deepEqual(await historyOf(id), [
      ['2.0.0', 'DELETED'],
      ['1.1.0', 'ACTIVE'],
      ['1.0.0', 'ACTIVE'],
    ]);
    const last = await site.node.call(editor, 'datasheets.revision.get', {
      instanceId: id,
      revisionId: revision.id,
    });
    assert.equal(last.revision.status, 'DELETED');
    const compared = await site.node.call(editor, 'datasheets.compare', {
      id,
      from: revised.revision.id,
      to: revision.id,
    });
    assert.deepEqual(compared.changes, [], 'the last values are kept');
    assert.deepEqual(await namesIn(projectId), []);
    const namesake = await site.createDatasheet(projectId, standardId);
    assert.deepEqual([namesake.name, namesake.id === id], ['Slab', false]);
    const again = await expectRejection(remove(id));
    assert.equal(again.status, 404, 'it is not in the draft any more');
  });

  it('readers without the draft see the datasheet until the deletion is published, then its published history (D10)', async () => {
    const { projectId, standardId, sheet } = await prepare('Seen by readers');
    const { id } = sheet;
    await site.createDatasheet(projectId, standardId, { name: 'Kept' });
    await site.publish(projectId);
    await site.openDraft(projectId);
    await site.reviseDatasheet(id, [{ element_id: elementIdOf(sheet, 'Supplier'), new_value: 'Draft' }]);
    await remove(id);
    assert.equal((await site.getDatasheet(id, viewer)).revision.status, 'ACTIVE');
    assert.deepEqual(await historyOf(id, viewer), [['1.0.0', 'ACTIVE']]);
    await site.publish(projectId);
    await expectRejection(site.getDatasheet(id, viewer), 404);
    assert.deepEqual(await historyOf(id, viewer), [
      ['2.0.0', 'DELETED'],
      ['1.0.0', 'ACTIVE'],
    ]);
    await site.openDraft(projectId);
    assert.equal((await historyOf(id)).length, 3, 'the next draft knows it still');
  });

  it('one that was never published is 404 for readers, before and after its deletion is published (D10)', async () => {
    const { projectId, standardId, sheet } = await prepare('Never published');
    await remove(sheet.id);
    await site.createDatasheet(projectId, standardId, { name: 'Another' });
    const read = () => expectRejection(historyOf(sheet.id, viewer));
    assert.equal((await read()).status, 404);
    await site.publish(projectId);
    assert.equal((await read()).status, 404);
    assert.deepEqual(await historyOf(sheet.id), [
      ['2.0.0', 'DELETED'],
      ['1.0.0', 'ACTIVE'],
    ]);
  });

  it('published revisions keep it byte for byte, and a discarded draft brings it back (D5)', async () => {
    const { projectId: id, sheet } = await prepare('Kept in revisions');
    await site.publish(id);
    const { current_revision_id } = await site.node.call(viewer, 'projects.revisions', { id });
    const revisionId = current_revision_id ?? 0;
    const read = async () =>
      JSON.stringify([
        await site.node.call(viewer, 'projects.datasheets.list', { id, revisionId }),
        await site.node.call(lead, 'projects.export', { id, revisionId }),
      ]);
    const before = await read();
    await site.openDraft(id);
    await remove(sheet.id);
    assert.equal(await read(), before);
    await site.node.call(lead, 'projects.revert', { id });
    assert.deepEqual(await historyOf(sheet.id), [['1.0.0', 'ACTIVE']]);
    await site.openDraft(id);
    assert.equal((await site.getDatasheet(sheet.id)).name, 'Slab');
    await remove(sheet.id);
    await site.node.call(editor, 'projects.standards.archive', { id, standardId: sheet.standard_id });
    await site.publish(id);
    assert.equal(await read(), before);
  });

  it('projectRevisionId must be the open draft: published 409, unknown or of another project 404 (D5)', async () => {
    const { projectId: id, sheet } = await prepare('Which revision');
    const other = await prepare('Another project');
    await site.publish(id);
    await site.openDraft(id);
    const { revisions } = await site.node.call(editor, 'projects.revisions', { id });
    const [draft, published] = revisions;
    const elsewhere = await site.node.call(editor, 'projects.revisions', { id: other.projectId });
    await expectRejection(
      remove(sheet.id, { projectRevisionId: published?.id ?? 0 }),
      409,
      'REVISION_PUBLISHED',
    );
    for (const projectRevisionId of [987_654, elsewhere.revisions[0]?.id ?? 0])
      await expectRejection(remove(sheet.id, { projectRevisionId }), 404);
    assert.equal((await remove(sheet.id, { projectRevisionId: draft?.id ?? 0 })).deleted, true);
  });

  it('without an open draft 409 NO_OPEN_DRAFT; it needs project:draft:edit; a stranger gets 404 (G9, R-276)', async () => {
    const { projectId, sheet } = await prepare('Refused');
    await expectRejection(remove(sheet.id, {}, stranger), 404);
    await site.publish(projectId);
    await expectRejection(remove(sheet.id), 409, 'NO_OPEN_DRAFT');
    await site.openDraft(projectId);
    await expectRejection(remove(sheet.id, {}, viewer), 403);
    const key = withKey(editor, ['project:draft:edit']);
    assert.equal((await remove(sheet.id, {}, key)).deleted, true);
  });

  it('an archived datasheet can be deleted too', async () => {
    const { projectId, sheet } = await prepare('Archived before');
    const held = { id: projectId, datasheetInstanceId: sheet.id };
    await site.node.call(editor, 'projects.datasheets.archive', held);
    assert.equal((await remove(sheet.id)).revision.status, 'DELETED');
    await expectRejection(site.node.call(editor, 'projects.datasheets.restore', held), 404);
  });

  it('of concurrent deletions one happens, the others are 404, also at two nodes (R14)', async () => {
    const second = await site.startSecondNode();
    try {
      const { sheet } = await prepare('Deleted at once');
      await expectOneSuccess(
        [site, second, site, second].map(({ node }) =>
          node.call(editor, 'datasheets.delete', { id: sheet.id }),
        ),
        404,
      );
      assert.equal((await historyOf(sheet.id)).length, 2);
    } finally {
      await second.node.stop();
    }
  });

  it('deleted and revised concurrently at two nodes, the revise is in the history or refused, and the deletion is last (R14)', async () => {
    const second = await site.startSecondNode();
    try {
      for (let round = 0; round < 6; round += 1) {
        const { sheet } = await prepare(`Raced ${round}`);
        const changes = [{ element_id: elementIdOf(sheet, 'Supplier'), new_value: `Raced ${round}` }];
        const [deleted, revised] = await Promise.allSettled([
          remove(sheet.id),
          second.reviseDatasheet(sheet.id, changes, {}, colleague),
        ]);
        assert.equal(deleted.status, 'fulfilled');
        const statuses = (await historyOf(sheet.id)).map(([, status]) => status);
        if (revised.status === 'fulfilled') assert.deepEqual(statuses, ['DELETED', 'ACTIVE', 'ACTIVE']);
        else {
          await expectRejection(Promise.reject(revised.reason), 404);
          assert.deepEqual(statuses, ['DELETED', 'ACTIVE']);
        }
      }
    } finally {
      await second.node.stop();
    }
  });
});
