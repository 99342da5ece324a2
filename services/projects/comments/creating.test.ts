/** Tests of creating comments: anchors, the party that has to answer, permissions. */
import assert from 'node:assert/strict';
import { beforeAll, describe, it } from '@jest/globals';
import { COMMENT_INTENTS } from '../../../shared/contracts/comment-words.ts';
import { withKey } from '../../../test/people.ts';
import { expectRejection } from '../../../test/service-node.ts';
import { CommentsWorld, type People } from '../../../test/world/comments-world.ts';

describe('creating comments', () => {
  const world = CommentsWorld.use();
  let projectId: number;
  let held: Awaited<ReturnType<CommentsWorld['addStandard']>>;
  beforeAll(async () => {
    projectId = await world().createProject();
    held = await world().addStandard(projectId);
  });
  const refusal = (as: keyof People, more: Parameters<CommentsWorld['comment']>[2]) =>
    expectRejection(world().comment(as, projectId, more));

  it('answers the whole row: open, with the next party, without hops and history (P20)', async () => {
    const before = Date.now();
    const comment = await world().comment('prime', projectId);
    const { user } = world().principal('prime');
    assert.ok(Date.parse(comment.created_at) >= before);
    assert.deepEqual(comment, {
      id: comment.id,
      anchorType: 'project',
      anchorId: projectId,
      elementId: null,
      anchorGone: false,
      intent: 'question',
      body: 'Which cement?',
      state: 'open',
      answerBody: null,
      counterBody: null,
      endorsementStance: null,
      caveatText: null,
      heldBy: { party: 'engineer', company_id: world().companyId('engineer') },
      author: { userId: user.id, displayName: user.name },
      created_at: comment.created_at,
      edited_at: null,
      history: [],
      hops: [],
      allowed_actions: ['comments.update', 'comments.delete'],
    });
  });

  it('is with the next party of its author; the firm is named where there is one (P11, P20)', async () => {
    const holder = async (as: keyof People) => (await world().comment(as, projectId)).heldBy;
    const company = (who: keyof People) => world().companyId(who);
    assert.deepEqual(await holder('sub'), { party: 'prime_contractor', company_id: company('prime') });
    assert.deepEqual(await holder('otherSub'), { party: 'prime_contractor', company_id: company('prime') });
    assert.deepEqual(await holder('engineer'), { party: 'owner', company_id: company('owner') });
    assert.deepEqual(await holder('owner'), { party: 'owner', company_id: company('owner') });
    const owned = await world().createProject('Without firms', {
      engineer_id: null,
      prime_contractor_id: null,
      sub_contractors: [],
    });
    assert.equal((await world().comment('guest', owned)).heldBy.party, 'owner');
  });

  it('a comment by somebody of no firm is with the sub-contractors, whose firms are several (P20)', async () => {
    await world().comment('guest', projectId);
    const [row] = (await world().list('owner', projectId, { limit: 1 })).comments;
    assert.deepEqual(row?.heldBy, { party: 'sub_contractor', company_id: null });
  });

  it('a project without a company has its lead as the owner (P11)', async () => {
    const guest = world().principal('guest');
    const { id } = await world().node.call(guest, 'projects.create', {
      name: 'Free',
      engineer_id: world().companyId('engineer'),
    });
    await world().addMember(id, 'engineer');
    const asked = await world().comment('engineer', id);
    assert.deepEqual(asked.heldBy, { party: 'owner', company_id: null });
    assert.equal((await world().resolve('guest', id, asked.id)).state, 'answered');
  });

  it('takes every kind of anchor and every intent (P11, R-088, R-089)', async () => {
    const { standardId, elementId, datasheetId, fieldId } = held;
    const anchors = [
      { anchorType: 'standard', anchorId: standardId },
      { anchorType: 'element', anchorId: standardId, elementId },
      { anchorType: 'datasheet', anchorId: datasheetId },
      { anchorType: 'datasheet_field', anchorId: datasheetId, elementId: fieldId },
    ] as const;
    for (const anchor of anchors) {
      const made = await world().comment('sub', projectId, anchor);
      const { anchorType, anchorId, elementId: element, anchorGone } = made;
      assert.deepEqual([anchorType, anchorId, anchorGone], [anchor.anchorType, anchor.anchorId, false]);
      assert.equal(element, 'elementId' in anchor ? anchor.elementId : null);
    }
    for (const intent of COMMENT_INTENTS)
      assert.equal((await world().comment('sub', projectId, { intent })).intent, intent);
  });

  it('an anchor without its element is 400, and so is an element on another anchor (P20)', async () => {
    const { standardId, elementId, datasheetId } = held;
    for (const more of [
      { anchorType: 'element', anchorId: standardId },
      { anchorType: 'datasheet_field', anchorId: datasheetId },
      { anchorType: 'standard', anchorId: standardId, elementId },
    ] as const) {
      const { code, status, extras } = await refusal('sub', more);
      assert.deepEqual([status, code, extras.errors?.[0]?.path], [400, 'VALIDATION_ERROR', 'elementId']);
    }
  });

  it('what is not in the project is 404, whether it exists elsewhere or not (P20, H1)', async () => {
    const other = await world().createProject('Elsewhere');
    const elsewhere = await world().addStandard(other);
    const { standardId, datasheetId, elementId, fieldId } = held;
    const missing = 99_999_999;
    const { detail } = await refusal('sub', { anchorType: 'project', anchorId: missing });
    for (const more of [
      { anchorType: 'project', anchorId: other },
      { anchorType: 'standard', anchorId: elsewhere.standardId },
      { anchorType: 'standard', anchorId: missing },
      { anchorType: 'element', anchorId: elsewhere.standardId, elementId: elsewhere.elementId },
      { anchorType: 'element', anchorId: standardId, elementId: elsewhere.elementId },
      { anchorType: 'element', anchorId: standardId, elementId: missing },
      { anchorType: 'datasheet', anchorId: elsewhere.datasheetId },
      { anchorType: 'datasheet_field', anchorId: elsewhere.datasheetId, elementId: elsewhere.fieldId },
      { anchorType: 'datasheet_field', anchorId: datasheetId, elementId: elsewhere.fieldId },
      { anchorType: 'datasheet_field', anchorId: elsewhere.datasheetId, elementId: fieldId },
      { anchorType: 'datasheet', anchorId: elementId + missing },
      { anchorType: 'file', anchorId: missing },
    ] as const) {
      const rejected = await refusal('sub', more);
      assert.deepEqual([rejected.status, rejected.detail], [404, detail], JSON.stringify(more));
    }
  });

  it('what only the draft contains is 404 for members who may not view the draft, until it is published (P13)', async () => {
    const own = await world().createProject('Issued later');
    const { standardId, datasheetId, elementId } = await world().addStandard(own);
    const anchors = [
      { anchorType: 'standard', anchorId: standardId },
      { anchorType: 'element', anchorId: standardId, elementId },
      { anchorType: 'datasheet', anchorId: datasheetId },
    ] as const;
    for (const anchor of anchors) {
      await expectRejection(world().comment('guest', own, anchor), 404);
      assert.ok((await world().comment('sub', own, anchor)).id > 0);
    }
    await world().publish(own);
    for (const anchor of anchors) assert.ok((await world().comment('guest', own, anchor)).id > 0);
  });

  it('needs project:comment, with a key too; strangers get the 404 of a missing project (A18, R-165)', async () => {
    const about = { anchorType: 'project', anchorId: projectId, intent: 'question', body: 'x' } as const;
    const create = (principal: ReturnType<typeof withKey>, id = projectId) =>
      world().node.call(principal, 'comments.create', { projectId: id, ...about });
    const guest = world().principal('guest');
    assert.ok((await create(withKey(guest, ['project:comment']))).id > 0);
    await expectRejection(create(withKey(guest, ['project:read'])), 'PERMISSION_DENIED');
    const closed = await world().createProject('Closed to them', { engineer_id: null });
    const memberships = (await world().node.node.openDatabase('projects')).collection('memberships');
    await memberships.deleteMany({ project_id: closed, user_id: guest.user.id });
    const [foreign, missing] = [
      await expectRejection(create(guest, closed)),
      await expectRejection(create(guest, 99_999_999)),
    ];
    assert.equal(foreign.status, 404);
    assert.deepEqual(foreign, missing);
  });

  it('a text is never empty, and has at most 10,000 characters (R-091)', async () => {
    for (const body of ['', ' \n ', 'x'.repeat(10_001), 'a\u0007b'])
      assert.equal((await refusal('sub', { body })).status, 400, JSON.stringify(body.slice(0, 5)));
    assert.equal((await world().comment('sub', projectId, { body: ' x\r\ny ' })).body, 'x\ny');
  });

  it('an archived project takes no comment, and still shows those it has (G10)', async () => {
    const own = await world().createProject('Archived');
    const { id } = await world().comment('sub', own);
    await world().archive(own);
    for (const attempt of [
      world().comment('sub', own),
      world().update('sub', own, id),
      world().delete('sub', own, id),
      world().forward('prime', own, id),
      world().resolve('prime', own, id),
    ])
      await expectRejection(attempt, 'PROJECT_ARCHIVED');
    assert.deepEqual(
      (await world().list('guest', own)).comments.map((comment) => comment.id),
      [id],
    );
  });
});
