/** Tests of forwarding a comment to the next party, and who may do it. */
import assert from 'node:assert/strict';
import { beforeAll, describe, it } from '@jest/globals';
import { expectRejection } from '../../../test/service-node.ts';
import { CommentsWorld, type People } from '../../../test/world/comments-world.ts';

describe('forwarding comments', () => {
  const world = CommentsWorld.use();
  let projectId: number;
  beforeAll(async () => {
    projectId = await world().createProject();
  });
  const party = (who: keyof People, name: string) => ({ party: name, company_id: world().companyId(who) });
  const refusal = async (as: keyof People, id: number, more: object = {}) =>
    expectRejection(world().forward(as, projectId, id, more));

  it('moves a comment one hop upstream each time, and keeps every hop with stance and caveat (R-131)', async () => {
    const { id } = await world().comment('sub', projectId);
    const caveatText = 'Only below grade.';
    await world().forward('prime', projectId, id, { endorsementStance: 'endorse_with_caveat', caveatText });
    const forwarded = await world().forward('engineer', projectId, id, { endorsementStance: 'endorse' });
    assert.deepEqual(forwarded.heldBy, party('owner', 'owner'));
    assert.deepEqual([forwarded.endorsementStance, forwarded.caveatText], ['endorse', null]);
    const by = (who: keyof People) => {
      const { user } = world().principal(who);
      return { userId: user.id, displayName: user.name };
    };
    assert.deepEqual(
      forwarded.hops.map(({ at: _, ...hop }) => hop),
      [
        {
          from: party('prime', 'prime_contractor'),
          to: { ...party('engineer', 'engineer'), user_id: null },
          endorsementStance: 'endorse_with_caveat',
          caveatText,
          by: by('prime'),
        },
        {
          from: party('engineer', 'engineer'),
          to: { ...party('owner', 'owner'), user_id: null },
          endorsementStance: 'endorse',
          caveatText: null,
          by: by('engineer'),
        },
      ],
    );
    assert.equal(forwarded.state, 'open');
  });

  it('only the party that holds it forwards: 403 COMMENT_NOT_HELD for all others, its author too (P11)', async () => {
    const { id } = await world().comment('sub', projectId);
    for (const who of ['sub', 'otherSub', 'engineer', 'owner'] as const) {
      const { status, code } = await refusal(who, id);
      assert.deepEqual([status, code], [403, 'COMMENT_NOT_HELD'], who);
    }
    await world().forward('prime', projectId, id);
    assert.equal((await refusal('prime', id)).code, 'COMMENT_NOT_HELD');
  });

  it('the owner has nobody above: 409 NO_UPSTREAM_PARTY (P20)', async () => {
    const { id } = await world().comment('engineer', projectId);
    const { status, code } = await refusal('owner', id);
    assert.deepEqual([status, code], [409, 'NO_UPSTREAM_PARTY']);
  });

  it('a resolved comment is not forwarded: 409 COMMENT_RESOLVED (P20)', async () => {
    const { id } = await world().comment('sub', projectId);
    await world().resolve('prime', projectId, id);
    const { status, code } = await refusal('prime', id);
    assert.deepEqual([status, code], [409, 'COMMENT_RESOLVED']);
  });

  it('endorse_with_caveat needs a caveatText (P11)', async () => {
    const { id } = await world().comment('sub', projectId);
    const { status, extras } = await refusal('prime', id, { endorsementStance: 'endorse_with_caveat' });
    assert.deepEqual([status, extras.errors?.[0]?.path], [400, 'caveatText']);
  });

  it('a stance is relay, endorse or endorse_with_caveat (R-090)', async () => {
    const caveatText = 'Only below grade.';
    for (const stance of [
      { endorsementStance: 'relay' },
      { endorsementStance: 'endorse' },
      { endorsementStance: 'endorse_with_caveat', caveatText },
    ]) {
      const { id } = await world().comment('sub', projectId);
      const { endorsementStance } = await world().forward('prime', projectId, id, stance);
      assert.equal(endorsementStance, stance.endorsementStance);
    }
    const { id } = await world().comment('sub', projectId);
    const { status, extras } = await refusal('prime', id, { endorsementStance: 'reject' });
    assert.deepEqual([status, extras.errors?.[0]?.path], [400, 'endorsementStance']);
  });

  it('a named firm must be the next party’s: 400 WRONG_TARGET otherwise, and nothing is written (P11, P20)', async () => {
    const { id } = await world().comment('sub', projectId);
    for (const targetCompanyId of [world().companyId('owner'), world().companyId('prime'), 99_999_999]) {
      const { status, code, extras } = await refusal('prime', id, { targetCompanyId });
      assert.deepEqual([status, code, extras.errors?.[0]?.path], [400, 'WRONG_TARGET', 'targetCompanyId']);
    }
    const targetCompanyId = world().companyId('engineer');
    const { hops } = await world().forward('prime', projectId, id, { targetCompanyId });
    assert.equal(hops.length, 1);
  });

  it('a named person must belong to the next party and the project; one of others reads like nobody (P11, H1)', async () => {
    const { id } = await world().comment('sub', projectId);
    const wrong = [
      world().principal('owner').user.id,
      world().principal('guest').user.id,
      world().principal('sub').user.id,
      99_999_999,
    ];
    const refusals = [];
    for (const targetUserId of wrong) refusals.push(await refusal('prime', id, { targetUserId }));
    assert.deepEqual([refusals[0]?.status, refusals[0]?.code], [400, 'WRONG_TARGET']);
    for (const each of refusals) assert.deepEqual(each, refusals[0]);
    const targetUserId = world().principal('engineer').user.id;
    const { hops } = await world().forward('prime', projectId, id, { targetUserId });
    assert.deepEqual(hops[0]?.to, { ...party('engineer', 'engineer'), user_id: targetUserId });
  });

  it('somebody of the next firm who has no access to the project is no target (A18)', async () => {
    const own = await world().createProject('Few members');
    const { id } = await world().comment('sub', own);
    const memberships = (await world().node.node.openDatabase('projects')).collection('memberships');
    const targetUserId = world().principal('engineer').user.id;
    await memberships.deleteMany({ project_id: own, user_id: targetUserId });
    await expectRejection(world().forward('prime', own, id, { targetUserId }), 'WRONG_TARGET');
  });

  it('a viewer has no permission to forward or resolve, whoever holds the comment (A18)', async () => {
    const own = await world().createProject('Viewers', {
      engineer_id: null,
      prime_contractor_id: null,
      sub_contractors: [],
    });
    const { id } = await world().comment('sub', own);
    await expectRejection(world().forward('guest', own, id), 'PERMISSION_DENIED');
    await expectRejection(world().resolve('guest', own, id), 'PERMISSION_DENIED');
  });

  it('a comment of another project, or none, is 404 (P20)', async () => {
    const other = await world().createProject('Other');
    const { id } = await world().comment('sub', other);
    const [foreign, missing] = [await refusal('prime', id), await refusal('prime', 99_999_999)];
    assert.equal(foreign.status, 404);
    assert.deepEqual(foreign, missing);
  });

  it('when its party leaves the project, the next one upstream holds the comment (P11)', async () => {
    const own = await world().createProject('Moving on');
    const { id } = await world().comment('sub', own);
    const owner = world().principal('owner');
    const details = await world().node.call(owner, 'projects.details', { id: own });
    assert.ok('draftVersion' in details && details.draftVersion);
    const baseVersion = details.draftVersion;
    const edit = { id: own, baseVersion, prime_contractor_id: null };
    await world().node.call(owner, 'projects.edit', edit);
    const [row] = (await world().list('sub', own)).comments;
    assert.deepEqual(row?.heldBy, party('engineer', 'engineer'));
    await expectRejection(world().resolve('prime', own, id), 'COMMENT_NOT_HELD');
    assert.deepEqual((await world().list('sub', own, { heldBy: 'engineer' })).total, 1);
    assert.deepEqual((await world().list('sub', own, { heldBy: 'prime_contractor' })).total, 0);
    const { hops } = await world().forward('engineer', own, id);
    assert.deepEqual([hops[0]?.from.party, hops[0]?.to.party], ['engineer', 'owner']);
  });

  it('once a revision is published its firms count, not those of the next draft (P20)', async () => {
    const own = await world().createProject('Issued firms');
    await world().publish(own);
    const owner = world().principal('owner');
    const opened = await world().node.call(owner, 'projects.draft.create', { id: own });
    await world().node.call(owner, 'projects.edit', {
      id: own,
      baseVersion: opened.draftVersion,
      prime_contractor_id: null,
    });
    assert.equal((await world().comment('sub', own)).heldBy.party, 'prime_contractor');
    await world().publish(own);
    assert.equal((await world().comment('sub', own)).heldBy.party, 'engineer');
  });
});
