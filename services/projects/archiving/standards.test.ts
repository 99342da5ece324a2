/** Tests of archiving, restoring and removing standards in the draft of a project, with their datasheets. */
import assert from 'node:assert/strict';
import { describe, it } from '@jest/globals';
import type { InputOf } from '../../../shared/contracts/endpoint.ts';
import type { EndpointMap } from '../../../shared/contracts/index.ts';
import { editor, lead, stranger, viewer } from '../../../test/people.ts';
import { expectOneSuccess, expectRejection } from '../../../test/service-node.ts';
import { ProjectsWorld } from '../../../test/world/projects-world.ts';

describe('projects: archiving the standards of a draft', () => {
  const site = ProjectsWorld.use();

  const archive = (id: number, standardId: number, as = editor) =>
    site.node.call(as, 'projects.standards.archive', { id, standardId });
  const restore = (
    id: number,
    standardId: number,
    more: Partial<InputOf<EndpointMap['projects.standards.restore']>> = {},
  ) => site.node.call(editor, 'projects.standards.restore', { id, standardId, ...more });
  const remove = (id: number, standardId: number) =>
    site.node.call(editor, 'projects.standards.removeArchived', { id, standardId });
  const sheetsOf = async (id: number): Promise<[string, boolean][]> => {
    const { datasheets } = await site.node.call(lead, 'projects.datasheets.list', {
      id,
      include_archived: true,
    });
    return datasheets.map(({ name, archived }) => [name, archived]);
  };
  const namesOf = (rows: readonly { name: string }[]) => rows.map(({ name }) => name);

  it('archives the datasheets with the standard; restoring restores exactly those (P7, R-115, R-116)', async () => {
    const { projectId: id, standardId, datasheetIds } = await site.createFilledProject('With sheets', 3);
    await site.node.call(editor, 'projects.datasheets.archive', {
      id,
      datasheetInstanceId: datasheetIds[0] ?? 0,
    });
    const archived = await archive(id, standardId);
    assert.deepEqual([archived.standard.archived, archived.standard.datasheet_count], [true, 0]);
    assert.deepEqual(namesOf(archived.datasheets), ['Sheet 2', 'Sheet 3']);
    assert.deepEqual(await sheetsOf(id), [
      ['Sheet 1', true],
      ['Sheet 2', true],
      ['Sheet 3', true],
    ]);
    const restored = await restore(id, standardId);
    assert.deepEqual([restored.standard.archived, restored.standard.datasheet_count], [false, 2]);
    assert.deepEqual(namesOf(restored.datasheets), ['Sheet 2', 'Sheet 3']);
    assert.deepEqual(await sheetsOf(id), [
      ['Sheet 1', true],
      ['Sheet 2', false],
      ['Sheet 3', false],
    ]);
  });

  it('a datasheet that was archived with its standard, restored and archived again by itself stays archived (P7)', async () => {
    const { projectId: id, standardId, datasheetIds } = await site.createFilledProject('Archived again');
    const sheet = { id, datasheetInstanceId: datasheetIds[0] ?? 0 };
    await archive(id, standardId);
    await restore(id, standardId);
    await site.node.call(editor, 'projects.datasheets.archive', sheet);
    await archive(id, standardId);
    assert.deepEqual((await restore(id, standardId)).datasheets, []);
    assert.deepEqual(await sheetsOf(id), [['Sheet 1', true]]);
  });

  it('what is archived is listed with include_archived only, and is no part of details, export, content and readiness (P7)', async () => {
    const { projectId: id, standardId } = await site.createFilledProject('Left out');
    await archive(id, standardId);
    const list = (include_archived: boolean) =>
      site.node.call(editor, 'projects.standards.list', { id, include_archived });
    assert.deepEqual((await list(false)).standards, []);
    assert.deepEqual(
      (await list(true)).standards.map(({ standard_id, archived }) => [standard_id, archived]),
      [[standardId, true]],
    );
    const details = await site.node.call(lead, 'projects.details', { id, shape: 'v2', draft: true });
    assert.ok('standards' in details);
    assert.deepEqual([details.standards, details.datasheets], [[], []]);
    const ready = await site.node.call(lead, 'projects.publishReadiness', { id });
    assert.deepEqual([ready.ready, ready.empty, ready.blockers], [true, false, []]);
    const content = { projectId: id, standardId };
    await expectRejection(site.node.call(editor, 'projects.integratedContent', content), 404);
    await site.publish(id);
    const exported = await site.node.call(lead, 'projects.export', { id });
    assert.deepEqual(exported.datasheets, []);
    assert.ok(!(exported.content ?? '').includes('Left out standard'));
  });

  it('published revisions stay byte for byte the same, whatever later drafts archive, remove and publish (R-117)', async () => {
    const { projectId: id, standardId, datasheetIds } = await site.createFilledProject('Published before');
    const { revision } = await site.publish(id);
    const revisionId = revision.id;
    const [sheetId = 0] = datasheetIds;
    const read = async () =>
      JSON.stringify([
        await site.node.call(viewer, 'projects.details', { id, shape: 'v2', revisionId }),
        await site.node.call(viewer, 'projects.standards.list', { id, revisionId, include_archived: true }),
        await site.node.call(viewer, 'projects.datasheets.list', { id, revisionId, include_archived: true }),
        await site.node.call(viewer, 'projects.integratedContent', { projectId: id, standardId, revisionId }),
        await site.node.call(lead, 'projects.export', { id, revisionId }),
      ]);
    const before = await read();
    await site.node.call(lead, 'projects.draft.create', { id });
    await archive(id, standardId);
    assert.equal(await read(), before);
    // Its current published revision still holds the sheet.
    assert.equal((await site.node.call(viewer, 'datasheets.get', { id: sheetId })).name, 'Sheet 1');
    await site.publish(id);
    assert.equal(await read(), before);
    await site.node.call(lead, 'projects.draft.create', { id });
    assert.deepEqual(namesOf((await restore(id, standardId)).datasheets), ['Sheet 1'], 'in a later draft');
    await archive(id, standardId);
    assert.deepEqual(namesOf((await remove(id, standardId)).datasheets), ['Sheet 1']);
    assert.equal(await read(), before);
    await site.publish(id);
    assert.equal(await read(), before);
    const { revisions } = await site.node.call(viewer, 'datasheets.revisions', { id: sheetId });
    assert.deepEqual(
      revisions.map(({ status }) => status),
      ['ACTIVE'],
    );
    await expectRejection(site.node.call(viewer, 'datasheets.get', { id: sheetId }), 404);
  });

  it('a discarded draft discards what it archived and removed', async () => {
    const { projectId: id, standardId } = await site.createFilledProject('Discarded');
    await site.publish(id);
    await site.node.call(lead, 'projects.draft.create', { id });
    await archive(id, standardId);
    await remove(id, standardId);
    await site.node.call(lead, 'projects.revert', { id });
    await site.node.call(lead, 'projects.draft.create', { id });
    assert.deepEqual(await sheetsOf(id), [['Sheet 1', false]]);
  });

  it('restoring into a taken name is 409 NAME_TAKEN; newName renames it in this project only (P16, R-267, G13)', async () => {
    const one = await site.createStandard({ title: 'Named first' });
    const two = await site.createStandard({ title: 'Named second' });
    const id = await site.createProject('Names');
    await site.importStandard(id, one.standardId);
    await site.importStandard(id, two.standardId);
    await archive(id, one.standardId);
    await archive(id, two.standardId);
    const renamed = await restore(id, two.standardId, { newName: 'Named first' });
    assert.equal(renamed.standard.name, 'Named first');
    for (const more of [{}, { newName: 'Named first' }]) {
      const taken = await expectRejection(restore(id, one.standardId, more));
      assert.deepEqual(
        [taken.status, taken.code, taken.extras.metadata],
        [409, 'NAME_TAKEN', { existingId: two.standardId }],
      );
    }
    const other = await restore(id, one.standardId, { newName: 'Named third' });
    assert.equal(other.standard.name, 'Named third');
    const kept = await site.node.call(lead, 'standards.get', { id: one.standardId, format: 'compact' });
    assert.equal('name' in kept && kept.name, 'Named first');
  });

  it('an archived standard is ALREADY_HELD for an import until it is removed (P7, P16)', async () => {
    const { projectId: id, standardId } = await site.createFilledProject('Imported again');
    await expectRejection(remove(id, standardId), 409, 'NOT_ARCHIVED');
    await archive(id, standardId);
    await expectRejection(site.importStandard(id, standardId), 'ALREADY_HELD');
    const { removed, standard_id, version } = await remove(id, standardId);
    assert.deepEqual([removed, standard_id, version], [true, standardId, await site.draftVersion(id)]);
    await expectRejection(remove(id, standardId), 404);
    const { standard } = await site.importStandard(id, standardId);
    assert.deepEqual([standard.archived, standard.datasheet_count], [false, 0]);
  });

  it('archived twice is ALREADY_ARCHIVED, restored twice NOT_ARCHIVED; what the draft does not hold is 404 (R-210, R-211)', async () => {
    const { projectId: id, standardId } = await site.createFilledProject('Twice');
    await expectRejection(restore(id, standardId), 'NOT_ARCHIVED');
    await archive(id, standardId);
    await expectRejection(archive(id, standardId), 409, 'ALREADY_ARCHIVED');
    const elsewhere = await site.createStandard({ title: 'Not held' });
    for (const call of [archive, restore, remove]) await expectRejection(call(id, elsewhere.standardId), 404);
    await expectRejection(archive(id, standardId, viewer), 403);
    await expectRejection(archive(id, standardId, stranger), 404);
  });

  it('without an open draft each of them is 409 NO_OPEN_DRAFT (G9, R-276)', async () => {
    const { projectId: id, standardId } = await site.createFilledProject('No draft');
    await site.publish(id);
    for (const call of [archive, restore, remove]) {
      await expectRejection(call(id, standardId), 409, 'NO_OPEN_DRAFT');
    }
  });

  it('a stale publish names the archived standard and its datasheet (R-203, P15)', async () => {
    const { projectId: id, standardId } = await site.createFilledProject('Stale');
    const baseVersion = await site.draftVersion(id);
    await archive(id, standardId);
    const { extras } = await expectRejection(site.publish(id, { baseVersion }));
    const changes: { kind: string; action: string; name: string }[] = Object(extras.metadata).changes;
    assert.deepEqual(
      changes.map(({ kind, action, name }) => [kind, action, name]),
      [
        ['standard', 'archived', 'Stale standard'],
        ['datasheet', 'archived', 'Sheet 1'],
      ],
    );
  });

  it('of concurrent restores one happens, the others are NOT_ARCHIVED (R14)', async () => {
    const { projectId: id, standardId } = await site.createFilledProject('Restored at once', 2);
    await archive(id, standardId);
    await expectOneSuccess(
      Array.from({ length: 6 }, () => restore(id, standardId)),
      'NOT_ARCHIVED',
    );
    assert.deepEqual(await sheetsOf(id), [
      ['Sheet 1', false],
      ['Sheet 2', false],
    ]);
  });

  it('of a concurrent publish and archive, the published revision has the standard or its archiving, never half of it (R9)', async () => {
    for (let round = 0; round < 8; round += 1) {
      const { projectId: id, standardId } = await site.createFilledProject(`Raced ${round}`, 2);
      const [published, archived] = await Promise.allSettled([site.publish(id), archive(id, standardId)]);
      assert.equal(published.status, 'fulfilled');
      const { datasheets } = await site.node.call(viewer, 'projects.datasheets.list', { id });
      const { standards } = await site.node.call(viewer, 'projects.standards.list', { id });
      if (archived.status === 'fulfilled') assert.deepEqual([standards, datasheets], [[], []]);
      else {
        await expectRejection(Promise.reject(archived.reason), 'NO_OPEN_DRAFT');
        assert.deepEqual([standards.length, datasheets.length], [1, 2]);
      }
    }
  });
});
