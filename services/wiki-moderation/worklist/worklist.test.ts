/**
 * Tests of the moderation worklist: its matters, their signals, texts and order; and of the register of revoked
 * editions.
 */
import assert from 'node:assert/strict';
import { afterEach, describe, it } from '@jest/globals';
import { eventually } from '../../../test/eventually.ts';
import { anonymous, contributor, moderator, personPrincipal, withKey } from '../../../test/people.ts';
import { expectRejection } from '../../../test/service-node.ts';
import { CONCRETE_MARKDOWN } from '../../../test/world/wiki-world.ts';
import { HELD_TEXT, pageModerator, useModerationWorld } from '../moderation-world.fixture.ts';

const OTHER_TEXT = 'Cement shall be dry.';
const CHANGED = CONCRETE_MARKDOWN.replace(HELD_TEXT, OTHER_TEXT);
const WITHOUT_CLAUSE = '# 1 Scope\n\n1.1 This standard covers cast-in-place concrete.\n';

describe('the moderation worklist', () => {
  const node = useModerationWorld();
  afterEach(() => node.setDaysAhead(0));

  const hold = (id: string, adoptedRevId: string, addresses = ['2.1']) =>
    node.call(pageModerator, 'wiki.adopted.elements.revoke', {
      id,
      adoptedRevId,
      element_addresses: addresses,
      reason_code: 'copyright_notice',
    });
  const list = async (standardId: string, as = pageModerator, state: 'open' | 'resolved' | 'all' = 'open') =>
    (await node.call(as, 'wiki.moderation.worklist', { standardId, state })).items;
  const copied = (id: string) =>
    eventually(async () => {
      const { adopted_revisions } = await node.call(pageModerator, 'wiki.adopted.list', { id });
      assert.ok(adopted_revisions.every(({ syncStatus }) => syncStatus === 'done'));
    });

  it('a matter for each held clause and each revoked edition, resolved when the hold is lifted (W8, W16, R-100)', async () => {
    const { id, slug, title, librarySlug, edition } = await node.newModeratedPage();
    const { moderationLogEntry } = await hold(id, edition.id, ['1.1', '2.1']);
    const target = { id, adoptedRevId: edition.id, reason_code: 'spam' as const };
    await node.call(pageModerator, 'wiki.adopted.revoke', target);
    const items = await list(id);
    assert.deepEqual(
      items.map(({ address, scope }) => [address, scope.kind]),
      [
        ['1.1', 'clauses'],
        ['2.1', 'clauses'],
        [null, 'edition'],
      ],
    );
    const [first] = items;
    assert.deepEqual(first, {
      id: first?.id,
      matter_id: first?.id,
      standard: { id, librarySlug, slug, title },
      adopted_revision_id: edition.id,
      scope: { kind: 'clauses' },
      address: '1.1',
      opened_at: moderationLogEntry.date,
      age_days: 0,
      state: 'open',
      signals: { changed: false, unlocatable: false, escalated: false },
    });
    assert.ok(Number.isInteger(first?.id));
    // The rows of one revocation name one matter.
    assert.deepEqual(
      items.map(({ matter_id }) => matter_id),
      [first?.id, first?.id, items[2]?.id],
    );
    const second = await node.call(pageModerator, 'wiki.moderation.worklistItem', {
      itemId: items[1]?.id ?? 0,
    });
    const register = await node.call(pageModerator, 'wiki.moderation.revokedEditions', {});
    assert.deepEqual(
      [second.matter_id, register.editions.find(({ standard }) => standard.id === id)?.matter_id],
      [first?.id, items[2]?.id],
    );
    await node.call(pageModerator, 'wiki.adopted.elements.restore', {
      ...target,
      element_addresses: ['1.1'],
    });
    await node.call(pageModerator, 'wiki.adopted.restore', target);
    assert.deepEqual(
      (await list(id)).map(({ address }) => address),
      ['2.1'],
    );
    assert.deepEqual(
      (await list(id, pageModerator, 'resolved')).map(({ state }) => state),
      ['resolved', 'resolved'],
    );
    assert.equal((await list(id, pageModerator, 'all')).length, 3);
  });

  it('changed and unlocatable follow the current wiki revision, escalated the clock; flagged ones come first (W8)', async () => {
    const { id, edition } = await node.newModeratedPage();
    await hold(id, edition.id, ['1.1', '2.1']);
    const signals = async () => (await list(id)).map(({ address, signals }) => [address, signals]);
    const none = { changed: false, unlocatable: false, escalated: false };
    assert.deepEqual(await signals(), [
      ['1.1', none],
      ['2.1', none],
    ]);
    await node.edit(id, CHANGED);
    assert.deepEqual(await signals(), [
      ['2.1', { ...none, changed: true }],
      ['1.1', none],
    ]);
    await node.edit(id, WITHOUT_CLAUSE);
    assert.deepEqual(await signals(), [
      ['2.1', { ...none, unlocatable: true }],
      ['1.1', none],
    ]);
    node.setDaysAhead(91);
    const items = await list(id);
    assert.deepEqual(
      items.map(({ address, age_days, signals }) => [address, age_days, signals.escalated]),
      [
        ['1.1', 91, true],
        ['2.1', 91, true],
      ],
    );
  });

  it('held texts only to a holder of the role on that standard, and only while changed stands (W16)', async () => {
    const { id, edition } = await node.newModeratedPage();
    await copied(id);
    await hold(id, edition.id);
    const [matter] = await list(id);
    const read = async (as = pageModerator) =>
      node.call(as, 'wiki.moderation.worklistItem', { itemId: matter?.id ?? 0 });
    assert.equal((await read()).texts, null);
    await node.edit(id, CHANGED);
    const { texts, level, reason_code, signals } = await read();
    assert.deepEqual(
      [signals.changed, texts?.held, texts?.current, level, reason_code],
      [true, HELD_TEXT, OTHER_TEXT, 2, 'copyright_notice'],
    );
    assert.deepEqual(
      texts?.copies.map(({ text }) => text),
      [HELD_TEXT],
    );
    const byGlobalModerator = await read(moderator);
    assert.deepEqual([byGlobalModerator.signals.changed, byGlobalModerator.texts], [true, null]);
    for (const as of [pageModerator, moderator]) {
      const listed = JSON.stringify(await list(id, as));
      assert.ok(!listed.includes(HELD_TEXT) && !listed.includes(OTHER_TEXT));
    }
    await node.edit(id, CONCRETE_MARKDOWN);
    assert.equal((await read()).texts, null);
  });

  it('a library copy with another text is a change too (W8)', async () => {
    const { id, edition } = await node.newModeratedPage();
    await node.adoptText(id, CHANGED);
    await copied(id);
    await node.edit(id, CONCRETE_MARKDOWN);
    await hold(id, edition.id);
    const [matter] = await list(id);
    assert.deepEqual([matter?.signals.changed, matter?.signals.unlocatable], [true, false]);
    const { texts } = await node.call(pageModerator, 'wiki.moderation.worklistItem', {
      itemId: matter?.id ?? 0,
    });
    assert.deepEqual([texts?.current, texts?.copies.map(({ text }) => text)], [HELD_TEXT, [OTHER_TEXT]]);
  });

  it('has 100 rows a page unless 1 to 500 are asked for, from the first on (R-233)', async () => {
    const page = (params: object) => node.call(moderator, 'wiki.moderation.worklist', params);
    const { limit, offset } = await page({});
    assert.deepEqual([limit, offset], [100, 0]);
    for (const asked of [1, 500]) assert.equal((await page({ limit: asked })).limit, asked);
    for (const wrong of [{ limit: 0 }, { limit: 501 }, { offset: -1 }])
      assert.equal((await expectRejection(page(wrong))).status, 400, JSON.stringify(wrong));
  });

  it('rows are limited to the standards that the caller moderates; a global moderator sees all (W8)', async () => {
    const { id, edition } = await node.newModeratedPage();
    await hold(id, edition.id);
    const [matter] = await list(id);
    const others = personPrincipal({ id: 80, siteRoles: ['SiteContributor'] });
    const elsewhere = await node.newModeratedPage();
    await node.giveRole(elsewhere.id, others.user.id, 'moderator');
    await node.giveRole(id, others.user.id, 'adopter');
    const itemId = matter?.id ?? 0;
    const key = withKey(moderator, ['wiki:adoption:revoke']);
    for (const caller of [others, contributor, withKey(pageModerator, ['wiki:adoption:revoke'])]) {
      const isModerator = caller.user.id === pageModerator.user.id;
      if (caller !== contributor) assert.equal((await list(id, caller)).length, isModerator ? 1 : 0);
      const item = node.call(caller, 'wiki.moderation.worklistItem', { itemId });
      if (isModerator) assert.equal((await item).id, itemId);
      else assert.equal((await expectRejection(item)).status, 404);
    }
    assert.equal((await list(id, moderator)).length, 1);
    // A grant without the permission that replaces the role, and no credential at all.
    for (const caller of [key, withKey(contributor, ['wiki:standard:read']), anonymous]) {
      const refused = await expectRejection(node.call(caller, 'wiki.moderation.worklist', {}));
      assert.equal(refused.status, caller === anonymous ? 401 : 403);
    }
  });

  it('the register has every revocation, oldest first, with its level and the date of its end (W16)', async () => {
    const { id, edition } = await node.newModeratedPage();
    const second = await node.adoptText(id, WITHOUT_CLAUSE);
    const target = { id, reason_code: 'spam' as const };
    await node.call(pageModerator, 'wiki.adopted.revoke', { ...target, adoptedRevId: second.id });
    await node.call(pageModerator, 'wiki.adopted.revoke', { ...target, adoptedRevId: edition.id });
    const { moderationLogEntry } = await node.call(pageModerator, 'wiki.adopted.restore', {
      ...target,
      adoptedRevId: second.id,
    });
    const register = async (state: 'open' | 'all') =>
      (await node.call(pageModerator, 'wiki.moderation.revokedEditions', { state })).editions.filter(
        ({ standard }) => standard.id === id,
      );
    assert.deepEqual(
      (await register('all')).map(({ adopted_revision_id, restored_at, level }) => [
        adopted_revision_id,
        restored_at,
        level,
      ]),
      [
        [second.id, moderationLogEntry.date, 1],
        [edition.id, null, 1],
      ],
    );
    assert.deepEqual(
      (await register('open')).map(({ adopted_revision_id }) => adopted_revision_id),
      [edition.id],
    );
  });

  it('lists without a page are 403 for whoever moderates none, by session and key (Y3)', async () => {
    const { id } = await node.newModeratedPage();
    const adopter = personPrincipal({ id: 81, siteRoles: ['SiteContributor'] });
    await node.giveRole(id, adopter.user.id, 'adopter');
    const calls = [
      (as: typeof adopter) => node.call(as, 'wiki.moderation.worklist', {}),
      (as: typeof adopter) => node.call(as, 'wiki.moderation.worklist', { standardId: id, state: 'all' }),
      (as: typeof adopter) => node.call(as, 'wiki.moderation.revokedEditions', { state: 'all' }),
    ];
    for (const caller of [contributor, adopter, withKey(adopter, ['wiki:adoption:revoke'])]) {
      for (const call of calls) {
        const { extras } = await expectRejection(call(caller), 403, 'PERMISSION_DENIED');
        assert.deepEqual(extras.metadata, { permission: 'wiki:adoption:revoke', reason: 'owner_lacks' });
      }
    }
  });
});
