/** Tests of who may read, issue and withdraw errata. */
import assert from 'node:assert/strict';
import { describe, it } from '@jest/globals';
import type { Principal } from '../../../shared/kernel/auth/principal.ts';
import { anonymous, contributor, moderator, personPrincipal, withKey } from '../../../test/people.ts';
import { expectRejection } from '../../../test/service-node.ts';
import { contributingAdministrator, useWikiWorld } from '../../../test/world/wiki-world.ts';
import { adopter, ErrataWorld, UNKNOWN } from './errata-world.fixture.ts';

describe('who may read and write errata', () => {
  const node = useWikiWorld();
  const world = new ErrataWorld(node);

  it('errata need the adopter role there or a global moderator; withdrawing also the moderator (R-162, R-163, A4)', async () => {
    const page = await world.newAdoptedPage('Roles of errata');
    const { id: errataId } = await world.issue(page.id, page.first);
    const pageModerator = personPrincipal({ id: 31, siteRoles: ['SiteContributor'] });
    await node.giveRole(page.id, 31, 'moderator');
    const keyWithout = withKey(adopter, ['wiki:standard:read']);
    for (const who of [contributor, pageModerator, keyWithout]) {
      const { status, extras } = await expectRejection(world.issue(page.id, page.first, {}, who));
      assert.deepEqual([status, extras.metadata?.permission], [403, 'wiki:errata:issue']);
    }
    await expectRejection(world.issue(page.id, page.first, {}, anonymous), 401);
    for (const who of [contributingAdministrator, moderator]) await world.issue(page.id, page.first, {}, who);
    // A key of a global moderator needs that permission too.
    const narrow = withKey(contributingAdministrator, ['wiki:errata:issue']);
    await expectRejection(world.issue(page.id, page.first, {}, narrow), 403);
    const reason = 'Not ours.';
    const withdraw = (who: Principal) =>
      node.call(who, 'wiki.errata.withdraw', { id: page.id, errataId, reason });
    await expectRejection(withdraw(contributor), 403);
    assert.equal((await withdraw(pageModerator)).status, 'withdrawn');
  });

  it('an erratum of another page is 404 before the rules on what is sent (Y4)', async () => {
    const page = await world.newAdoptedPage('Own errata of rules');
    const other = await world.newAdoptedPage('Their errata of rules');
    const theirs = await world.issue(other.id, other.first);
    const extend = (
      errataId: string,
      ...affected: { adopted_revision_id: string; element_address?: string }[]
    ) => node.call(adopter, 'wiki.errata.extend', { id: page.id, errataId, affected });
    const correct = (errataId: string, corrected_by_revision_id: string) =>
      node.call(adopter, 'wiki.errata.correction', { id: page.id, errataId, corrected_by_revision_id });
    for (const errataId of [theirs.id, UNKNOWN]) {
      for (const call of [
        () => extend(errataId, { adopted_revision_id: other.first }),
        () => extend(errataId, { adopted_revision_id: page.first, element_address: '99.9' }),
        () => correct(errataId, other.first),
      ]) {
        await expectRejection(call(), 404, 'NOT_FOUND');
      }
    }
  });

  it('an erratum of another page and an unknown one are the same 404 (X15)', async () => {
    const page = await world.newAdoptedPage('Own errata');
    const other = await world.newAdoptedPage('Their errata');
    const theirs = await world.issue(other.id, other.first);
    for (const errataId of [theirs.id, UNKNOWN]) {
      const at = { id: page.id, errataId };
      const affected = [{ adopted_revision_id: page.first }];
      const calls = [
        node.call(adopter, 'wiki.errata.withdraw', { ...at, reason: 'Wrong.' }),
        node.call(adopter, 'wiki.errata.extend', { ...at, affected }),
        node.call(adopter, 'wiki.errata.correction', { ...at, corrected_by_revision_id: null }),
      ];
      for (const call of calls) await expectRejection(call, 404);
    }
    await expectRejection(node.call(anonymous, 'wiki.errata.get', { errataId: UNKNOWN }), 404);
  });

  it('errata of an archived page are 404 for all but its moderators, who may still write them (W1)', async () => {
    const page = await world.newAdoptedPage('Archived with errata');
    const { id: errataId } = await world.issue(page.id, page.first);
    await (await node.collection('pages')).updateOne({ _id: page.id }, { $set: { archived: true } });
    const reads = (who: Principal) => [
      node.call(who, 'wiki.errata.list', { id: page.id }),
      node.call(who, 'wiki.errata.get', { errataId }),
      node.call(who, 'wiki.errata.forAdoptedRevision', { adoptedRevisionId: page.first }),
    ];
    for (const who of [anonymous, adopter]) for (const read of reads(who)) await expectRejection(read, 404);
    await Promise.all(reads(contributingAdministrator));
    await expectRejection(world.issue(page.id, page.first), 404);
    await world.issue(page.id, page.first, {}, contributingAdministrator);
    await node.call(contributingAdministrator, 'wiki.errata.withdraw', {
      id: page.id,
      errataId,
      reason: 'Resolved.',
    });
  });

  it('the errata of a revoked edition are 404 for all but moderators; the trail still names it (W1)', async () => {
    const page = await world.newAdoptedPage('Revoked with errata');
    const erratum = await world.issue(page.id, page.first);
    const revoked = { $set: { revoked_at: new Date(), revoked_reason_code: 'other' } };
    await (await node.collection('editions')).updateOne({ _id: page.first }, revoked);
    const read = (who: Principal) =>
      node.call(who, 'wiki.errata.forAdoptedRevision', { adoptedRevisionId: page.first });
    for (const who of [anonymous, adopter]) await expectRejection(read(who), 404);
    assert.deepEqual((await read(contributingAdministrator)).errata, [erratum]);
    const { errata } = await node.call(anonymous, 'wiki.errata.list', { id: page.id });
    assert.deepEqual(errata, [erratum]);
    // For an adopter the edition is not there to be named; a moderator may warn of it.
    await expectRejection(world.issue(page.id, page.first), 400);
    await world.issue(page.id, page.first, {}, contributingAdministrator);
  });
});
