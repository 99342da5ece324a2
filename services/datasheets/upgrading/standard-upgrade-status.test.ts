/** Tests of `standards.upgradeStatus`: the list of the datasheets that are not on a revision of their standard. */
import assert from 'node:assert/strict';
import { describe, it } from '@jest/globals';
import { editor, individual, lead, stranger, viewer, withKey } from '../../../test/people.ts';
import { expectRejection } from '../../../test/service-node.ts';
import { ProjectsWorld } from '../../../test/world/projects-world.ts';
import { createUpgradeScenario, resolutionsFor } from './upgrade-scenario.fixture.ts';

describe('the datasheets that are not on a revision of their standard', () => {
  const site = ProjectsWorld.use();
  const ask = (
    id: number,
    more: { projectId?: number; toStandardRevisionId?: number } = {},
    who: typeof lead = editor,
  ) => site.node.call(who, 'standards.upgradeStatus', { id, ...more });
  const refusal = async (call: Promise<unknown>) => (await expectRejection(call)).status;

  it('lists them with their conflicts and the revision that is available (S25)', async () => {
    const scenario = await createUpgradeScenario(site, ['Slab', 'Wall']);
    const { standardId, projectId, revision, next, sheets } = scenario;
    const [slab, wall] = sheets;
    assert.ok(slab && wall);
    const status = await ask(standardId);
    assert.deepEqual(status.availableRevision, next);
    const { total } = await site.node
      .call(editor, 'datasheets.upgradePlan', { id: slab.id })
      .then(({ conflictPage }) => conflictPage);
    assert.ok(total > 0);
    assert.deepEqual(status.datasheets, [
      { id: slab.id, name: 'Slab', project_id: projectId, conflictCount: total },
      { id: wall.id, name: 'Wall', project_id: projectId, conflictCount: total },
    ]);
    assert.deepEqual([status.total, status.truncated], [2, false]);
    const pinned = await ask(standardId, { toStandardRevisionId: revision.id });
    assert.deepEqual([pinned.datasheets, pinned.availableRevision], [[], revision]);
    await site.node.call(editor, 'datasheets.upgrade', {
      id: slab.id,
      toStandardRevisionId: next.id,
      resolutions: resolutionsFor(slab),
    });
    const after = (await ask(standardId)).datasheets;
    assert.deepEqual(
      after.map(({ id }) => id),
      [wall.id],
    );
    const ahead = (await ask(standardId, { toStandardRevisionId: revision.id })).datasheets;
    assert.deepEqual(
      ahead.map(({ id }) => id),
      [slab.id],
      'a datasheet ahead of the revision is not on it either',
    );
  });

  it('projectId narrows the list to that project; one without access is 404 (S25)', async () => {
    const { standardId, projectId } = await createUpgradeScenario(site);
    const other = await site.createProject('Another');
    await site.importStandard(other, standardId);
    assert.equal((await ask(standardId, { projectId })).total, 1);
    assert.deepEqual((await ask(standardId, { projectId: other })).datasheets, []);
    for (const id of [projectId, 987_654])
      assert.equal(await refusal(ask(standardId, { projectId: id }, stranger)), 404);
  });

  it('shows datasheets only to those who may read them: drafts with draft view, projects with a role (X11, P13)', async () => {
    const { standardId, projectId } = await createUpgradeScenario(site);
    assert.equal((await ask(standardId, {}, stranger)).total, 0);
    assert.equal((await ask(standardId, {}, individual)).total, 0);
    assert.equal((await ask(standardId, {}, viewer)).total, 0, 'nothing is published yet');
    await site.publish(projectId);
    assert.equal((await ask(standardId, {}, viewer)).total, 1);
    assert.equal((await ask(standardId, {}, withKey(viewer, ['standard:read']))).total, 0);
    const key = withKey(viewer, ['standard:read', 'datasheet:read', 'project:read']);
    assert.equal((await ask(standardId, {}, key)).total, 1);
  });

  it('a revision of another standard is 404, and so is a standard that the caller may not read (S25, X11)', async () => {
    const [{ standardId }, other] = [await createUpgradeScenario(site), await createUpgradeScenario(site)];
    assert.equal(await refusal(ask(standardId, { toStandardRevisionId: other.next.id })), 404);
    assert.equal(await refusal(ask(987_654)), 404);
  });

  it('a standard without a revision has no datasheets', async () => {
    const { id: category_id } = await site.node.call(lead, 'categories.create', {
      name: 'Unpublished',
      subject_type: 'company',
    });
    const standard = { name: 'Unpublished', category_id, subject_type: 'company' } as const;
    const { id } = await site.node.call(lead, 'standards.create', standard);
    assert.deepEqual(await ask(id), { datasheets: [], availableRevision: null, total: 0, truncated: false });
    assert.equal(await refusal(ask(id, {}, stranger)), 404);
  });
});
