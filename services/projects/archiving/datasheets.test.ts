/** Tests of archiving, restoring and removing datasheets in the draft of a project. */
import assert from 'node:assert/strict';
import { describe, it } from '@jest/globals';
import { editor, lead, stranger, viewer } from '../../../test/people.ts';
import { expectOneSuccess, expectRejection } from '../../../test/service-node.ts';
import { ProjectsWorld } from '../../../test/world/projects-world.ts';

describe('projects: archiving the datasheets of a draft', () => {
  const site = ProjectsWorld.use();

  const prepare = async (name: string) => {
    const { projectId: id, standardId, datasheetIds } = await site.createFilledProject(name, 2);
    const [datasheetInstanceId = 0, otherId = 0] = datasheetIds;
    return { id, standardId, datasheetInstanceId, otherId, sheet: { id, datasheetInstanceId } };
  };
  type Sheet = Awaited<ReturnType<typeof prepare>>['sheet'];
  const archive = (sheet: Sheet, as = editor) =>
    site.node.call(as, 'projects.datasheets.archive', { ...sheet, reason: 'Not needed now' });
  const restore = (sheet: Sheet, newName?: string) =>
    site.node.call(editor, 'projects.datasheets.restore', {
      ...sheet,
      ...(newName === undefined ? {} : { newName }),
    });
  const remove = (sheet: Sheet) => site.node.call(editor, 'projects.datasheets.removeArchived', sheet);
  const revise = (id: number, element_id: number) =>
    site.node.call(editor, 'datasheets.revise', {
      id,
      severity: 'MINOR',
      changes: [{ element_id, new_value: 'x' }],
    });

  it('an archived datasheet can be read, not revised; restored it can (R-118, D10, R-119)', async () => {
    const { sheet, datasheetInstanceId: id } = await prepare('Archived');
    const { elements } = await site.node.call(editor, 'datasheets.get', { id });
    const { datasheet } = await archive(sheet);
    assert.deepEqual([datasheet.id, datasheet.archived], [id, true]);
    assert.equal((await site.node.call(editor, 'datasheets.get', { id })).name, 'Sheet 1');
    await expectRejection(revise(id, elements[0]?.id ?? 0), 409, 'DATASHEET_ARCHIVED');
    assert.equal((await restore(sheet)).datasheet.archived, false);
    assert.equal((await revise(id, elements[0]?.id ?? 0)).changed, 1);
  });

  it('the last datasheet of a standard archived, the standard blocks publishing; restored, it does not (D11)', async () => {
    const { sheet, id, otherId } = await prepare('Blocking');
    await archive(sheet);
    assert.equal((await site.node.call(lead, 'projects.publishReadiness', { id })).ready, true);
    await archive({ id, datasheetInstanceId: otherId });
    const { blockers } = await site.node.call(lead, 'projects.publishReadiness', { id });
    assert.deepEqual(
      blockers.map(({ kind }) => kind),
      ['standard_without_datasheet'],
    );
    await restore(sheet);
    assert.equal((await site.node.call(lead, 'projects.publishReadiness', { id })).ready, true);
  });

  it('its name is free; restoring into a taken name is NAME_TAKEN unless newName renames it (D10, G13)', async () => {
    const { sheet, id, standardId, datasheetInstanceId } = await prepare('Names');
    await archive(sheet);
    const check = { project_id: id, standard_id: standardId, name: 'Sheet 1' };
    assert.equal((await site.node.call(editor, 'datasheets.checkName', check)).available, true);
    const namesake = await site.createDatasheet(id, standardId, { name: 'Sheet 1' });
    const taken = await expectRejection(restore(sheet));
    assert.deepEqual(
      [taken.status, taken.code, taken.extras.metadata],
      [409, 'NAME_TAKEN', { existingId: namesake.id }],
    );
    await expectRejection(restore(sheet, 'Sheet 2'), 'NAME_TAKEN');
    assert.equal((await restore(sheet, 'Sheet 3')).datasheet.name, 'Sheet 3');
    assert.equal(
      (await site.node.call(editor, 'datasheets.get', { id: datasheetInstanceId })).name,
      'Sheet 3',
    );
  });

  it('only an archived one is removed; one that was never published is 404 afterwards (R-120)', async () => {
    const { sheet, datasheetInstanceId } = await prepare('Removed');
    await expectRejection(remove(sheet), 409, 'NOT_ARCHIVED');
    await archive(sheet);
    assert.deepEqual((await remove(sheet)).removed, true);
    await expectRejection(remove(sheet), 404);
    const read = site.node.call(editor, 'datasheets.get', { id: datasheetInstanceId });
    await expectRejection(read, 404);
  });

  it('while its standard is archived a datasheet is not restored alone: 409 STANDARD_NOT_HELD; it can be removed', async () => {
    const { sheet, id, standardId } = await prepare('Standard first');
    await site.node.call(editor, 'projects.standards.archive', { id, standardId });
    await expectRejection(restore(sheet), 409, 'STANDARD_NOT_HELD');
    await remove(sheet);
    const { datasheets } = await site.node.call(editor, 'projects.standards.restore', { id, standardId });
    assert.deepEqual(
      datasheets.map(({ name }) => name),
      ['Sheet 2'],
    );
  });

  it('twice is ALREADY_ARCHIVED or NOT_ARCHIVED; it needs project:draft:edit; of another project 404 (R-210, R-211, A21)', async () => {
    const { sheet } = await prepare('Twice');
    const other = await prepare('Other');
    await expectRejection(restore(sheet), 'NOT_ARCHIVED');
    await archive(sheet);
    await expectRejection(archive(sheet), 'ALREADY_ARCHIVED');
    await expectRejection(archive({ ...sheet, id: other.id }), 404);
    await expectRejection(archive(other.sheet, viewer), 403);
    await expectRejection(archive(other.sheet, stranger), 404);
  });

  it('archived and revised concurrently, a revise is in its history or refused (R14)', async () => {
    for (let round = 0; round < 8; round += 1) {
      const { sheet, datasheetInstanceId: id } = await prepare(`Raced ${round}`);
      const { elements, revision } = await site.node.call(editor, 'datasheets.get', { id });
      const [archived, revised] = await Promise.allSettled([
        archive(sheet),
        revise(id, elements[0]?.id ?? 0),
      ]);
      assert.equal(archived.status, 'fulfilled');
      const now = await site.node.call(editor, 'datasheets.get', { id });
      if (revised.status === 'fulfilled') assert.equal(now.revision.id, revised.value.revision.id);
      else {
        await expectRejection(Promise.reject(revised.reason), 'DATASHEET_ARCHIVED');
        assert.equal(now.revision.id, revision.id);
      }
    }
  });

  it('of concurrent restores into one name one happens (R14)', async () => {
    const { sheet, id, standardId } = await prepare('One name');
    await archive(sheet);
    const second = await site.createDatasheet(id, standardId, { name: 'Sheet 1' });
    const other = { id, datasheetInstanceId: second.id };
    await archive(other);
    await expectOneSuccess([restore(sheet), restore(other)]);
    const { datasheets } = await site.node.call(lead, 'projects.datasheets.list', { id });
    assert.deepEqual(datasheets.map(({ name }) => name).sort(), ['Sheet 1', 'Sheet 2']);
  });
});
