/** Tests of how writes of standards and libraries appear in the changes of their project. */
import assert from 'node:assert/strict';
import { describe, it } from '@jest/globals';
import type { Principal } from '../../shared/kernel/auth/principal.ts';
import { eventually } from '../../test/eventually.ts';
import { editor, lead, viewer, withKey } from '../../test/people.ts';
import { ProjectsWorld } from '../../test/world/projects-world.ts';

describe('standards among the changes of their project', () => {
  const world = ProjectsWorld.use();
  const { node } = world;

  /** The changes of standards, once projects has all of them. */
  async function changesOf(projectId: number, as: Principal = lead) {
    const connection = await node.node.openDatabase('standards');
    await eventually(async () =>
      assert.equal(await connection.collection('project_changes').countDocuments(), 0),
    );
    const { changes } = await node.call(as, 'projects.changes', { id: projectId });
    return changes.filter(({ subject }) => subject?.type === 'standard' || subject?.type === 'library');
  }
  const kindsOf = async (projectId: number, as: Principal = lead) =>
    (await changesOf(projectId, as)).map(({ kind, subject }) => [kind, subject?.id]);

  async function createStandard(projectId: number, name = 'Piling') {
    const { id: category_id } = await node.call(lead, 'categories.create', {
      name: `Section of ${name}`,
      subject_type: 'project',
      subject_id: projectId,
    });
    return node.call(editor, 'standards.create', {
      name,
      category_id,
      subject_type: 'project',
      subject_id: projectId,
    });
  }

  it('include its libraries, for those who read its standards (S15)', async () => {
    const projectId = await world.createProject();
    const scope = { subject_type: 'project', subject_id: projectId } as const;
    const { id } = await node.call(editor, 'libraries.create', { name: 'Foundations', ...scope });
    await node.call(editor, 'libraries.update', { id, name: 'Deep foundations' });
    await node.call(editor, 'libraries.update', { id, name: 'Deep foundations' });
    await node.call(editor, 'libraries.create', { name: 'Not of a project', subject_type: 'user' });
    assert.deepEqual(await kindsOf(projectId), [
      ['library_created', id],
      ['library_changed', id],
    ]);
    assert.deepEqual(await kindsOf(projectId, viewer), []);
  });

  it('a copy that a draft customises is created once the draft pins it, by the person who customised (S17)', async () => {
    const { projectId, standardId } = await world.createFilledProject('Customised');
    const section = { name: 'Ours', subject_type: 'project', subject_id: projectId } as const;
    const { id: categoryId } = await node.call(lead, 'categories.create', section);
    const { standard } = await node.call(editor, 'projects.standards.add', {
      id: projectId,
      action: 'customize',
      standardId,
      name: 'Our own',
      categoryId,
      replaceOriginal: false,
    });
    const [created, ...others] = await changesOf(projectId);
    assert.deepEqual(
      [created?.kind, created?.subject?.id, created?.by.userId, others.length],
      ['standard_created', standard.standard_id, editor.user.id, 0],
    );
  });

  it('are in the order of their writes, each by the person who wrote; a save without effect is none', async () => {
    const projectId = await world.createProject();
    const { id } = await createStandard(projectId);
    const writer = withKey(editor, ['standard:read', 'standard:update']);
    const save = () =>
      node.call(writer, 'standards.workingCopy.save', { id, markdown: '# 1 Piles\n\n1.1 Bore.\n' });
    await save();
    await save();
    await node.call(editor, 'standards.publish', { id });
    await node.call(lead, 'standards.update', { id, name: 'Bored piles' });
    await node.call(lead, 'standards.update', { id, name: 'Bored piles' });
    await node.call(editor, 'standards.edit', { id });
    await node.call(editor, 'standards.edit', { id });
    await node.call(editor, 'standards.workingCopy.discard', { id });
    await node.call(lead, 'standards.deprecate', { id });
    await node.call(lead, 'standards.delete', { id, confirmName: 'Bored piles' });
    const changes = await changesOf(projectId);
    assert.deepEqual(
      changes.map(({ kind, by }) => [kind, by.displayName]),
      [
        ['standard_created', 'Ed Editor'],
        ['working_copy_changed', 'Ed Editor'],
        ['standard_published', 'Ed Editor'],
        ['standard_changed', 'Ada Lead'],
        ['working_copy_changed', 'Ed Editor'],
        ['working_copy_changed', 'Ed Editor'],
        ['standard_changed', 'Ada Lead'],
        ['standard_deleted', 'Ada Lead'],
      ],
    );
    assert.ok(changes.every(({ subject }) => subject?.id === id));
  });

  it('are shown to readers of its scope, those of working copies to its editors, none to viewers and to a key without standard:read', async () => {
    const projectId = await world.createProject();
    const { id } = await createStandard(projectId);
    await node.call(editor, 'standards.publish', { id });
    await node.call(editor, 'standards.edit', { id });
    assert.deepEqual(await kindsOf(projectId, withKey(editor, ['project:read', 'standard:read'])), [
      ['standard_created', id],
      ['standard_published', id],
    ]);
    assert.equal((await kindsOf(projectId, editor)).length, 3);
    for (const who of [viewer, withKey(lead, ['project:read'])])
      assert.deepEqual(await kindsOf(projectId, who), []);
  });

  it('a standard that was discarded before its first publication is deleted; those of others are none', async () => {
    const projectId = await world.createProject();
    const { id } = await createStandard(projectId);
    await node.call(editor, 'standards.workingCopy.discard', { id });
    const { standardId } = await world.createStandard({ title: 'Of all', fields: 1 });
    await world.importStandard(projectId, standardId);
    assert.deepEqual(await kindsOf(projectId), [
      ['standard_created', id],
      ['standard_deleted', id],
    ]);
  });
});
