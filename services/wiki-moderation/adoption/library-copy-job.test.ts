/** Tests of the library standard that the job makes from an adopted edition. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { describe, it } from '@jest/globals';
import { eventually } from '../../../test/eventually.ts';
import { anonymous, contributor, moderator, personPrincipal } from '../../../test/people.ts';
import { expectRejection } from '../../../test/service-node.ts';
import { contributingAdministrator, useWikiWorld } from '../../../test/world/wiki-world.ts';

describe('the library copy of a wiki standard', () => {
  const node = useWikiWorld(['wiki-moderation', 'standards']);

  const reader = personPrincipal({ id: 40 });
  const adopt = (id: string, sourceRevisionId?: string) =>
    node.call(contributingAdministrator, 'wiki.standards.directAdopt', {
      id,
      ...(sourceRevisionId ? { sourceRevisionId } : {}),
    });
  const rowOf = async (id: string, editionId: string) =>
    (await node.call(anonymous, 'wiki.adopted.list', { id })).adopted_revisions.find(
      (row) => row.id === editionId,
    );
  const until = (id: string, editionId: string, ...states: string[]) =>
    eventually(async () => {
      const row = await rowOf(id, editionId);
      assert.ok(
        row && states.includes(row.syncStatus),
        `never became ${states.join(' or ')}: ${JSON.stringify(row)}`,
      );
      return row;
    });
  const copyOf = async (title: string) => {
    const { standards } = await node.call(reader, 'standards.list', {
      search: title,
      subject_type: 'global',
    });
    const [found] = standards;
    assert.ok(found, `no library standard ${title}`);
    assert.equal(standards.length, 1);
    return node.call(reader, 'standards.pinInfo', { standard_id: found.id });
  };

  it('an edition becomes a global standard in the library of the same name, with the same content hash (R-011, W11)', async () => {
    const librarySlug = await node.newLibrary();
    const top = await node.call(moderator, 'wiki.categories.create', { librarySlug, name: 'Structures' });
    const child = await node.call(moderator, 'wiki.categories.create', {
      librarySlug,
      name: 'Slabs',
      parentId: top.id,
    });
    const page = await node.call(contributor, 'wiki.standards.create', {
      librarySlug,
      title: 'Copied slabs',
      categoryId: child.id,
      description: 'Cast in place',
      content: '# 1 Scope\n\n1.1 All slabs.\n\n```field\nlabel: Strength\ntype: number\nunit: MPa\n```\n',
    });
    const { adoptedRevision } = await adopt(page.id);
    const row = await until(page.id, adoptedRevision.id, 'done');
    assert.deepEqual([row.attempts, row.last_error], [1, null]);
    const copy = await copyOf('Copied slabs');
    assert.equal(copy.library?.name, `Library ${librarySlug.replace('library-', '')}`);
    assert.deepEqual(copy.category_path, ['Structures', 'Slabs']);
    assert.deepEqual(copy.wiki, { standard_id: page.id, adopted_revision_id: adoptedRevision.id });
    assert.equal(copy.revision?.content_hash, adoptedRevision.content_hash);
    assert.deepEqual([copy.revision?.element_count, copy.revision?.field_count], [2, 1]);
  });

  it('the copy follows the next edition, title and all, as a new revision of the same standard (W11)', async () => {
    const librarySlug = await node.newLibrary();
    const page = await node.newPage(librarySlug, 'First title');
    const first = (await adopt(page.id)).adoptedRevision;
    const revisionId = await node.addRevision(page.id, 'Second title', '# 1 Scope\n\n1.1 Changed.\n');
    const second = (await adopt(page.id, revisionId)).adoptedRevision;
    assert.deepEqual([first.revision_number, second.revision_number], [1, 2]);
    await until(page.id, first.id, 'done');
    await until(page.id, second.id, 'done');
    const copy = await copyOf('Second title');
    assert.equal(copy.wiki?.adopted_revision_id, second.id);
    assert.equal(copy.revision?.ordinal, 2);
    assert.equal((await node.call(reader, 'standards.list', { search: 'First title' })).standards.length, 0);
    const [current, earlier] = (await node.call(anonymous, 'wiki.adopted.list', { id: page.id }))
      .adopted_revisions;
    assert.deepEqual([current?.current, earlier?.current], [true, false]);
    assert.equal(
      (await node.call(anonymous, 'wiki.adopted.get', { id: page.id, revNum: 1 })).title,
      'First title',
    );
  });

  it('a taken global name fails with NAME_TAKEN; adopting again brings the copy in line once it is free (W11)', async () => {
    const [one, two] = [await node.newLibrary(), await node.newLibrary()];
    const bearer = await node.newPage(one, 'Same name');
    await until(bearer.id, (await adopt(bearer.id)).adoptedRevision.id, 'done');
    const page = await node.newPage(two, 'Same name');
    const { adoptedRevision } = await adopt(page.id);
    const row = await until(page.id, adoptedRevision.id, 'failed');
    assert.equal(row.last_error?.code, 'NAME_TAKEN');
    assert.match(row.last_error?.message ?? '', /Same name/);
    const renamed = await node.addRevision(bearer.id, 'Another name', '# 1 Scope');
    await until(bearer.id, (await adopt(bearer.id, renamed)).adoptedRevision.id, 'done');
    const again = await adopt(page.id);
    assert.equal(again.adoptedRevision.id, adoptedRevision.id);
    await until(page.id, adoptedRevision.id, 'done');
    assert.equal((await copyOf('Same name')).wiki?.standard_id, page.id);
  });

  it('adopting the current edition again creates no second revision of the copy', async () => {
    const page = await node.newPage(await node.newLibrary(), 'Only once');
    const first = await adopt(page.id);
    await until(page.id, first.adoptedRevision.id, 'done');
    const second = await adopt(page.id);
    assert.equal(second.adoption.id, first.adoption.id);
    assert.equal(second.adoption.syncStatus, 'queued');
    await until(page.id, first.adoptedRevision.id, 'done');
    assert.equal((await copyOf('Only once')).revision?.ordinal, 1);
  });

  it('a revision takes active tags only, and its edition carries them (S7)', async () => {
    const [active, retired] = [randomUUID(), randomUUID()];
    const connection = await node.node.openDatabase('standards');
    await connection.collection<{ _id: string; [member: string]: unknown }>('tags').insertMany([
      { _id: active, name: 'Fire', group: null, active: true },
      { _id: retired, name: 'Old', group: null, active: false },
    ]);
    const librarySlug = await node.newLibrary();
    const create = (tag_ids: string[]) =>
      node.call(contributor, 'wiki.standards.create', {
        librarySlug,
        title: 'Tagged page',
        content: '# 1 A',
        tag_ids,
      });
    const refused = await expectRejection(create([active, retired, randomUUID()]));
    assert.deepEqual(
      refused.extras.errors?.map(({ path }) => path),
      ['tag_ids[1]', 'tag_ids[2]'],
    );
    const page = await create([active.toUpperCase(), active]);
    assert.deepEqual(page.tags, [active]);
    const { adoptedRevision } = await adopt(page.id);
    assert.deepEqual(adoptedRevision.tags, [active]);
    await until(page.id, adoptedRevision.id, 'done');
  });
});
