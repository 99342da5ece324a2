/** Tests of changing and deleting the categories of a wiki library. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { beforeAll, describe, it } from '@jest/globals';
import { anonymous, contributor, moderator } from '../../../test/people.ts';
import { expectRejection } from '../../../test/service-node.ts';
import { useWikiWorld } from '../../../test/world/wiki-world.ts';

describe('changing categories of wiki libraries', () => {
  const node = useWikiWorld();
  let librarySlug = '';
  beforeAll(async () => {
    librarySlug = await node.newLibrary();
  });

  const create = async (name: string, parentId: string | null = null, library = librarySlug) =>
    (await node.call(moderator, 'wiki.categories.create', { librarySlug: library, name, parentId })).id;
  const update = (
    id: string,
    more: { name?: string; slug?: string; parentId?: string | null; sortOrder?: number },
  ) => node.call(moderator, 'wiki.categories.update', { id, ...more });
  const remove = (
    id: string,
    more: { childDisposition?: 'reassign' | 'promote' | 'cascade'; childReassignTo?: string } = {},
  ) => node.call(moderator, 'wiki.categories.delete', { id, ...more });
  const codeOf = async (work: Promise<unknown>) => {
    const { status, code } = await expectRejection(work);
    return `${status} ${code}`;
  };
  const tree = async (slug = librarySlug) =>
    (await node.call(anonymous, 'wiki.libraries.get', { slug })).categories;

  it('omitted members stay; parentId null makes a category top-level (document 2)', async () => {
    const top = await create('Concrete');
    const child = await create('Precast', top);
    const renamed = await update(child, { name: 'Precast units', sortOrder: 7 });
    assert.deepEqual(renamed, {
      id: child,
      name: 'Precast units',
      slug: 'precast',
      description: '',
      sortOrder: 7,
      parentId: top,
      librarySlug,
    });
    assert.equal((await update(child, { parentId: null })).parentId, null);
    assert.equal((await update(child, { parentId: top, slug: 'units' })).slug, 'units');
  });

  it('pages go on naming a category by its former slug, which no other gets (W10, W12)', async () => {
    const { id } = await node.call(moderator, 'wiki.categories.create', { librarySlug, name: 'Timber' });
    const content = '---\ntitle: Beams\ncategory: timber\n---\n\n# 1 Scope\n\n1.1 Covers beams.\n';
    const page = await node.newPage(librarySlug, 'Beams', content);
    await update(id, { name: 'Wood', slug: 'wood' });
    const edited = await node.call(contributor, 'wiki.standards.update', {
      id: page.id,
      baseRevisionId: page.revisionId,
      content: `${content}\nOne more word.\n`,
    });
    assert.equal(edited.category?.name, 'Wood');
    const taken = node.call(moderator, 'wiki.categories.create', { librarySlug, name: 'Timber' });
    assert.equal(await codeOf(taken), '409 SLUG_TAKEN');
    const other = await create('Steel');
    assert.equal(await codeOf(update(other, { slug: 'timber' })), '409 SLUG_TAKEN');
    const child = await create('Glulam', id);
    await update(child, { name: 'Laminated', slug: 'laminated' });
    const below = await node.newPage(
      librarySlug,
      'Ribs',
      content.replace('Beams', 'Ribs').replace('timber', 'timber/glulam'),
    );
    const { category } = await node.call(contributor, 'wiki.standards.get', {
      librarySlug,
      standardSlug: below.slug,
    });
    assert.equal(category?.name, 'Laminated');
    assert.equal((await update(id, { slug: 'timber' })).slug, 'timber');
  });

  it('one level, a parent in the same library; names unique among siblings, slugs in the library (W12)', async () => {
    const [one, two] = [await create('Level one'), await create('Level two')];
    const child = await create('Level child', one);
    const foreign = await create('Foreign', null, await node.newLibrary());
    assert.equal(await codeOf(update(two, { parentId: child })), '400 VALIDATION_ERROR');
    assert.equal(await codeOf(update(one, { parentId: two })), '400 VALIDATION_ERROR');
    assert.equal(await codeOf(update(one, { parentId: one })), '400 VALIDATION_ERROR');
    for (const parentId of [foreign, randomUUID()])
      assert.equal(await codeOf(update(two, { parentId })), '400 UNKNOWN_CATEGORY');
    assert.equal(await codeOf(update(two, { name: ' level ONE' })), '409 NAME_TAKEN');
    assert.equal(await codeOf(update(two, { slug: 'level-one' })), '409 SLUG_TAKEN');
    assert.equal(await codeOf(update(two, { slug: 'errata' })), '400 VALIDATION_ERROR');
    assert.equal(await codeOf(update(randomUUID(), { name: 'X' })), '404 NOT_FOUND');
    assert.equal(
      await codeOf(node.call(contributor, 'wiki.categories.update', { id: two, name: 'X' })),
      '403 PERMISSION_DENIED',
    );
  });

  it('two categories moved under each other concurrently: one is refused, so there is no third level (W12)', async () => {
    for (let turn = 0; turn < 5; turn += 1) {
      const [one, two] = [await create(`Race ${turn} a`), await create(`Race ${turn} b`)];
      const outcomes = await Promise.allSettled([
        update(one, { parentId: two }),
        update(two, { parentId: one }),
      ]);
      assert.deepEqual(outcomes.map(({ status }) => status).toSorted(), ['fulfilled', 'rejected']);
    }
  });

  it('standards filed directly in a deleted category become uncategorized (document 2)', async () => {
    const id = await create('Doomed');
    const content = '---\ntitle: Filed\ncategory: Doomed\n---\n# 1 A\n';
    const page = await node.newPage(librarySlug, 'Filed', content);
    assert.deepEqual(await remove(id), {
      id,
      deleted: true,
      uncategorizedStandards: 1,
      movedCategories: 0,
      deletedCategories: 1,
    });
    const at = { librarySlug, standardSlug: page.slug };
    const read = await node.call(anonymous, 'wiki.standards.get', at);
    assert.deepEqual([read.category, read.content], [null, content]);
    const stored = await (await node.collection('pages')).findOne({ _id: page.id });
    assert.equal(stored?.category_id, null);
    assert.equal(await codeOf(remove(id)), '404 NOT_FOUND');
  });

  it('children need a disposition: 400 with the children; reassign, promote and cascade (R-185)', async () => {
    const family = async (name: string) => {
      const parent = await create(name);
      return { parent, child: await create(`${name} child`, parent) };
    };
    const target = await create('Target');
    const refused = await family('Refused');
    const { status, extras } = await expectRejection(remove(refused.parent));
    assert.deepEqual(
      [status, extras.members],
      [400, { requiresChildDisposition: true, children: [{ id: refused.child, name: 'Refused child' }] }],
    );
    const reassign = (childReassignTo?: string) =>
      remove(refused.parent, {
        childDisposition: 'reassign',
        ...(childReassignTo ? { childReassignTo } : {}),
      });
    assert.equal(await codeOf(reassign()), '400 VALIDATION_ERROR');
    assert.equal(await codeOf(reassign(refused.child)), '400 VALIDATION_ERROR');
    assert.equal(await codeOf(reassign(refused.parent)), '400 VALIDATION_ERROR');
    assert.equal(await codeOf(reassign(randomUUID())), '400 UNKNOWN_CATEGORY');
    assert.equal((await reassign(target)).movedCategories, 1);
    const promoted = await family('Promoted');
    await remove(promoted.parent, { childDisposition: 'promote' });
    const cascaded = await family('Cascaded');
    const page = await node.newPage(
      librarySlug,
      'In a child',
      '---\ntitle: In a child\ncategory: Cascaded/Cascaded child\n---\n# 1 A\n',
    );
    const { deletedCategories, uncategorizedStandards } = await remove(cascaded.parent, {
      childDisposition: 'cascade',
    });
    assert.deepEqual([deletedCategories, uncategorizedStandards], [2, 1]);
    const at = { librarySlug, standardSlug: page.slug };
    assert.equal((await node.call(anonymous, 'wiki.standards.get', at)).category, null);
    const rows = await tree();
    const parents = new Map(
      rows.flatMap(({ id, children }) => [
        [id, null] as const,
        ...children.map((one) => [one.id, id] as const),
      ]),
    );
    assert.equal(parents.get(refused.child), target);
    assert.equal(parents.get(promoted.child), null);
    for (const gone of [refused.parent, promoted.parent, cascaded.parent, cascaded.child])
      assert.equal(parents.has(gone), false);
  });
});
