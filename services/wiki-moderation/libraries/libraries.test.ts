/** Tests of creating and listing wiki libraries and categories, and of the category that a frontmatter names. */
import assert from 'node:assert/strict';
import { describe, it } from '@jest/globals';
import { anonymous, contributor, moderator, personPrincipal, withKey } from '../../../test/people.ts';
import { expectRejection } from '../../../test/service-node.ts';
import { contributingAdministrator, useWikiWorld } from '../../../test/world/wiki-world.ts';
import { findCategory } from './find-category.ts';

describe('wiki libraries', () => {
  const node = useWikiWorld();

  it('only a site administrator creates a library (A13)', async () => {
    const made = await node.call(contributingAdministrator, 'admin.wiki.libraries.create', {
      slug: 'steel',
      name: ' Steel ',
      description: 'All',
    });
    assert.deepEqual(
      { ...made, id: '' },
      { id: '', slug: 'steel', name: 'Steel', description: 'All', standard_count: 0 },
    );
    const input = { slug: 'x', name: 'X' };
    await expectRejection(node.call(moderator, 'admin.wiki.libraries.create', input), 403);
    await expectRejection(node.call(anonymous, 'admin.wiki.libraries.create', input), 401);
    const key = withKey(contributingAdministrator, ['wiki:category:create']);
    await expectRejection(node.call(key, 'admin.wiki.libraries.create', input), 'PERMISSION_DENIED');
  });

  it('a library has a slug of its own, which is no fixed word, and a name of its own (G15)', async () => {
    await node.call(contributingAdministrator, 'admin.wiki.libraries.create', { slug: 'wood', name: 'Wood' });
    const create = (slug: string, name: string) =>
      expectRejection(node.call(contributingAdministrator, 'admin.wiki.libraries.create', { slug, name }));
    assert.equal((await create('wood', 'Timber')).code, 'SLUG_TAKEN');
    assert.equal((await create('timber', ' wood ')).code, 'NAME_TAKEN');
    for (const slug of [
      'errata',
      'moderation-log',
      'Upper',
      'a--b',
      '-a',
      'a-',
      'a_b',
      'ä',
      '',
      '../x',
      'a'.repeat(101),
    ]) {
      const { status, extras } = await create(slug, `N ${slug}`);
      assert.equal(status, 400, slug);
      assert.equal(extras.errors?.[0]?.path, 'slug');
    }
  });

  it('of two concurrent ones with one slug, one wins (R10)', async () => {
    const both = await Promise.allSettled(
      ['One', 'Two'].map((name) =>
        node.call(contributingAdministrator, 'admin.wiki.libraries.create', { slug: 'race', name }),
      ),
    );
    assert.deepEqual(both.map(({ status }) => status).toSorted(), ['fulfilled', 'rejected']);
  });

  it('anyone can list libraries with their number of standards (R-092, R-157)', async () => {
    const slug = await node.newLibrary();
    await node.newPage(slug, 'First');
    await node.newPage(slug, 'Second');
    const { libraries, total } = await node.call(anonymous, 'wiki.libraries.list', {});
    assert.equal(libraries.length, total);
    assert.equal(libraries.find((library) => library.slug === slug)?.standard_count, 2);
  });

  it('a library shows its category tree and its standards by title, narrowed by a literal search (R-092)', async () => {
    const librarySlug = await node.newLibrary();
    const top = await node.call(moderator, 'wiki.categories.create', {
      librarySlug,
      name: 'Structures',
      sortOrder: 2,
    });
    const child = await node.call(moderator, 'wiki.categories.create', {
      librarySlug,
      name: 'Slabs',
      parentId: top.id,
    });
    await node.call(moderator, 'wiki.categories.create', { librarySlug, name: 'Finishes', sortOrder: 1 });
    await node.call(contributor, 'wiki.standards.create', {
      librarySlug,
      title: 'Slab (a+)+',
      content: '# 1 A',
      categoryId: child.id,
    });
    await node.call(contributor, 'wiki.standards.create', {
      librarySlug,
      title: 'Beams',
      content: '# 1 A',
      description: 'ÜBERALL $100',
    });
    const library = await node.call(anonymous, 'wiki.libraries.get', { slug: librarySlug });
    assert.deepEqual(
      library.categories.map(({ name, children }) => [
        name,
        children.map((one) => [one.name, one.standard_count, one.parentId]),
      ]),
      [
        ['Finishes', []],
        ['Structures', [['Slabs', 1, top.id]]],
      ],
    );
    assert.deepEqual(
      library.standards.map(({ title }) => title),
      ['Beams', 'Slab (a+)+'],
    );
    assert.equal(library.standards[1]?.category?.slug, 'slabs');
    assert.equal(library.standard_count, 2);
    const found = async (search: string) =>
      (await node.call(anonymous, 'wiki.libraries.get', { slug: librarySlug, search })).standards.map(
        ({ title }) => title,
      );
    assert.deepEqual(await found('überall'), ['Beams']);
    assert.deepEqual(await found('(A+)+'), ['Slab (a+)+']);
    assert.deepEqual(await found('$100'), ['Beams']);
    assert.deepEqual(await found('.*'), []);
    assert.deepEqual(await found('(a+)+$'), []);
    assert.deepEqual(await found('\0'), []);
    await expectRejection(node.call(anonymous, 'wiki.libraries.get', { slug: 'nowhere' }), 404);
  });

  it('categories nest one level deep, inside one library (W12)', async () => {
    const [librarySlug, other] = [await node.newLibrary(), await node.newLibrary()];
    const create = (more: { name: string; parentId?: string; slug?: string; librarySlug?: string }) =>
      node.call(moderator, 'wiki.categories.create', { librarySlug, ...more });
    const top = await create({ name: 'Top' });
    const child = await create({ name: 'Child', parentId: top.id.toUpperCase() });
    assert.equal(child.parentId, top.id);
    await expectRejection(create({ name: 'Grandchild', parentId: child.id }), 'UNKNOWN_CATEGORY');
    await expectRejection(
      create({ librarySlug: other, name: 'Foreign', parentId: top.id }),
      'UNKNOWN_CATEGORY',
    );
    await expectRejection(create({ librarySlug: 'nowhere', name: 'X' }), 'UNKNOWN_LIBRARY');
    await expectRejection(create({ name: 'child', parentId: top.id, slug: 'child-2' }), 'NAME_TAKEN');
    await expectRejection(create({ name: 'Other', slug: 'child' }), 'SLUG_TAKEN');
    assert.equal((await create({ name: 'Child', slug: 'child-2' })).parentId, null);
    await expectRejection(node.call(contributor, 'wiki.categories.create', { librarySlug, name: 'Y' }), 403);
    await expectRejection(
      node.call(personPrincipal({ id: 9 }), 'wiki.categories.create', { librarySlug, name: 'Y' }),
      403,
    );
  });
});

