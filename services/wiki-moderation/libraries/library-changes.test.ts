/** Tests of renaming and deleting wiki libraries, with the global library that follows the name. */
import assert from 'node:assert/strict';
import { describe, it } from '@jest/globals';
import { eventually } from '../../../test/eventually.ts';
import {
  administrator,
  anonymous,
  contributor,
  moderator,
  personPrincipal,
  wikiService,
  withKey,
} from '../../../test/people.ts';
import { expectRejection } from '../../../test/service-node.ts';
import { contributingAdministrator, useWikiWorld } from '../../../test/world/wiki-world.ts';

describe('changes and deletion of wiki libraries', () => {
  const node = useWikiWorld(['wiki-moderation', 'standards']);
  const reader = personPrincipal({ id: 40 });

  const update = (slug: string, change: object, who = contributingAdministrator) =>
    node.call(who, 'admin.wiki.libraries.update', { slug, ...change });
  const remove = (slug: string, who = contributingAdministrator) =>
    node.call(who, 'admin.wiki.libraries.delete', { slug });
  const refusal = async (call: Promise<unknown>) => {
    const { status, code } = await expectRejection(call);
    return `${status} ${code}`;
  };
  const nameOf = async (slug: string) => (await node.call(anonymous, 'wiki.libraries.get', { slug })).name;

  /** A page whose edition is in the library; with the title of its global standard. */
  async function adoptPage(librarySlug: string, title: string): Promise<void> {
    const { id } = await node.newPage(librarySlug, title);
    await node.call(contributingAdministrator, 'wiki.standards.directAdopt', { id });
    await eventually(() => libraryOf(title));
  }

  async function libraryOf(title: string): Promise<{ id: number; name: string }> {
    const { standards } = await node.call(reader, 'standards.list', { search: title });
    const library = standards[0]?.library;
    assert.ok(library, `no library standard ${title}`);
    return library;
  }

  /** Code with which the copy of the last edition of a page failed; undefined as long as it has not. */
  async function copyErrorOf(id: string): Promise<string | undefined> {
    const [row] = (await node.call(anonymous, 'wiki.adopted.list', { id })).adopted_revisions;
    return row?.syncStatus === 'failed' ? row.last_error?.code : undefined;
  }

  it('"Standards" is the name of the default global library, also before its first use (S15)', async () => {
    const slug = await node.newLibrary();
    assert.equal(await refusal(update(slug, { name: 'standards' })), '409 NAME_TAKEN');

    const { db } = await node.node.openDatabase('standards');
    await db?.collection('libraries').deleteMany({});
    const named = { slug: 'standards', name: 'Standards' };
    await node.call(contributingAdministrator, 'admin.wiki.libraries.create', named);
    const { id } = await node.newPage('standards', 'In no default library');
    await node.call(contributingAdministrator, 'wiki.standards.directAdopt', { id });
    await eventually(async () => assert.equal(await copyErrorOf(id), 'NAME_TAKEN'));
    await update('standards', { name: 'Common clauses' });
  });

  describe('PATCH', () => {
    it('changes name and description; what is left out stays, and a change of nothing writes nothing (A13)', async () => {
      const slug = await node.newLibrary();
      const renamed = await update(slug, { name: ' Masonry ', description: 'Walls' });
      assert.deepEqual([renamed.slug, renamed.name, renamed.description], [slug, 'Masonry', 'Walls']);
      assert.equal((await update(slug, { description: '' })).name, 'Masonry');
      await node.newPage(slug, 'A wall');
      assert.equal((await update(slug, { name: 'Masonry' })).standard_count, 1);
      assert.deepEqual(await update(slug, {}), { ...renamed, description: '', standard_count: 1 });
      assert.equal(await nameOf(slug), 'Masonry');
    });

    it('the global library of its editions gets the new name, and later editions go there (A13, S15)', async () => {
      const slug = await node.newLibrary();
      await adoptPage(slug, 'Renamed with its library');
      const before = await libraryOf('Renamed with its library');
      await update(slug, { name: 'Earthworks' });
      assert.deepEqual(await libraryOf('Renamed with its library'), { id: before.id, name: 'Earthworks' });
      await adoptPage(slug, 'Adopted after the rename');
      assert.deepEqual(await libraryOf('Adopted after the rename'), { id: before.id, name: 'Earthworks' });
      await update(slug, { name: 'EARTHWORKS' });
      assert.equal((await libraryOf('Adopted after the rename')).name, 'EARTHWORKS');
    });

    it('a library that an earlier version made by name alone is renamed too (S15)', async () => {
      const slug = await node.newLibrary();
      await adoptPage(slug, 'Adopted by an earlier version');
      const { db } = await node.node.openDatabase('standards');
      const { id, name } = await libraryOf('Adopted by an earlier version');
      await db?.collection('libraries').updateOne({ name }, { $unset: { wiki_library_id: true } });
      await update(slug, { name: 'Linked' });
      assert.deepEqual(await libraryOf('Adopted by an earlier version'), { id, name: 'Linked' });
    });

    it('the name of another wiki library, or of another global library, is NAME_TAKEN and changes nothing (G15)', async () => {
      const [slug, other] = [await node.newLibrary(), await node.newLibrary()];
      await adoptPage(slug, 'Keeps its library');
      const before = await nameOf(slug);
      await node.call(administrator, 'libraries.create', { name: 'By hand', subject_type: 'global' });
      for (const name of [await nameOf(other), 'BY HAND'])
        assert.equal(await refusal(update(slug, { name, description: 'x' })), '409 NAME_TAKEN');
      assert.equal(await nameOf(slug), before);
      assert.equal((await libraryOf('Keeps its library')).name, before);
    });

    it('two concurrent renames and adoptions end in one library with the name of the wiki', async () => {
      const slug = await node.newLibrary();
      await adoptPage(slug, 'Beside renames 0');
      const { id } = await libraryOf('Beside renames 0');
      await Promise.all([
        update(slug, { name: 'First of two' }),
        update(slug, { name: 'Second of two' }),
        adoptPage(slug, 'Beside renames 1'),
        adoptPage(slug, 'Beside renames 2'),
      ]);
      const name = await nameOf(slug);
      await eventually(async () => {
        for (const title of ['Beside renames 0', 'Beside renames 1', 'Beside renames 2'])
          assert.deepEqual(await libraryOf(title), { id, name });
      });
    });

    it('a rename during the first adoption reaches the library that the adoption creates', async () => {
      for (let round = 0; round < 3; round += 1) {
        const slug = await node.newLibrary();
        const name = `Renamed beside ${round}`;
        const title = `First of its library ${round}`;
        await Promise.all([adoptPage(slug, title), update(slug, { name })]);
        await eventually(async () => assert.equal((await libraryOf(title)).name, name));
      }
    });

    it('a rename that a later one has overtaken changes nothing', async () => {
      const slug = await node.newLibrary();
      await adoptPage(slug, 'Renamed twice');
      const { id: wiki_library_id } = await update(slug, { name: 'Once' });
      await update(slug, { name: 'Twice' });
      const late = { wiki_library_id, name: 'Once', name_changes: 1 };
      assert.deepEqual(await node.call(wikiService, 'standards.renameWikiLibrary', late), { renamed: false });
      assert.equal((await libraryOf('Renamed twice')).name, 'Twice');
    });

    it('the global library is renamed with the wiki library, never by itself (S15)', async () => {
      const slug = await node.newLibrary();
      await adoptPage(slug, 'Named by the wiki');
      const { id } = await libraryOf('Named by the wiki');
      const change = (values: object) => node.call(administrator, 'libraries.update', { id, ...values });
      assert.equal(await refusal(change({ name: 'Its own' })), '409 NAME_FOLLOWS_WIKI');
      assert.equal((await change({ description: 'Editions' })).description, 'Editions');
    });

    it('a global library made by hand is not taken over: the copy waits until one of the two is renamed (S15)', async () => {
      await node.call(administrator, 'libraries.create', { name: 'Roads', subject_type: 'global' });
      const roads = { slug: 'roads', name: 'Roads' };
      await node.call(contributingAdministrator, 'admin.wiki.libraries.create', roads);
      const { id } = await node.newPage('roads', 'Kerbs and gullies');
      await node.call(contributingAdministrator, 'wiki.standards.directAdopt', { id });
      await eventually(async () => assert.equal(await copyErrorOf(id), 'NAME_TAKEN'));
      await update('roads', { name: 'Streets' });
      await node.call(contributingAdministrator, 'wiki.standards.directAdopt', { id });
      await eventually(async () => assert.equal((await libraryOf('Kerbs and gullies')).name, 'Streets'));
    });

    it('a name is visible and on one line (X4)', async () => {
      const slug = await node.newLibrary();
      for (const change of [{ name: '' }, { name: 'a\nb' }, { name: null }])
        assert.equal(await refusal(update(slug, change)), '400 VALIDATION_ERROR', JSON.stringify(change));
    });
  });

  describe('DELETE', () => {
    it('deletes a library without standards, with its categories; its slug and name are free again (A13)', async () => {
      const slug = await node.newLibrary();
      await node.call(moderator, 'wiki.categories.create', { librarySlug: slug, name: 'Walls' });
      const name = await nameOf(slug);
      const { deleted, deletedCategories } = await remove(slug);
      assert.deepEqual([deleted, deletedCategories], [true, 1]);
      assert.equal(await refusal(remove(slug)), '404 NOT_FOUND');
      assert.equal(
        await refusal(node.call(moderator, 'wiki.categories.create', { librarySlug: slug, name: 'Walls' })),
        '400 UNKNOWN_LIBRARY',
      );
      await node.call(contributingAdministrator, 'admin.wiki.libraries.create', { slug, name });
      assert.deepEqual((await node.call(anonymous, 'wiki.libraries.get', { slug })).categories, []);
    });

    it('a library that holds a standard, also an archived one, stays', async () => {
      const slug = await node.newLibrary();
      const { id } = await node.newPage(slug, 'In the way');
      assert.equal(await refusal(remove(slug)), '409 LIBRARY_NOT_EMPTY');
      await node.call(moderator, 'wiki.moderation.archive', { id, reason_code: 'spam' });
      assert.equal(await refusal(remove(slug)), '409 LIBRARY_NOT_EMPTY');
      assert.equal((await node.call(anonymous, 'wiki.libraries.get', { slug })).total, 0);
    });

    it('concurrent with a new page or category: the library stays with it, or neither exists', async () => {
      for (let round = 0; round < 8; round += 1) {
        const slug = await node.newLibrary();
        const page = { librarySlug: slug, title: `Race ${round}`, content: '# 1 Scope' };
        const [deletion, creation, category] = await Promise.allSettled([
          remove(slug),
          node.call(contributor, 'wiki.standards.create', page),
          node.call(moderator, 'wiki.categories.create', { librarySlug: slug, name: 'Walls' }),
        ]);
        const isDeleted = deletion.status === 'fulfilled';
        assert.equal(creation.status, isDeleted ? 'rejected' : 'fulfilled');
        const library = await node.call(anonymous, 'wiki.libraries.get', { slug }).catch(() => null);
        assert.equal(library === null, isDeleted);
        const categories = await (await node.collection('categories')).countDocuments({ name: 'Walls' });
        if (isDeleted) assert.equal(categories, 0);
        else assert.equal(category.status, 'fulfilled');
        await (await node.collection('categories')).updateOne({ name: 'Walls' }, { $set: { name: 'Done' } });
      }
    });
  });

  it('only site administrators, with a key of that permission (A13)', async () => {
    const slug = await node.newLibrary();
    const key = withKey(contributingAdministrator, ['wiki:category:create']);
    for (const [who, expected] of [
      [moderator, '403 PERMISSION_DENIED'],
      [key, '403 PERMISSION_DENIED'],
    ] as const) {
      assert.equal(await refusal(update(slug, { name: 'X' }, who)), expected);
      assert.equal(await refusal(remove(slug, who)), expected);
    }
    assert.equal(await refusal(update('nowhere', { name: 'X' })), '404 NOT_FOUND');
  });
});

describe('a rename while standards is unavailable', () => {
  const node = useWikiWorld(['wiki-moderation']);

  it('is 503 and changes nothing; a new description needs no other service', async () => {
    const slug = await node.newLibrary();
    const update = (change: object) =>
      node.call(contributingAdministrator, 'admin.wiki.libraries.update', { slug, ...change });
    await expectRejection(update({ name: 'Away' }), 503);
    const { name, description } = await update({ description: 'Here' });
    assert.notEqual(name, 'Away');
    assert.equal(description, 'Here');
  });
});
