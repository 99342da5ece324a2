/**
 * Tests of adopting a revision of a wiki page as an edition: permissions, refusals, races. Its library copy is only
 * asked for here: `library-copy-job.test.ts`.
 */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { beforeAll, describe, it } from '@jest/globals';
import { eventually } from '../../../test/eventually.ts';
import { anonymous, contributor, moderator, personPrincipal, withKey } from '../../../test/people.ts';
import { expectRejection } from '../../../test/service-node.ts';
import { contributingAdministrator, useWikiWorld } from '../../../test/world/wiki-world.ts';

describe('adopting a wiki page, before its library copy', () => {
  const node = useWikiWorld(['wiki-moderation']);
  let librarySlug = '';
  const adopter = personPrincipal({ id: 30, name: 'Anna Adopter', siteRoles: ['SiteContributor'] });
  beforeAll(async () => {
    librarySlug = await node.newLibrary();
  });

  it('makes a published, sealed edition at once and asks for its library copy (W3, W11)', async () => {
    const page = await node.newPage(librarySlug, 'Adopted once');
    await node.giveRole(page.id, adopter.user.id, 'adopter');
    const { adoptedRevision, adoption } = await node.call(adopter, 'wiki.standards.directAdopt', {
      id: page.id,
      sourceRevisionId: page.revisionId,
    });
    assert.equal(adoption.syncStatus, 'queued');
    assert.deepEqual(
      { ...adoptedRevision, id: '', content_hash: '', adopted_at: '' },
      {
        id: '',
        standard_id: page.id,
        revision_number: 1,
        source_revision_id: page.revisionId,
        status: 'published',
        title: 'Adopted once',
        tags: [],
        content_hash: '',
        current: true,
        adopted_by: { userId: 30, displayName: 'Anna Adopter' },
        adopted_at: '',
        syncStatus: 'queued',
        attempts: 0,
        last_error: null,
      },
    );
    const read = await node.call(anonymous, 'wiki.adopted.get', { id: page.id, revNum: 1 });
    assert.equal(read.content_hash, adoptedRevision.content_hash);
    assert.match(read.content, /^---\ntitle: Adopted once\n---/);
    const { current_adopted_revision } = await node.call(anonymous, 'wiki.standards.get', {
      librarySlug,
      standardSlug: page.slug,
    });
    assert.deepEqual(current_adopted_revision, { id: adoptedRevision.id, revision_number: 1 });
  });

  it('the copy is retried while the library is unavailable, and the row shows it (R-175)', async () => {
    const page = await node.newPage(librarySlug, 'Tried again');
    await node.call(contributingAdministrator, 'wiki.standards.directAdopt', { id: page.id });
    await eventually(async () => {
      const [row] = (await node.call(anonymous, 'wiki.adopted.list', { id: page.id })).adopted_revisions;
      assert.deepEqual([row?.syncStatus, row?.last_error?.code], ['queued', 'SERVICE_UNAVAILABLE']);
    });
  });

  it('equal content has an equal hash, whatever the title (S23)', async () => {
    const [one, two] = [
      await node.newPage(librarySlug, 'Hash one'),
      await node.newPage(librarySlug, 'Hash two'),
    ];
    const other = await node.newPage(librarySlug, 'Hash three', '# 1 Other');
    const [a, b, c] = await Promise.all(
      [one, two, other].map(
        async ({ id }) =>
          (await node.call(contributingAdministrator, 'wiki.standards.directAdopt', { id })).adoptedRevision
            .content_hash,
      ),
    );
    assert.equal(a, b);
    assert.notEqual(a, c);
    assert.match(a ?? '', /^[0-9a-f]{64}$/);
  });

  it('needs the adopter role on that standard, or a global moderator; a grant alone is 403 (R-162, R-163, A4)', async () => {
    const [page, other] = [
      await node.newPage(librarySlug, 'Roles here'),
      await node.newPage(librarySlug, 'Roles elsewhere'),
    ];
    const input = { id: page.id };
    await node.giveRole(other.id, adopter.user.id, 'adopter');
    for (const caller of [contributor, adopter, withKey(contributor, ['wiki:standard:adopt'])]) {
      const { status, extras } = await expectRejection(
        node.call(caller, 'wiki.standards.directAdopt', input),
      );
      assert.deepEqual([status, extras.metadata?.permission], [403, 'wiki:standard:adopt']);
    }
    await expectRejection(node.call(anonymous, 'wiki.standards.directAdopt', input), 401);
    await node.giveRole(page.id, adopter.user.id, 'adopter');
    // The key's grant counts beside the role, and so does being a contributor.
    await expectRejection(
      node.call(withKey(adopter, ['wiki:standard:read']), 'wiki.standards.directAdopt', input),
      403,
    );
    await expectRejection(
      node.call(personPrincipal({ id: adopter.user.id }), 'wiki.standards.directAdopt', input),
      403,
    );
    await node.giveRole(page.id, 31, 'moderator');
    const pageModerator = personPrincipal({ id: 31, siteRoles: ['SiteContributor'] });
    await expectRejection(node.call(pageModerator, 'wiki.standards.directAdopt', input), 403);
    assert.equal(
      (await node.call(withKey(adopter, ['wiki:standard:adopt']), 'wiki.standards.directAdopt', input))
        .adoptedRevision.revision_number,
      1,
    );
    // A key of a global moderator needs both: the permission, and the one that replaces the role.
    for (const grant of [['wiki:standard:adopt'], ['wiki:standard:moderate']] as const) {
      const key = withKey(moderator, [...grant]);
      assert.equal(
        (await expectRejection(node.call(key, 'wiki.standards.directAdopt', { id: other.id }))).status,
        403,
        grant[0],
      );
    }
    const both = withKey(moderator, ['wiki:standard:adopt', 'wiki:standard:moderate']);
    assert.equal(
      (await node.call(both, 'wiki.standards.directAdopt', { id: other.id })).adoptedRevision.revision_number,
      1,
    );
    assert.equal(
      (await node.call(moderator, 'wiki.standards.directAdopt', { id: other.id })).adoptedRevision
        .revision_number,
      1,
    );
  });

  it('an unknown standard or revision, or one of another standard, is 404', async () => {
    const [page, other] = [await node.newPage(librarySlug, 'Mine'), await node.newPage(librarySlug, 'Yours')];
    const adopt = (id: string, sourceRevisionId: string) =>
      expectRejection(
        node.call(contributingAdministrator, 'wiki.standards.directAdopt', { id, sourceRevisionId }),
      );
    assert.equal((await adopt(page.id, other.revisionId)).status, 404);
    assert.equal((await adopt(page.id, randomUUID())).status, 404);
    assert.equal((await adopt(randomUUID(), page.revisionId)).status, 404);
    assert.equal((await adopt(page.id, 'latest')).status, 400);
    assert.equal((await node.call(anonymous, 'wiki.adopted.list', { id: page.id })).total, 0);
    await expectRejection(node.call(anonymous, 'wiki.adopted.get', { id: page.id, revNum: 1 }), 404);
    await expectRejection(node.call(anonymous, 'wiki.adopted.get', { id: page.id, revNum: 0 }), 400);
  });

  it('a hidden revision is 409, an unreadable one 422 with its findings, an archived page 409 (W3)', async () => {
    const hidden = await node.newPage(librarySlug, 'Hidden source');
    await (await node.collection('revisions')).updateOne(
      { _id: hidden.revisionId },
      { $set: { hidden: true } },
    );
    await expectRejection(
      node.call(contributingAdministrator, 'wiki.standards.directAdopt', { id: hidden.id }),
      'REVISION_HIDDEN',
    );
    const old = await node.newPage(librarySlug, 'Old grammar');
    await (await node.collection('texts')).updateOne(
      { _id: old.revisionId },
      { $set: { bytes: Buffer.from('# No address\n') } },
    );
    const { status, code, extras } = await expectRejection(
      node.call(contributingAdministrator, 'wiki.standards.directAdopt', { id: old.id }),
    );
    assert.deepEqual(
      [status, code, extras.errors?.[0]?.rule],
      [422, 'UNPARSEABLE_SOURCE', 'heading-without-address'],
    );
    const at = { librarySlug, standardSlug: old.slug };
    await expectRejection(node.call(anonymous, 'wiki.standards.elements', at), 'UNPARSEABLE_SOURCE');
    const archived = await node.newPage(librarySlug, 'Archived source');
    await (await node.collection('pages')).updateOne({ _id: archived.id }, { $set: { archived: true } });
    await expectRejection(
      node.call(contributingAdministrator, 'wiki.standards.directAdopt', { id: archived.id }),
      409,
    );
  });

  it('ten concurrent adoptions of one revision create one edition and one job', async () => {
    const page = await node.newPage(librarySlug, 'Race');
    const all = await Promise.all(
      Array.from({ length: 10 }, () =>
        node.call(contributingAdministrator, 'wiki.standards.directAdopt', { id: page.id }),
      ),
    );
    assert.equal(new Set(all.map(({ adoptedRevision }) => adoptedRevision.id)).size, 1);
    assert.equal(new Set(all.map(({ adoption }) => adoption.id)).size, 1);
    assert.equal((await node.call(anonymous, 'wiki.adopted.list', { id: page.id })).total, 1);
    assert.equal(await (await node.collection('jobs')).countDocuments({ lane: page.id }), 1);
  });

  it('a revoked edition is left out and 404, except for moderators', async () => {
    const page = await node.newPage(librarySlug, 'Revoked');
    const { adoptedRevision } = await node.call(contributingAdministrator, 'wiki.standards.directAdopt', {
      id: page.id,
    });
    await (await node.collection('editions')).updateOne(
      { _id: adoptedRevision.id },
      { $set: { revoked_at: new Date(), revoked_reason_code: 'spam' } },
    );
    assert.equal((await node.call(contributor, 'wiki.adopted.list', { id: page.id })).total, 0);
    await expectRejection(node.call(anonymous, 'wiki.adopted.get', { id: page.id, revNum: 1 }), 404);
    const [row] = (await node.call(moderator, 'wiki.adopted.list', { id: page.id })).adopted_revisions;
    assert.equal(row?.revoked_reason_code, 'spam');
    assert.ok(row?.revoked_at);
  });
});
