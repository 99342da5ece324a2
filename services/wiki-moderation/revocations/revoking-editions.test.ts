/** Tests of revoking and restoring a whole edition. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { afterEach, describe, it } from '@jest/globals';
import { anonymous, contributor, moderator, withKey } from '../../../test/people.ts';
import { expectRejection } from '../../../test/service-node.ts';
import { contributingAdministrator } from '../../../test/world/wiki-world.ts';
import { HELD_TEXT, pageModerator, useModerationWorld } from '../moderation-world.fixture.ts';

const DAY_MS = 86_400_000;

describe('revoking and restoring an edition', () => {
  const node = useModerationWorld();
  afterEach(() => node.setDaysAhead(0));

  const revoke = (
    id: string,
    adoptedRevId: string,
    reason_code: 'spam' | 'copyright_notice' | 'other' = 'spam',
  ) => node.call(pageModerator, 'wiki.adopted.revoke', { id, adoptedRevId, reason_code, reason_note: 'why' });
  const restore = (id: string, adoptedRevId: string) =>
    node.call(pageModerator, 'wiki.adopted.restore', { id, adoptedRevId, reason_code: 'counter_notice' });
  const listed = async (id: string, as = pageModerator) =>
    (await node.call(as, 'wiki.adopted.list', { id })).adopted_revisions;

  it('content and hash stay, the current edition becomes the newest surviving one or none (R-139, R-140)', async () => {
    const { id, edition: first, revisionId } = await node.newModeratedPage();
    const second = await node.adoptText(id, '# 1 Scope\n\n1.1 Second.\n');
    const done = await revoke(id, second.id);
    assert.deepEqual(
      [done.currentAdoptedRevisionRepointed, done.newCurrentAdoptedRevisionId],
      [true, first.id],
    );
    const { status, content_hash, current } = done.adoptedRevision;
    assert.deepEqual([status, content_hash, current], ['revoked', second.content_hash, false]);
    assert.equal((await revoke(id, first.id)).newCurrentAdoptedRevisionId, null);
    // The wiki page itself stays.
    const { hidden } = await node.call(anonymous, 'wiki.revisions.get', { id, revId: revisionId });
    assert.equal(hidden, false);
    assert.equal((await restore(id, second.id)).newCurrentAdoptedRevisionId, second.id);
    const older = await restore(id, first.id);
    // Forward only.
    assert.deepEqual(
      [older.currentAdoptedRevisionRepointed, older.newCurrentAdoptedRevisionId],
      [false, second.id],
    );
    assert.deepEqual(
      (await listed(id)).map((row) => [row.status, row.effect]),
      [
        ['published', undefined],
        ['published', undefined],
      ],
    );
  });

  it('a revoked edition is 404 and unlisted for all but moderators, who see why and what follows (R-096, R-143)', async () => {
    const { id, edition } = await node.newModeratedPage();
    const { moderationLogEntry } = await revoke(id, edition.id);
    const { action, reason, scope, date = '' } = moderationLogEntry;
    assert.deepEqual([action, reason, scope], ['adoption_revoke', 'spam', { kind: 'edition' }]);
    for (const reader of [anonymous, contributor]) {
      assert.deepEqual((await node.call(reader, 'wiki.adopted.list', { id })).total, 0);
      await expectRejection(node.call(reader, 'wiki.adopted.get', { id, revNum: 1 }), 404);
    }
    const [row] = await listed(id);
    const revokedAt = Date.parse(date);
    const in90Days = new Date(revokedAt + 90 * DAY_MS).toISOString();
    assert.deepEqual(
      [row?.revoked_at, row?.revoked_reason_code, row?.effect],
      [
        date,
        'spam',
        {
          matter_id: row?.effect?.matter_id,
          scope: { kind: 'standard' },
          level: 1,
          reason_code: 'spam',
          revoked_at: date,
          replacement_available_at: null,
          replacement_adopted_revision_id: null,
          level2_at: in90Days,
          acknowledge_by: in90Days,
          escalates_at: in90Days,
        },
      ],
    );
    const read = await node.call(moderator, 'wiki.adopted.get', { id, revNum: 1 });
    assert.match(read.content, /Cement shall be fresh/);
  });

  it('the level follows the clock; copyright is withheld at once (W5)', async () => {
    const { id, edition } = await node.newModeratedPage();
    await revoke(id, edition.id);
    const levelAfter = async (days: number) => {
      node.setDaysAhead(days);
      return (await listed(id))[0]?.effect?.level;
    };
    assert.deepEqual([await levelAfter(89), await levelAfter(91)], [1, 2]);
    const other = await node.newModeratedPage();
    const { effect } = (await revoke(other.id, other.edition.id, 'copyright_notice')).adoptedRevision;
    assert.deepEqual([effect?.level, effect?.level2_at], [2, effect?.revoked_at]);
  });

  it('at level 2 no other read serves the text of a revoked edition, to moderators neither (document 2, worklist)', async () => {
    const { id, edition } = await node.newModeratedPage();
    const revNum = edition.revision_number;
    const read = () => node.call(pageModerator, 'wiki.adopted.get', { id, revNum });
    await revoke(id, edition.id);
    const noticed = await read();
    assert.deepEqual([noticed.content.includes(HELD_TEXT), noticed.held_clauses], [true, []]);
    await restore(id, edition.id);
    await revoke(id, edition.id, 'copyright_notice');
    const withheld = await read();
    assert.ok(!withheld.content.includes(HELD_TEXT));
    assert.ok(withheld.held_clauses.every(({ level }) => level === 2));
    assert.equal(withheld.content_hash, edition.content_hash);
  });

  it('twice 409, a proposal 409, an edition of another standard 404, other without a note 400 (R-139, W2)', async () => {
    const { id, edition } = await node.newModeratedPage();
    const other = await node.newModeratedPage();
    await revoke(id, edition.id);
    await expectRejection(revoke(id, edition.id), 'ALREADY_REVOKED');
    await expectRejection(restore(other.id, other.edition.id), 'NOT_REVOKED');
    for (const foreign of [other.edition.id, randomUUID()]) {
      await expectRejection(revoke(id, foreign), 404);
      await expectRejection(restore(id, foreign), 404);
    }
    await node.edit(other.id, '# 1 Proposed\n');
    const proposal = await node.call(contributingAdministrator, 'wiki.adopted.propose', { id: other.id });
    await expectRejection(revoke(other.id, proposal.adoptedRevision.id), 'EDITION_NOT_PUBLISHED');
    const silent = node.call(pageModerator, 'wiki.adopted.revoke', {
      id: other.id,
      adoptedRevId: other.edition.id,
      reason_code: 'other',
    });
    assert.deepEqual(
      (await expectRejection(silent)).extras.errors?.map(({ path }) => path),
      ['reason_note'],
    );
  });

  it('needs the moderator role of the page or a global moderator; a grant alone is 403 (A4)', async () => {
    const { id, edition } = await node.newModeratedPage();
    const input = { id, adoptedRevId: edition.id, reason_code: 'spam' as const };
    await node.giveRole(id, contributor.user.id, 'adopter');
    for (const caller of [contributor, withKey(moderator, ['wiki:adoption:revoke'])]) {
      const { status, extras } = await expectRejection(node.call(caller, 'wiki.adopted.revoke', input));
      assert.deepEqual([status, extras.metadata?.permission], [403, 'wiki:adoption:revoke']);
    }
    const key = withKey(moderator, ['wiki:adoption:revoke', 'wiki:standard:moderate']);
    assert.equal((await node.call(key, 'wiki.adopted.revoke', input)).newCurrentAdoptedRevisionId, null);
  });

  it('the text of a revoked edition is not adopted again until it is restored (W3)', async () => {
    const { id, edition } = await node.newModeratedPage();
    await revoke(id, edition.id);
    const adopt = () => node.adopt(id);
    await expectRejection(adopt(), 'STANDARD_UNDER_MODERATION_NOTICE');
    await restore(id, edition.id);
    assert.equal((await adopt()).id, edition.id);
  });

  it('concurrency: two revocations leave one hold, and one is 409', async () => {
    const { id, edition } = await node.newModeratedPage();
    const both = await Promise.allSettled([revoke(id, edition.id), revoke(id, edition.id)]);
    assert.deepEqual(both.map(({ status }) => status).toSorted(), ['fulfilled', 'rejected']);
    const holds = await node.collection('holds');
    assert.equal(await holds.countDocuments({ edition_id: edition.id, closed_at: null }), 1);
    const log = await node.collection('moderation_log');
    assert.equal(await log.countDocuments({ page_id: id }), 1);
    const matters = await node.collection('moderation_matters');
    assert.equal(await matters.countDocuments({ page_id: id, state: 'open' }), 1);
  });

  it('concurrency: a revocation during an adoption leaves the page at the new edition', async () => {
    const { id, edition } = await node.newModeratedPage();
    await node.edit(id, '# 1 Scope\n\n1.1 New.\n');
    const [, adopted] = await Promise.all([revoke(id, edition.id), node.adopt(id)]);
    const rows = await listed(id);
    assert.deepEqual(
      rows.map((row) => [row.id, row.status, row.current]),
      [
        [adopted.id, 'published', true],
        [edition.id, 'revoked', false],
      ],
    );
    assert.deepEqual(rows[1]?.effect?.scope, { kind: 'edition' });
  });
});
