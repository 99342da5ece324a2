/** Tests of archiving and restoring wiki pages. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { beforeAll, describe, it } from '@jest/globals';
import {
  anonymous,
  contributor,
  moderator,
  personPrincipal,
  stranger,
  withKey,
} from '../../../test/people.ts';
import { expectRejection } from '../../../test/service-node.ts';
import { contributingAdministrator, useWikiWorld } from '../../../test/world/wiki-world.ts';

/** Moderates single pages by a role on them. */
const pageModerator = personPrincipal({ id: 7, name: 'Petra', siteRoles: ['SiteContributor'] });

describe('archive and restore of wiki standards', () => {
  const node = useWikiWorld();
  let librarySlug = '';
  beforeAll(async () => {
    librarySlug = await node.newLibrary();
  });

  const archive = (id: string, as = moderator, more: object = { reason_code: 'spam' }) =>
    node.callUntyped(as, 'wiki.moderation.archive', { id, ...more });
  const restore = (id: string, as = moderator) =>
    node.call(as, 'wiki.moderation.restore', { id, reason_code: 'counter_notice' });
  const statusOf = async (work: Promise<unknown>) => (await expectRejection(work)).status;

  it('archived, a standard is 404 on every public read and out of every list; restored, it is as before (document 2, R-135, R-136)', async () => {
    const { id, slug, revisionId } = await node.newPage(librarySlug, 'Archived');
    const other = await node.newPage(librarySlug, 'Citing');
    const at = { librarySlug, standardSlug: slug };
    const before = await node.call(anonymous, 'wiki.standards.get', at);
    const { standard, moderationLogEntry } = await node.call(moderator, 'wiki.moderation.archive', {
      id,
      reason_code: 'vandalism',
    });
    assert.deepEqual([standard.archived, moderationLogEntry.link], [true, null]);
    for (const reader of [anonymous, contributor, stranger]) {
      const reads = [
        node.call(reader, 'wiki.standards.get', at),
        node.call(reader, 'wiki.standards.elements', at),
        node.call(reader, 'wiki.standards.title', at),
        node.call(reader, 'wiki.revisions.list', { id }),
        node.call(reader, 'wiki.revisions.get', { id, revId: revisionId }),
        node.call(reader, 'wiki.revisions.diff', { id, fromRev: '1', toRev: '1' }),
        node.call(reader, 'wiki.adopted.list', { id }),
        node.call(reader, 'wiki.moderationLog.forStandard', { id }),
      ];
      assert.deepEqual(await Promise.all(reads.map(statusOf)), Array(8).fill(404));
    }
    assert.equal(
      await statusOf(node.call(contributor, 'wiki.standards.validate', { content: '# 1 A', standardId: id })),
      404,
    );
    const { standards } = await node.call(anonymous, 'wiki.libraries.get', { slug: librarySlug });
    assert.deepEqual(
      standards.map((row) => row.id),
      [other.id],
    );
    const addresses = [{ library_slug: librarySlug, slug }];
    const resolve = async () =>
      (await node.call(contributor, 'wiki.references.resolve', { addresses })).pages.length;
    assert.equal(await resolve(), 0);
    assert.equal((await node.call(moderator, 'wiki.standards.get', at)).archived, true);
    const back = await restore(id);
    assert.deepEqual(
      [back.standard.archived, back.moderationLogEntry.link],
      [false, `/api/wiki/standards/${librarySlug}/${slug}`],
    );
    assert.deepEqual(await node.call(anonymous, 'wiki.standards.get', at), before);
    assert.equal(await resolve(), 1);
  });

  it('archiving twice and restoring a published one are 409; an archived one takes no edit (document 2, R-135, R-136)', async () => {
    const { id, revisionId } = await node.newPage(librarySlug, 'Twice');
    await expectRejection(restore(id), 'NOT_ARCHIVED');
    await archive(id);
    await expectRejection(archive(id), 'ALREADY_ARCHIVED');
    const edit = node.call(contributingAdministrator, 'wiki.standards.update', {
      id,
      baseRevisionId: revisionId,
      content: '# 1 A',
    });
    await expectRejection(edit, 'ALREADY_ARCHIVED');
  });

  it('the reason is required and one of the list; other needs a note, merged_into its target (W2, R-247)', async () => {
    const { id } = await node.newPage(librarySlug, 'Reasons');
    const target = await node.newPage(librarySlug, 'Target');
    const archivedTarget = await node.newPage(librarySlug, 'Archived target');
    await archive(archivedTarget.id);
    const refused: [object, number, string | undefined][] = [
      [{}, 400, 'reason_code'],
      [{ reason_code: 'boredom' }, 400, 'reason_code'],
      [{ reason_code: 'other' }, 400, 'reason_note'],
      [{ reason_code: 'other', reason_note: ' \n ' }, 400, 'reason_note'],
      [{ reason_code: 'merged_into' }, 400, 'merge_target_standard_id'],
      [{ reason_code: 'merged_into', merge_target_standard_id: 'x' }, 400, 'merge_target_standard_id'],
      [{ reason_code: 'merged_into', merge_target_standard_id: id }, 400, 'merge_target_standard_id'],
      [{ reason_code: 'merged_into', merge_target_standard_id: randomUUID() }, 404, undefined],
      [{ reason_code: 'merged_into', merge_target_standard_id: archivedTarget.id }, 404, undefined],
    ];
    for (const [body, status, path] of refused) {
      const error = await expectRejection(archive(id, moderator, body));
      assert.deepEqual([error.status, error.extras.errors?.[0]?.path], [status, path], JSON.stringify(body));
    }
    await archive(id, moderator, { reason_code: 'merged_into', merge_target_standard_id: target.id });
    await restore(id);
    await archive(id, moderator, { reason_code: 'other', reason_note: 'Asked by its author' });
    await restore(id);
    await archive(id, moderator, { reason_code: 'copyvio' });
  });

  it('the role or the global moderator opens it, with a key too; any other grant alone is 403 (A4)', async () => {
    const { id } = await node.newPage(librarySlug, 'Moderated');
    const adopter = personPrincipal({ id: 8, siteRoles: ['SiteContributor'] });
    await node.giveRole(id, pageModerator.user.id, 'moderator');
    await node.giveRole(id, adopter.user.id, 'adopter');
    for (const as of [contributor, adopter, stranger]) assert.equal(await statusOf(archive(id, as)), 403);
    assert.equal(await statusOf(archive(id, withKey(moderator, ['wiki:standard:archive']))), 403);
    // A role needs no further permission in the key, to restore either, though the page is archived.
    const key = withKey(pageModerator, ['wiki:standard:archive']);
    await archive(id, key);
    await restore(id, key);
    await archive(id, pageModerator);
    await restore(id, withKey(moderator, ['wiki:standard:archive', 'wiki:standard:moderate']));
    const noContributor = { ...pageModerator, siteRoles: [] };
    assert.equal(await statusOf(archive(id, noContributor)), 403);
  });

  it('concurrency: of ten archives one wins, and one entry is in the log', async () => {
    const { id } = await node.newPage(librarySlug, 'At once');
    const outcomes = await Promise.allSettled(Array.from({ length: 10 }, () => archive(id)));
    const refusals = outcomes.flatMap((each) => (each.status === 'rejected' ? [each.reason.type] : []));
    assert.deepEqual(refusals, Array(9).fill('ALREADY_ARCHIVED'));
    assert.equal(await (await node.collection('moderation_log')).countDocuments({ page_id: id }), 1);
  });

  it('concurrency: an edit during an archive is before it or refused', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { id, revisionId } = await node.newPage(librarySlug, `Edited ${round}`);
      const [edit] = await Promise.allSettled([
        node.call(contributor, 'wiki.standards.update', {
          id,
          baseRevisionId: revisionId,
          content: '# 1 A\n\n1.1 B\n',
        }),
        archive(id),
      ]);
      const { total } = await node.call(moderator, 'wiki.revisions.list', { id });
      assert.equal(total, edit.status === 'fulfilled' ? 2 : 1);
    }
  });
});
