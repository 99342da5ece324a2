/** Tests of creating and renaming libraries, and of the names that their standards show. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
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
  wikiService,
  withKey,
} from '../../../test/people.ts';
import { expectRejection, useNode } from '../../../test/service-node.ts';
import { adoptEdition } from '../../../test/world/editions.ts';
import { StandardsWorld } from '../../../test/world/standards-world.ts';

describe('libraries', () => {
  const node = useNode(['identity', 'standards', 'projects']);
  const world = new StandardsWorld(node);

  const create = (name: string, who = editor, more: object = {}) =>
    node.call(who, 'libraries.create', { name, subject_type: 'company', ...more });
  const update = (id: number, change: { name?: string; description?: string }, who = editor) =>
    node.call(who, 'libraries.update', { id, ...change });
  const refusal = async (call: Promise<unknown>) => {
    const { status, code } = await expectRejection(call);
    return `${status} ${code}`;
  };

  it('an editor creates one in the own company, which its readers list after the default one (S15)', async () => {
    const made = await create(' Bridges ', editor, { description: 'All of them' });
    assert.deepEqual(made, {
      id: made.id,
      name: 'Bridges',
      description: 'All of them',
      subject_type: 'company',
      subject_id: FIRM.id,
      is_default: false,
    });
    const { libraries, total } = await node.call(viewer, 'libraries.list', { subject_type: 'company' });
    assert.deepEqual([libraries.map(({ name }) => name), total], [['Standards', 'Bridges'], 2]);
    const all = (await node.call(stranger, 'libraries.list', {})).libraries;
    assert.equal(
      all.some(({ id }) => id === made.id),
      false,
    );
  });

  it('a new standard is filed in the library that it names (S15)', async () => {
    const { id: library_id } = await create('Tunnels');
    const category_id = await world.categoryId();
    const filed = { name: 'Lining', category_id, library_id, subject_type: 'company' } as const;
    const made = await node.call(editor, 'standards.create', filed);
    assert.deepEqual(made.library, { id: library_id, name: 'Tunnels' });
    const { standards } = await node.call(viewer, 'standards.list', { library_id });
    assert.deepEqual(
      standards.map(({ name }) => name),
      ['Lining'],
    );
  });

  it('a rename shows in the standards immediately; members left out stay (S15, A21)', async () => {
    const { id } = await create('Roads', editor, { description: 'And paths' });
    const category_id = await world.categoryId();
    const filed = { name: 'Kerbs', category_id, library_id: id, subject_type: 'company' } as const;
    const { id: standardId } = await node.call(editor, 'standards.create', filed);
    const renamed = await update(id, { name: 'Streets' });
    assert.deepEqual([renamed.name, renamed.description], ['Streets', 'And paths']);
    const read = await node.call(viewer, 'standards.get', { id: standardId });
    assert.ok('library' in read);
    assert.deepEqual(read.library, { id, name: 'Streets' });
    assert.equal((await update(id, { description: '' })).name, 'Streets');
    assert.deepEqual(await update(id, {}), { ...renamed, description: '' });
  });

  it('standards that are created, customised or adopted during a rename show the new name (S15)', async () => {
    const { libraries } = await node.call(lead, 'libraries.list', { subject_type: 'company' });
    const own = libraries.find(({ is_default }) => is_default)?.id ?? 0;
    const { id: source } = await world.publishStandard();
    const { db } = await node.node.openDatabase('standards');
    for (let round = 0; round < 4; round += 1) {
      const library = { id: randomUUID(), name: `Community ${round}` };
      await adoptEdition(node, { library });
      // Categories are locked by their standards, so each has its own.
      const categories = await Promise.all(Array.from({ length: 8 }, () => world.categoryId()));
      await Promise.all([
        ...categories.map((category_id, at) => {
          const name = `Beside ${round}.${at}`;
          return node.call(editor, 'standards.create', { name, category_id, subject_type: 'company' });
        }),
        node.call(lead, 'standards.customize', { id: source, companyId: FIRM.id, name: `Copy ${round}` }),
        adoptEdition(node, { library }),
        update(own, { name: `Own ${round}` }),
        node.call(wikiService, 'standards.renameWikiLibrary', {
          wiki_library_id: library.id,
          name: `Renamed ${round}`,
          name_changes: 1,
        }),
      ]);
    }
    const names = new Map<unknown, string>();
    for await (const { _id, name } of db?.collection('libraries').find() ?? []) names.set(_id, name);
    for await (const { library_id, library_name } of db?.collection('standards').find() ?? [])
      assert.equal(library_name, names.get(library_id));
    await update(own, { name: 'Standards' });
  });

  it('names are unique in a scope, trimmed and folded, the default one included (S15, G13)', async () => {
    const { id } = await create('Dams');
    const { status, code, extras } = await expectRejection(create(' DAMS'));
    assert.deepEqual([status, code, extras.metadata], [409, 'NAME_TAKEN', { existingId: id }]);
    const blind = await expectRejection(create('dams', withKey(editor, ['standard:create'])));
    assert.deepEqual(blind.extras.metadata, {});
    assert.equal(await refusal(create('standards', individual, { subject_type: 'user' })), '409 NAME_TAKEN');
    assert.equal(await refusal(update(id, { name: 'Standards' })), '409 NAME_TAKEN');
    assert.equal((await update(id, { name: 'DAMS' })).name, 'DAMS');
    await create('Dams', lead, { subject_type: 'user' });
  });

  it('only in a scope of the own; global needs site:admin (S1, A18)', async () => {
    assert.equal(
      await refusal(create('X', editor, { subject_id: OTHER_FIRM.id })),
      '400 SUBJECT_NOT_ALLOWED',
    );
    assert.equal(await refusal(create('X', viewer)), '403 PERMISSION_DENIED');
    assert.equal(await refusal(create('X', lead, { subject_type: 'global' })), '403 PERMISSION_DENIED');
    assert.equal((await create('Everybody’s', administrator, { subject_type: 'global' })).subject_id, null);
    const { id: projectId } = await node.call(lead, 'projects.create', { name: 'With a library' });
    const ofProject = { subject_type: 'project', subject_id: projectId };
    assert.equal((await create('Ours', editor, ofProject)).subject_id, projectId);
    assert.equal(await refusal(create('Theirs', stranger, ofProject)), '400 SUBJECT_NOT_ALLOWED');
  });

  it('readers may not change a library, and to strangers it is not there (A21, H1)', async () => {
    const { id } = await create('Harbours');
    assert.equal(await refusal(update(id, { name: 'X' }, viewer)), '403 PERMISSION_DENIED');
    for (const asked of [id, 987_654])
      assert.equal(await refusal(update(asked, { name: 'X' }, stranger)), '404 NOT_FOUND');
  });

  it('a name is visible and on one line (X4)', async () => {
    for (const name of ['', '  ', '\u200b', 'a\nb', 'a\u202eb'])
      assert.equal(await refusal(create(name)), '400 VALIDATION_ERROR');
  });
});
