/**
 * Tests of giving and taking the roles adopter and moderator on a wiki page, and of the search for users who may get
 * them.
 */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { beforeAll, describe, it } from '@jest/globals';
import type { UserPrincipal } from '../../../shared/kernel/auth/principal.ts';
import { contributor, moderator, stranger, withKey } from '../../../test/people.ts';
import { expectRejection } from '../../../test/service-node.ts';
import { resolvePrincipal, signUp } from '../../../test/test-accounts.ts';
import { contributingAdministrator, useWikiWorld } from '../../../test/world/wiki-world.ts';

describe('roles on wiki standards', () => {
  const node = useWikiWorld(['wiki-moderation', 'identity', 'audit']);
  let librarySlug = '';
  beforeAll(async () => {
    librarySlug = await node.newLibrary();
  });

  /** An account that has accepted the agreement. */
  async function newContributor(): Promise<UserPrincipal> {
    const { principal, token } = await signUp(node);
    await node.call(principal, 'account.cla.accept', { document_id: 1 });
    return resolvePrincipal(node, 'session', token);
  }
  const assign = (id: string, userId: number, role: 'adopter' | 'moderator', as = moderator) =>
    node.call(as, 'wiki.roles.assign', { id, userId, role });
  const list = async (id: string, as = moderator) =>
    (await node.call(as, 'wiki.roles.list', { id })).assignments;
  const remove = (id: string, roleId: string, as = moderator) =>
    node.call(as, 'wiki.roles.remove', { id, roleId });
  const setAccount = async (id: number, fields: object) => {
    const users = (await node.node.openDatabase('identity')).collection<{ _id: number }>('users');
    await users.updateOne({ _id: id }, { $set: fields });
  };

  it('a global moderator gives the first role; its holder gives and takes further ones only on that page (W12, R-098)', async () => {
    const { id } = await node.newPage(librarySlug, 'Led');
    const other = await node.newPage(librarySlug, 'Other');
    const [first, second] = [await newContributor(), await newContributor()];
    await expectRejection(list(id, first), 403);
    const given = await assign(id, first.user.id, 'moderator');
    assert.deepEqual(
      [given.userId, given.displayName, given.role, given.created],
      [first.user.id, first.user.name, 'moderator', true],
    );
    const adopter = await assign(id, second.user.id, 'adopter', first);
    assert.deepEqual(
      (await list(id, first)).map(({ userId, role }) => [userId, role]),
      [
        [first.user.id, 'moderator'],
        [second.user.id, 'adopter'],
      ],
    );
    await expectRejection(assign(other.id, second.user.id, 'adopter', first), 403);
    assert.equal((await expectRejection(list(id, second))).status, 403, 'an adopter moderates nothing');
    await node.call(second, 'wiki.standards.previewAdoption', { id });
    assert.deepEqual(await remove(id, adopter.id, first), { id: adopter.id, deleted: true });
    const adopt = node.call(second, 'wiki.standards.previewAdoption', { id });
    await expectRejection(adopt, 403);
  });

  it('a key needs the permission in its grant; the roles of others open nothing (A4)', async () => {
    const { id } = await node.newPage(librarySlug, 'Keys');
    const { principal } = await signUp(node);
    for (const as of [stranger, contributor, withKey(moderator, ['wiki:standard:archive'])])
      await expectRejection(assign(id, principal.user.id, 'adopter', as), 403);
    await assign(id, principal.user.id, 'adopter', withKey(moderator, ['wiki:standard:moderate']));
  });

  it('an unknown account is 404, an unapproved or suspended one 409, a held role 200 without a second entry (W12)', async () => {
    const { id } = await node.newPage(librarySlug, 'Refused');
    const { principal } = await signUp(node);
    const userId = principal.user.id;
    await expectRejection(assign(id, 987_654, 'adopter'), 404);
    for (const fields of [{ approved: false }, { approved: true, suspended: true }]) {
      await setAccount(userId, fields);
      await expectRejection(assign(id, userId, 'adopter'), 409, 'USER_NOT_APPROVED');
    }
    await setAccount(userId, { suspended: false });
    const given = await assign(id, userId, 'adopter');
    assert.deepEqual(await assign(id, userId, 'adopter'), { ...given, created: false });
    assert.equal((await list(id)).length, 1);
    const unknown = node.callUntyped(moderator, 'wiki.roles.assign', { id, userId, role: 'owner' });
    await expectRejection(unknown, 400);
  });

  it('the last moderator stays, an adopter may go; another page does not know the role (document 2, R-213)', async () => {
    const { id } = await node.newPage(librarySlug, 'Last');
    const other = await node.newPage(librarySlug, 'Another');
    const { principal } = await signUp(node);
    const only = await assign(id, principal.user.id, 'moderator');
    const adopter = await assign(id, principal.user.id, 'adopter');
    await expectRejection(remove(other.id, only.id), 404);
    await expectRejection(remove(id, randomUUID()), 404);
    await expectRejection(remove(id, only.id), 409, 'LAST_MODERATOR');
    await remove(id, adopter.id);
    assert.deepEqual(
      (await list(id)).map((row) => row.id),
      [only.id],
    );
  });

  it('the last moderator who is not suspended stays, and a suspended one may go (document 2)', async () => {
    const { id } = await node.newPage(librarySlug, 'Suspended');
    const [active, other] = [(await signUp(node)).principal, (await signUp(node)).principal];
    const kept = await assign(id, active.user.id, 'moderator');
    const suspended = await assign(id, other.user.id, 'moderator');
    await setAccount(other.user.id, { suspended: true });
    await expectRejection(remove(id, kept.id), 'LAST_MODERATOR');
    await remove(id, suspended.id);
    await expectRejection(remove(id, kept.id), 'LAST_MODERATOR');
  });

  it('concurrency: of two moderators who are removed together one stays', async () => {
    const people = [(await signUp(node)).principal.user.id, (await signUp(node)).principal.user.id];
    for (let round = 0; round < 5; round += 1) {
      const { id } = await node.newPage(librarySlug, `Pair ${round}`);
      const given = await Promise.all(people.map((userId) => assign(id, userId, 'moderator')));
      const outcomes = await Promise.allSettled(given.map((each) => remove(id, each.id)));
      assert.deepEqual(outcomes.map(({ status }) => status).toSorted(), ['fulfilled', 'rejected']);
      assert.equal((await list(id)).length, 1);
    }
  });

  it('concurrency: the same role given ten times is one', async () => {
    const { id } = await node.newPage(librarySlug, 'Once');
    const { principal } = await signUp(node);
    const given = await Promise.all(
      Array.from({ length: 10 }, () => assign(id, principal.user.id, 'adopter')),
    );
    assert.equal(given.filter(({ created }) => created).length, 1);
    assert.equal((await list(id)).length, 1);
  });

  it('roles are in the audit trail, not in the public log (W7)', async () => {
    const { id } = await node.newPage(librarySlug, 'Quiet');
    const { principal } = await signUp(node);
    await assign(id, principal.user.id, 'adopter');
    assert.equal((await node.call(moderator, 'wiki.moderationLog.forStandard', { id })).total, 0);
  });

  it('masked, at least two characters, at most 20; per standard its own moderators too (document 2, search-users)', async () => {
    const { id } = await node.newPage(librarySlug, 'Directory');
    const [own] = [await newContributor()];
    await assign(id, own.user.id, 'moderator');
    const everywhere = (as: UserPrincipal, params: object) =>
      node.callUntyped(as, 'wiki.moderation.searchUsers', params);
    const here = (as: UserPrincipal, query: string) =>
      node.call(as, 'wiki.moderation.standardSearchUsers', { id, query });
    const found = await node.call(moderator, 'wiki.moderation.searchUsers', { query: own.user.name });
    const row = found.users.find(({ userId }) => userId === own.user.id);
    assert.deepEqual(row, { userId: own.user.id, displayName: own.user.name, email: 'a***@e***.org' });
    assert.ok(!JSON.stringify(found).includes(own.user.email));
    assert.deepEqual(await here(own, own.user.name), found);
    assert.deepEqual(await everywhere(moderator, { q: own.user.name }), found);
    for (let more = 0; more < 21; more += 1) await signUp(node);
    const many = await here(contributingAdministrator, 'account');
    assert.deepEqual([many.users.length, many.total > 20, many.truncated], [20, true, true]);
    for (const query of ['', 'a', own.user.email]) assert.deepEqual((await here(own, query)).users, []);
    assert.deepEqual(await everywhere(moderator, {}), { users: [], total: 0, truncated: false });
    await expectRejection(everywhere(own, { query: 'account' }), 403);
    await expectRejection(here(contributor, 'account'), 403);
    await expectRejection(everywhere(stranger, { query: 'account' }), 403);
  });
});
