/** Tests of reading wiki pages: text, elements, history, hidden revisions, archived pages, retired slugs. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { beforeAll, describe, it } from '@jest/globals';
import { anonymous, contributor, moderator, personPrincipal, withKey } from '../../../test/people.ts';
import { expectRejection } from '../../../test/service-node.ts';
import { CONCRETE_MARKDOWN, useWikiWorld } from '../../../test/world/wiki-world.ts';

describe('reading wiki standards', () => {
  const node = useWikiWorld();
  let librarySlug = '';
  beforeAll(async () => {
    librarySlug = await node.newLibrary();
  });

  it('readers of many long pages lock no one out: each page has its own turn, and all are answered (hardening A5)', async () => {
    const library = await node.newLibrary();
    const long = `${CONCRETE_MARKDOWN}\n${'More of the same.\n'.repeat(2_000)}`;
    const slugs: string[] = [];
    for (let page = 0; page < 20; page += 1)
      slugs.push((await node.newPage(library, `Long ${page}`, long)).slug);
    // Two visitors of each.
    const read = await Promise.all(
      [...slugs, ...slugs].map((slug) =>
        node.call(anonymous, 'wiki.standards.elements', { librarySlug: library, standardSlug: slug }),
      ),
    );
    for (const { total } of read) assert.equal(total, 5);
  });

  it('the current revision as elements, in outline order (document 2)', async () => {
    const { slug } = await node.newPage(librarySlug, 'Elements');
    const { elements, total } = await node.call(anonymous, 'wiki.standards.elements', {
      librarySlug,
      standardSlug: slug,
    });
    assert.equal(total, 5);
    assert.deepEqual(elements[0], {
      address: '1',
      content: '',
      toc_content: 'Scope',
      depth: 1,
      attributes: { inToc: true },
    });
    assert.deepEqual(elements[4], {
      address: '2.1.1',
      content: 'Store it dry.',
      toc_content: '',
      depth: 3,
      attributes: { isNote: true },
    });
    assert.deepEqual(elements[3]?.attributes, {});
  });

  it('an archived standard is 404 to all but its moderators (W1)', async () => {
    const { id, slug } = await node.newPage(librarySlug, 'Archived');
    await (await node.collection('pages')).updateOne({ _id: id }, { $set: { archived: true } });
    const at = { librarySlug, standardSlug: slug };
    for (const caller of [anonymous, contributor]) {
      await expectRejection(node.call(caller, 'wiki.standards.get', at), 404);
      await expectRejection(node.call(caller, 'wiki.standards.title', at), 404);
      await expectRejection(node.call(caller, 'wiki.revisions.list', { id }), 404);
      await expectRejection(node.call(caller, 'wiki.adopted.list', { id }), 404);
    }
    assert.equal((await node.call(moderator, 'wiki.standards.get', at)).id, id);
    await node.giveRole(id, 20, 'moderator');
    assert.equal(
      (await node.call(personPrincipal({ id: 20, siteRoles: ['SiteContributor'] }), 'wiki.standards.get', at))
        .id,
      id,
    );
    // A role sleeps without the contributor role, and a key shows no more than it carries.
    await expectRejection(node.call(personPrincipal({ id: 20 }), 'wiki.standards.get', at), 404);
    await expectRejection(node.call(withKey(moderator, ['project:read']), 'wiki.standards.get', at), 404);
  });

  it('a retired slug answers 410 and stays taken (R-221)', async () => {
    const { id } = await node.newPage(librarySlug, 'Moving');
    const library = (await node.call(anonymous, 'wiki.libraries.list', {})).libraries.find(
      ({ slug }) => slug === librarySlug,
    );
    await (await node.collection('pages')).updateOne({ _id: id }, { $set: { slug: 'moved' } });
    await (await node.collection('slugs')).updateOne(
      { _id: `${library?.id}/moving` },
      { $set: { retired: true } },
    );
    for (const action of ['wiki.standards.get', 'wiki.standards.elements', 'wiki.standards.title'] as const) {
      await expectRejection(
        node.call(anonymous, action, { librarySlug, standardSlug: 'moving' }),
        410,
        'GONE',
      );
    }
    await expectRejection(node.newPage(librarySlug, 'Moving'), 409, 'SLUG_TAKEN');
    await expectRejection(
      node.call(anonymous, 'wiki.standards.get', { librarySlug, standardSlug: 'nothing' }),
      404,
    );
  });

  it('the history of a standard, paged, each revision with its whole markdown (R-095, R-230)', async () => {
    const { id, revisionId } = await node.newPage(librarySlug, 'History');
    const { revisions, total, limit } = await node.call(anonymous, 'wiki.revisions.list', {
      id: id.toUpperCase(),
    });
    assert.deepEqual([revisions.length, total, limit], [1, 1, 50]);
    assert.deepEqual(
      [revisions[0]?.id, revisions[0]?.revision_number, revisions[0]?.hidden],
      [revisionId, 1, false],
    );
    assert.deepEqual((await node.call(anonymous, 'wiki.revisions.list', { id, offset: 5 })).revisions, []);
    const revision = await node.call(anonymous, 'wiki.revisions.get', { id, revId: revisionId });
    assert.match(revision.content, /^---\ntitle: History\n---\n\n# 1 Scope/);
    const other = await node.newPage(librarySlug, 'Another history');
    for (const [page, revId] of [
      [id, other.revisionId],
      [other.id, revisionId],
      [randomUUID(), revisionId],
      [id, randomUUID()],
    ] as const) {
      await expectRejection(node.call(anonymous, 'wiki.revisions.get', { id: page, revId }), 404);
    }
    for (const bad of [{ id: 'x' }, { id, limit: 0 }, { id, limit: 201 }, { id, offset: -1 }]) {
      await expectRejection(node.call(anonymous, 'wiki.revisions.list', bad), 400);
    }
  });

  it('a hidden revision is left out and 404 for the public, marked for moderators (W1)', async () => {
    const { id, revisionId } = await node.newPage(librarySlug, 'Hidden');
    await (await node.collection('revisions')).updateOne({ _id: revisionId }, { $set: { hidden: true } });
    assert.equal((await node.call(anonymous, 'wiki.revisions.list', { id })).total, 0);
    await expectRejection(node.call(contributor, 'wiki.revisions.get', { id, revId: revisionId }), 404);
    assert.equal((await node.call(moderator, 'wiki.revisions.list', { id })).revisions[0]?.hidden, true);
    assert.equal((await node.call(moderator, 'wiki.revisions.get', { id, revId: revisionId })).hidden, true);
  });
});
