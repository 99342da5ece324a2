/**
 * Tests of creating, reading and listing categories, of the sections of a project in its draft, and of the default
 * library.
 */
import assert from 'node:assert/strict';
import { describe, it } from '@jest/globals';
import {
  administrator,
  editor,
  FIRM,
  individual,
  lead,
  OTHER_FIRM,
  stranger,
  viewer,
  withKey,
} from '../../../test/people.ts';
import { expectOneSuccess, expectRejection, useNode } from '../../../test/service-node.ts';
import { StandardsWorld } from '../../../test/world/standards-world.ts';

describe('categories', () => {
  const node = useNode(['identity', 'standards', 'projects', 'audit']);
  const world = new StandardsWorld(node);

  const create = (name: string, more: object = {}, who = lead) =>
    node.call(who, 'categories.create', { name, subject_type: 'company', ...more });
  const names = async (more: object = {}, who = lead) =>
    (await node.call(who, 'categories.list', more)).categories.map(({ name }) => name);

  it('subject_id defaults to the caller’s own; another’s is refused (S21)', async () => {
    const made = await create(' Masonry ', { description: 'Walls', sort_order: 3 });
    assert.deepEqual(made, {
      id: made.id,
      name: 'Masonry',
      description: 'Walls',
      subject_type: 'company',
      subject_id: FIRM.id,
      parent_id: null,
      sort_order: 3,
    });
    for (const sent of [
      { subject_id: OTHER_FIRM.id },
      { subject_type: 'user', subject_id: editor.user.id },
      { subject_type: 'project', subject_id: 999 },
    ]) {
      await expectRejection(create('Foreign', sent), 'SUBJECT_NOT_ALLOWED');
    }
    assert.equal(
      (await expectRejection(create('Global', { subject_type: 'global' }))).extras.metadata?.permission,
      'site:admin',
    );
    await expectRejection(create('Read only', {}, viewer), 'PERMISSION_DENIED');
    await expectRejection(create('   '), 400);
  });

  it('siblings differ in name without regard to case, also in a race (S12, S21)', async () => {
    const parent = await create('Timber');
    const child = await create('Beams', { parent_id: parent.id });
    const { status, code, extras } = await expectRejection(
      create(' BEAMS', { parent_id: parent.id }, editor),
    );
    assert.deepEqual([status, code, extras.metadata], [409, 'NAME_TAKEN', { existingId: child.id }]);
    await create('Beams');
    await expectOneSuccess(Array.from({ length: 20 }, () => create('Planks', { parent_id: parent.id })));
  });

  it('the parent is top-level (400) of the same scope (400) and known to the caller (404) (R-083, S21)', async () => {
    const top = await create('Glass');
    const child = await create('Panes', { parentId: top.id });
    assert.equal(child.parent_id, top.id);
    await expectRejection(create('Deep', { parent_id: child.id }), 400);
    await expectRejection(create('Mine', { subject_type: 'user', parent_id: top.id }), 400);
    await expectRejection(create('Theirs', { parent_id: top.id }, stranger), 404);
    await expectRejection(create('Lost', { parent_id: 999_999 }), 404);
  });

  it('lists by sort_order, then name; narrows by scope; nests with tree; adds the global ones when asked', async () => {
    const own = async (more: object = {}) => names({ subject_type: 'user', ...more }, individual);
    const mine = (name: string, more: object = {}) =>
      create(name, { subject_type: 'user', ...more }, individual);
    const b = await mine('b', { sort_order: 1 });
    await mine('C', { sort_order: 1 });
    await mine('z', { sort_order: 0 });
    await mine('child', { parent_id: b.id });
    await create('Global one', { subject_type: 'global' }, administrator);
    assert.deepEqual(await own(), ['child', 'z', 'b', 'C']);
    assert.deepEqual(await own({ include_global: true }), ['child', 'Global one', 'z', 'b', 'C']);
    assert.deepEqual(await names({ subject_type: 'global' }, individual), ['Global one']);
    assert.deepEqual(await names({}, individual), ['child', 'Global one', 'z', 'b', 'C']);
    const { categories, total, ...rest } = await node.call(individual, 'categories.list', {
      subject_type: 'user',
      tree: true,
    });
    assert.deepEqual(
      [categories.map(({ name, children }) => [name, children?.map((c) => c.name)]), total, rest],
      [
        [
          ['z', []],
          ['b', ['child']],
          ['C', []],
        ],
        4,
        { truncated: false },
      ],
    );
    for (const sent of [
      { subject_type: 'company', subject_id: OTHER_FIRM.id },
      { subject_type: 'user', subject_id: individual.user.id },
      { subject_type: 'project', subject_id: 999 },
    ]) {
      await expectRejection(
        node.call(lead, 'categories.list', Object.assign({ subject_type: 'global' as const }, sent)),
        404,
      );
    }
    await expectRejection(node.call(lead, 'categories.list', { subject_type: 'project' }), 400);
    await expectRejection(node.call(withKey(lead, ['standard:read']), 'categories.list', {}), 403);
  });

  it('the list ends at 1,000 rows and says so (S12)', async () => {
    const collection = (await node.node.openDatabase('standards')).collection<{ _id: number }>('categories');
    const rows = Array.from({ length: 1_005 }, (_, index) => ({
      _id: 1_000_000 + index,
      name: `n${index}`,
      folded_name: `n${index}`,
      description: '',
      subject_type: 'company',
      subject_id: 777,
      parent_id: null,
      sort_order: 0,
      created_at: new Date(),
    }));
    await collection.insertMany(rows);
    const crowd = { ...viewer, company: { id: 777, name: 'Crowd' } };
    const { categories, total, truncated } = await node.call(crowd, 'categories.list', {
      subject_type: 'company',
    });
    assert.deepEqual([categories.length, total, truncated], [1_000, 1_005, true]);
    await collection.deleteMany({ _id: { $gte: 1_000_000 } });
  });

  it('reads one with the number of standards filed directly in it; another company’s is 404', async () => {
    const id = await world.categoryId();
    await world.createWorkingCopy([]);
    await world.publishStandard();
    assert.equal((await node.call(viewer, 'categories.get', { id })).standard_count, 2);
    const foreign = await expectRejection(node.call(stranger, 'categories.get', { id }));
    assert.deepEqual(foreign, await expectRejection(node.call(stranger, 'categories.get', { id: 999_999 })));
    assert.equal(foreign.status, 404);
  });

  it('a project’s are sections, changed in its draft; archived comes before no draft, no right before both (S21, G9)', async () => {
    const { id: projectId } = await node.call(lead, 'projects.create', { name: 'Tower' });
    const at = { subject_type: 'project', subject_id: projectId };
    const section = await create('Roof', at);
    const child = await create('Tiles', { ...at, parent_id: section.id }, editor);
    assert.deepEqual(
      [child.subject_type, child.subject_id, child.parent_id],
      ['project', projectId, section.id],
    );
    await expectRejection(create('ROOF', at), 'NAME_TAKEN');
    await expectRejection(create('Deep', { ...at, parent_id: child.id }), 400);
    await expectRejection(create('x', at, viewer), 'PERMISSION_DENIED');
    assert.deepEqual(await names(at), ['Roof', 'Tiles']);
    assert.deepEqual(await names(at, viewer), []);
    const read = await node.call(lead, 'categories.get', { id: section.id });
    assert.deepEqual([read.name, read.standard_count], ['Roof', 0]);
    await expectRejection(node.call(stranger, 'categories.get', { id: section.id }), 404);
    await node.call(lead, 'projects.publish', { id: projectId });
    assert.deepEqual(await names(at, viewer), ['Roof', 'Tiles']);
    await expectRejection(create('Late', at), 'NO_OPEN_DRAFT');
    await expectRejection(create('Late', at, viewer), 'PERMISSION_DENIED');
  });

  it('sections get ids that no category of ours will get, those of an import too', async () => {
    const { id: projectId } = await node.call(lead, 'projects.create', { name: 'Numbered' });
    const section = await create('Before', { subject_type: 'project', subject_id: projectId });
    const { id: standard_id } = await world.publishStandard();
    const { section_ids } = await node.call(lead, 'standards.pinInfo', { standard_id, for_import: true });
    const { id } = await create('After');
    assert.equal(new Set([section.id, ...section_ids, id]).size, 3);
    assert.deepEqual((await node.call(lead, 'standards.pinInfo', { standard_id })).section_ids, []);
  });
});

describe('libraries', () => {
  const node = useNode(['identity', 'standards', 'projects']);

  it('every scope has a default library, made once (S15)', async () => {
    const lists = await Promise.all(Array.from({ length: 10 }, () => node.call(lead, 'libraries.list', {})));
    const rows = lists[0]?.libraries ?? [];
    assert.deepEqual(
      rows.map(({ subject_type, is_default }) => [subject_type, is_default]),
      [
        ['company', true],
        ['global', true],
        ['user', true],
      ],
    );
    for (const { libraries } of lists) assert.deepEqual(libraries, rows);
    const { id: projectId } = await node.call(lead, 'projects.create', { name: 'Pier' });
    const own = await node.call(editor, 'libraries.list', { subject_type: 'project', subject_id: projectId });
    assert.deepEqual(
      own.libraries.map(({ subject_id, is_default }) => [subject_id, is_default]),
      [[projectId, true]],
    );
    await expectRejection(
      node.call(stranger, 'libraries.list', { subject_type: 'project', subject_id: projectId }),
      404,
    );
    await expectRejection(node.call(individual, 'libraries.list', { subject_type: 'company' }), 404);
  });
});
