/**
 * Tests of the section in which a project's standard is shown, with and without the draft; also of parents of
 * sections and categories that are of another scope.
 */
import assert from 'node:assert/strict';
import { describe, it } from '@jest/globals';
import { editor, lead, stranger, withKey } from '../../../test/people.ts';
import { expectRejection, useNode } from '../../../test/service-node.ts';
import { StandardsWorld } from '../../../test/world/standards-world.ts';

/** Reads standards in the project's scope, and does not see its draft. */
const reader = withKey(editor, ['project:read', 'standard:read', 'category:read']);

describe('standards filed in the sections of a project', () => {
  const node = useNode(['identity', 'standards', 'projects']);
  const world = new StandardsWorld(node);

  /** A project with an issued section `Piles` and an open draft. */
  async function project(name: string) {
    const { id } = await node.call(lead, 'projects.create', { name });
    const issued = await section(id, 'Piles');
    await node.call(lead, 'projects.publish', { id });
    await node.call(lead, 'projects.draft.create', { id });
    return { id, issued };
  }
  const section = async (subject_id: number, name: string, more: object = {}) =>
    (await node.call(lead, 'categories.create', { name, subject_type: 'project', subject_id, ...more })).id;
  const standard = (name: string, subject_id: number, category_id: number) =>
    node.call(lead, 'standards.create', { name, category_id, subject_type: 'project', subject_id });
  const list = async (project_id: number, more: object = {}, who = lead) =>
    (await node.call(who, 'standards.list', { project_id, subject_type: 'project', ...more })).standards;

  it('when a draft section is discarded with its draft, its standards are uncategorised in every response (X10)', async () => {
    const { id: project_id, issued } = await project('Harbour');
    const parent = await section(project_id, 'Superstructure');
    const staged = await section(project_id, 'Bearings', { parent_id: parent });
    const { id } = await standard('Bearing pads', project_id, staged);
    const { id: stays } = await standard('Quay piles', project_id, issued);
    const copy = await world.readWorkingCopy(id);
    await node.call(lead, 'standards.publish', { id, baseVersion: copy.version });
    await node.call(lead, 'projects.revert', { id: project_id });

    const nowhere = { category: null, category_id: null };
    const place = ({ category, ...rest }: { category: unknown; category_id?: unknown }) => ({
      category,
      category_id: 'category_id' in rest ? rest.category_id : null,
    });
    for (const who of [lead, editor, reader]) {
      // By category the ones filed nowhere stand first; nobody is shown where it was filed.
      const rows = await list(project_id, {}, who);
      assert.deepEqual(
        rows.map(({ id, category }) => [id, category?.id ?? null]),
        [
          [id, null],
          [stays, issued],
        ],
      );
      const compact = await list(project_id, { format: 'compact' }, who);
      for (const row of [rows[0], compact[0]]) assert.deepEqual(row && place(row), nowhere);
      assert.deepEqual(await list(project_id, { category_id: staged }, who), []);
      for (const format of ['verbose', 'compact'] as const) {
        const read = await node.call(who, 'standards.get', { id, format });
        assert.ok('category' in read);
        assert.deepEqual(place(read), nowhere, format);
      }
    }
    assert.deepEqual(
      place(await node.call(editor, 'standards.update', { id, description: 'Neoprene' })),
      nowhere,
    );
    assert.deepEqual(
      place(await node.call(editor, 'standards.update', { id, description: 'Neoprene' })),
      nowhere,
    );
    // Taken up by the project, it does not bring the section back.
    await node.call(lead, 'projects.draft.create', { id: project_id });
    await node.call(lead, 'projects.standards.add', { id: project_id, action: 'import', standardId: id });
    const sections = await node.call(lead, 'categories.list', {
      subject_type: 'project',
      subject_id: project_id,
    });
    assert.deepEqual(
      sections.categories.map(({ name }) => name),
      ['Piles'],
    );
    const filed = await node.call(editor, 'standards.update', { id, category_id: issued });
    assert.deepEqual([filed.category, filed.category_id], [{ id: issued, name: 'Piles' }, issued]);
  });

  it('while the draft is open, PUT, GET and list show the section alike, to those who see the draft only (X10)', async () => {
    const { id: project_id } = await project('Pier');
    const staged = await section(project_id, 'Fenders');
    const { id } = await standard('Rubber fenders', project_id, staged);
    await node.call(lead, 'standards.publish', { id });
    for (const [who, category] of [
      [editor, { id: staged, name: 'Fenders' }],
      [reader, null],
    ] as const) {
      const read = await node.call(who, 'standards.get', { id });
      assert.ok('elements' in read);
      const [row] = await list(project_id, {}, who);
      assert.ok(row && 'category_id' in row);
      for (const shown of [read, row])
        assert.deepEqual([shown.category, shown.category_id], [category, category?.id ?? null]);
      assert.equal((await list(project_id, { category_id: staged }, who)).length, category ? 1 : 0);
    }
    const put = await node.call(editor, 'standards.update', { id, description: 'Black' });
    assert.deepEqual([put.category, put.category_id], [{ id: staged, name: 'Fenders' }, staged]);
  });

  it('a parent of another scope is 400 wherever it lives, one that is out of reach 404 (X10, S21)', async () => {
    const { id: project_id, issued } = await project('Lock');
    const { id: otherProject, issued: elsewhere } = await project('Weir');
    const company = await world.categoryId();
    const { id: personal } = await node.call(lead, 'categories.create', {
      name: 'My own',
      subject_type: 'user',
    });
    const { id: foreign } = await node.call(stranger, 'categories.create', {
      name: 'Theirs',
      subject_type: 'company',
    });
    const own = { subject_type: 'project', subject_id: project_id } as const;
    for (const [scope, parent_id, status] of [
      [own, company, 400],
      [own, personal, 400],
      [own, elsewhere, 400],
      [{ subject_type: 'company' }, issued, 400],
      [{ subject_type: 'user' }, issued, 400],
      [{ subject_type: 'user' }, company, 400],
      [own, foreign, 404],
      [own, 999_999, 404],
      [{ subject_type: 'company' }, foreign, 404],
    ] as const) {
      const refused = await expectRejection(
        node.call(lead, 'categories.create', { name: 'Below', ...scope, parent_id }),
      );
      assert.deepEqual(
        [refused.status, refused.extras.errors?.[0]?.path],
        [status, status === 400 ? 'parent_id' : undefined],
      );
    }
    await section(otherProject, 'Below', { parent_id: elsewhere });
    // A section of a project that the caller does not know of reads like one that is not there.
    await expectRejection(
      node.call(stranger, 'categories.create', { name: 'Below', subject_type: 'company', parent_id: issued }),
      404,
    );
  });
});