describe('the category a frontmatter names', () => {
  const category = (slug: string, name: string, parent_id: string | null = null) => ({
    _id: slug,
    library_id: 'l',
    parent_id,
    name,
    name_key: name.toLowerCase(),
    slug,
    description: '',
    sort_order: 0,
    created_at: new Date(),
  });
  const all = [
    category('walls', 'Walls'),
    category('floors', 'Floors'),
    category('walls-finish', 'Finish', 'walls'),
    category('floors-finish', 'Finish', 'floors'),
    category('and-or', 'And/Or'),
  ];
  const slugOf = (named: string): string => {
    const found = findCategory(all, named);
    return typeof found === 'string' ? found : found.slug;
  };

  it('a slug, a name that is unique in the library, or Parent/Child (W10)', () => {
    assert.equal(slugOf('floors-finish'), 'floors-finish');
    assert.equal(slugOf(' WALLS '), 'walls');
    assert.equal(slugOf('Floors / Finish'), 'floors-finish');
    assert.equal(slugOf('walls/finish'), 'walls-finish');
    assert.equal(slugOf('And/Or'), 'and-or');
    assert.match(slugOf('Finish'), /2 categories called 'Finish'/);
    assert.match(slugOf('Roofs'), /no category 'Roofs'/);
    assert.match(slugOf('Finish/Walls'), /no category/);
  });
});
