/** Tests of putting clauses of an edition under a hold and lifting it. */
import assert from 'node:assert/strict';
import { afterEach, describe, it } from '@jest/globals';
import type { Principal } from '../../../shared/kernel/auth/principal.ts';
import { anonymous, moderator } from '../../../test/people.ts';
import { expectRejection } from '../../../test/service-node.ts';
import { HELD_TEXT, pageModerator, useModerationWorld } from '../moderation-world.fixture.ts';

type Reason = 'spam' | 'copyright_notice' | 'legal_compulsion';

describe('holds on clauses of an edition', () => {
  const node = useModerationWorld();
  afterEach(() => node.setDaysAhead(0));

  const hold = (id: string, adoptedRevId: string, addresses: string[], reason_code: Reason = 'spam') =>
    node.call(pageModerator, 'wiki.adopted.elements.revoke', {
      id,
      adoptedRevId,
      element_addresses: addresses,
      reason_code,
    });
  const lift = (id: string, adoptedRevId: string, addresses: string[]) =>
    node.call(pageModerator, 'wiki.adopted.elements.restore', {
      id,
      adoptedRevId,
      element_addresses: addresses,
      reason_code: 'counter_notice',
    });
  const read = (id: string, revNum = 1, as: Principal = anonymous) =>
    node.call(as, 'wiki.adopted.get', { id, revNum });

  it('at level 1 the text stays with a notice, from level 2 on it is withheld from everybody (W5, W14)', async () => {
    const { id, edition, title } = await node.newModeratedPage();
    const { moderationLogEntry } = await hold(id, edition.id, ['2.1']);
    assert.deepEqual(moderationLogEntry.scope, { kind: 'clauses', addresses: ['2.1'] });
    const notice_at = moderationLogEntry.date;
    const noticed = await read(id);
    assert.deepEqual(
      [noticed.content.includes(HELD_TEXT), noticed.held_clauses],
      [true, [{ address: '2.1', level: 1, reason_code: 'spam', notice_at }]],
    );
    node.setDaysAhead(91);
    for (const reader of [anonymous, pageModerator, moderator]) {
      const { content, held_clauses, content_hash } = await read(id, 1, reader);
      assert.ok(!content.includes(HELD_TEXT), content);
      // Address and fields stay.
      assert.match(content, /2\.1 Withheld clause/);
      assert.match(content, /label: Strength/);
      assert.ok(content.startsWith(`---\ntitle: ${title}\n---`), content);
      assert.deepEqual([held_clauses[0]?.level, content_hash], [2, edition.content_hash]);
    }
    await lift(id, edition.id, ['2.1']);
    const lifted = await read(id);
    assert.deepEqual([lifted.content.includes(HELD_TEXT), lifted.held_clauses], [true, []]);
  });

  it('no reason is given under legal compulsion (W14)', async () => {
    const { id, edition } = await node.newModeratedPage();
    const { moderationLogEntry } = await hold(id, edition.id, ['2.1'], 'legal_compulsion');
    assert.deepEqual(moderationLogEntry, { action: 'adoption_element_revoke', reason: 'legal_compulsion' });
    const [held] = (await read(id)).held_clauses;
    assert.deepEqual([held?.address, held?.level, held?.reason_code], ['2.1', 2, undefined]);
  });

  it('the hold reaches the same text in another edition, wherever it is, and no other text (W13)', async () => {
    const { id, edition } = await node.newModeratedPage();
    await node.adoptText(id, `# 1 Scope\n\n1.1 Other words.\n\n1.2 ${HELD_TEXT}\n`);
    await hold(id, edition.id, ['2.1'], 'copyright_notice');
    const { content, held_clauses } = await read(id, 2);
    assert.deepEqual(
      held_clauses.map(({ address }) => address),
      ['1.2'],
    );
    assert.ok(!content.includes(HELD_TEXT) && content.includes('Other words'));
  });

  it('a text is the same under another heading, also for an adoption (W13, W3)', async () => {
    const { id, edition } = await node.newModeratedPage();
    await node.adoptText(id, `# 1 Scope\n\n**1.1 Binders** ${HELD_TEXT}\n\n# 2 Cement\n\n${HELD_TEXT}\n`);
    await hold(id, edition.id, ['2.1'], 'copyright_notice');
    const { content, held_clauses } = await read(id, 2);
    assert.deepEqual(
      held_clauses.map(({ address }) => address),
      ['1.1', '2'],
    );
    assert.ok(!content.includes(HELD_TEXT) && content.includes('Scope'));
    const again = node.adoptText(id, `# 1 Scope\n\n**1.1 Powders** ${HELD_TEXT}\n`);
    await expectRejection(again, 'CLAUSE_UNDER_MODERATION_NOTICE');
  });

  it('a bare heading is held in another edition at its own address only (W13)', async () => {
    const { id, edition } = await node.newModeratedPage();
    await hold(id, edition.id, ['2'], 'copyright_notice');
    await node.adoptText(id, '# 1 Scope\n\n# 3 Materials\n\n3.1 Other words.\n');
    assert.deepEqual((await read(id, 2)).held_clauses, []);
    const { extras } = await expectRejection(node.adoptText(id, '# 1 Scope\n\n# 2 Materials\n'));
    assert.deepEqual(extras.metadata?.addresses, ['2']);
  });

  it('a revision with a held text is not adopted or proposed, at level 1 either; one without it is (W3)', async () => {
    const { id, edition } = await node.newModeratedPage();
    await hold(id, edition.id, ['2.1']);
    const { code, extras } = await expectRejection(node.adopt(id));
    assert.deepEqual([code, extras.metadata?.addresses], ['CLAUSE_UNDER_MODERATION_NOTICE', ['2.1']]);
    const proposed = node.call(moderator, 'wiki.adopted.propose', { id });
    await expectRejection(proposed, 'CLAUSE_UNDER_MODERATION_NOTICE');
    const changed = await node.adoptText(id, '# 2 Materials\n\n2.1 Cement shall be dry.\n');
    assert.equal(changed.revision_number, 2);
  });

  it('revoking a held clause and restoring a free one are 409, an address that the edition lacks 400 (W15)', async () => {
    const { id, edition } = await node.newModeratedPage();
    await hold(id, edition.id, ['2.1']);
    await expectRejection(hold(id, edition.id, ['1.1', '2.1']), 'ALREADY_REVOKED');
    await expectRejection(lift(id, edition.id, ['1.1', '2.1']), 'NOT_REVOKED');
    const { status, extras } = await expectRejection(hold(id, edition.id, ['1.1', '9.9']));
    assert.deepEqual([status, extras.errors?.map(({ path }) => path)], [400, ['element_addresses[1]']]);
    await hold(id, edition.id, ['1.1'], 'copyright_notice');
    const [row] = (await node.call(pageModerator, 'wiki.adopted.list', { id })).adopted_revisions;
    assert.deepEqual(
      row?.clause_holds?.map(({ scope, level, reason_code }) => [scope.addresses, level, reason_code]),
      [
        [['2.1'], 1, 'spam'],
        [['1.1'], 2, 'copyright_notice'],
      ],
    );
    assert.equal(row?.status, 'published');
  });

  it('restoring the edition lifts no hold of a clause, and the other way round (R-147)', async () => {
    const { id, edition } = await node.newModeratedPage();
    const target = { id, adoptedRevId: edition.id, reason_code: 'spam' as const };
    await hold(id, edition.id, ['2.1']);
    await node.call(pageModerator, 'wiki.adopted.revoke', target);
    const { adoptedRevision } = await node.call(pageModerator, 'wiki.adopted.restore', target);
    assert.deepEqual(adoptedRevision.effect?.scope, { kind: 'clauses', addresses: ['2.1'] });
    await node.call(pageModerator, 'wiki.adopted.revoke', target);
    assert.equal((await lift(id, edition.id, ['2.1'])).adoptedRevision.status, 'revoked');
  });

  it('concurrency: two holds on one clause leave one', async () => {
    const { id, edition } = await node.newModeratedPage();
    const both = await Promise.allSettled([
      hold(id, edition.id, ['2.1']),
      hold(id, edition.id, ['2.1', '1.1']),
    ]);
    assert.deepEqual(both.map(({ status }) => status).toSorted(), ['fulfilled', 'rejected']);
    const holds = await node.collection('holds');
    assert.equal(await holds.countDocuments({ edition_id: edition.id, closed_at: null }), 1);
  });
});
