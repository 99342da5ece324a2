/** Tests of resolving, changing and deleting comments, and who may do it. */
import assert from 'node:assert/strict';
import { beforeAll, describe, it } from '@jest/globals';
import {
  COMMENT_INTENTS,
  RESOLUTION_STATES,
  STATES_OF_INTENT,
} from '../../../shared/contracts/comment-words.ts';
import { expectRejection } from '../../../test/service-node.ts';
import { CommentsWorld, type People } from '../../../test/world/comments-world.ts';
import { MAX_RESOLUTIONS } from './comment-lifecycle.ts';

const TEXTS = { answerBody: 'Portland.', counterBody: 'Use lime.' };

describe('resolving, changing and deleting comments', () => {
  const world = CommentsWorld.use();
  let projectId: number;
  beforeAll(async () => {
    projectId = await world().createProject();
  });
  const codeOf = async (attempt: Promise<unknown>) => {
    const { status, code } = await expectRejection(attempt);
    return [status, code];
  };
  const newId = async (as: keyof People = 'sub') => (await world().comment(as, projectId)).id;

  for (const intent of COMMENT_INTENTS) {
    it(`a ${intent} takes ${STATES_OF_INTENT[intent].join(', ')}; every other state is 400 (R-128, R-130)`, async () => {
      const { id } = await world().comment('sub', projectId, { intent });
      for (const state of RESOLUTION_STATES) {
        const attempt = world().resolve('prime', projectId, id, { state, ...TEXTS });
        if (STATES_OF_INTENT[intent].includes(state)) assert.equal((await attempt).state, state);
        else assert.deepEqual(await codeOf(attempt), [400, 'VALIDATION_ERROR'], state);
      }
      const { history } = (await world().list('sub', projectId, { limit: 1 })).comments[0] ?? {};
      assert.deepEqual(
        history?.map(({ state }) => state),
        STATES_OF_INTENT[intent],
      );
    });
  }

  it('open is no state to resolve to (R-128)', async () => {
    const id = await newId();
    const sent = { projectId, id, state: 'open' };
    const attempt = world().node.callUntyped(world().principal('prime'), 'comments.resolve', sent);
    assert.deepEqual(await codeOf(attempt), [400, 'VALIDATION_ERROR']);
  });

  it('answered needs an answerBody, counter a counterBody (P11)', async () => {
    const question = await newId();
    const position = (await world().comment('sub', projectId, { intent: 'position' })).id;
    const node = world().node;
    const prime = world().principal('prime');
    const about = { projectId, id: question };
    const unanswered = node.call(prime, 'comments.resolve', { ...about, state: 'answered' });
    assert.equal((await expectRejection(unanswered)).extras.errors?.[0]?.path, 'answerBody');
    const uncountered = world().resolve('prime', projectId, position, { state: 'counter' });
    assert.equal((await expectRejection(uncountered)).extras.errors?.[0]?.path, 'counterBody');
    const closed = await node.call(prime, 'comments.resolve', { ...about, state: 'closed' });
    assert.deepEqual([closed.state, closed.answerBody], ['closed', null]);
  });

  it('only the party that holds it resolves it: 403 COMMENT_NOT_HELD for the others (R-129, P11)', async () => {
    const id = await newId();
    for (const who of ['sub', 'otherSub', 'engineer', 'owner'] as const)
      assert.deepEqual(await codeOf(world().resolve(who, projectId, id)), [403, 'COMMENT_NOT_HELD'], who);
    await world().forward('prime', projectId, id);
    assert.deepEqual(await codeOf(world().resolve('prime', projectId, id)), [403, 'COMMENT_NOT_HELD']);
    assert.equal((await world().resolve('engineer', projectId, id)).state, 'answered');
  });

  it('a later resolve replaces the state and keeps the history (P11)', async () => {
    const id = await newId();
    await world().resolve('prime', projectId, id, { answerBody: 'Lime.' });
    const resolved = await world().resolve('prime', projectId, id, { state: 'closed', answerBody: 'Done.' });
    assert.deepEqual([resolved.state, resolved.answerBody, resolved.counterBody], ['closed', 'Done.', null]);
    const { user } = world().principal('prime');
    const heldBy = { party: 'prime_contractor', company_id: world().companyId('prime') };
    const by = { userId: user.id, displayName: user.name };
    assert.deepEqual(
      resolved.history.map(({ at: _, ...resolution }) => resolution),
      [
        { state: 'answered', answerBody: 'Lime.', counterBody: null, heldBy, by },
        { state: 'closed', answerBody: 'Done.', counterBody: null, heldBy, by },
      ],
    );
  });

  it('a comment is resolved a limited number of times, which keeps every row short', async () => {
    const id = await newId();
    for (let count = 0; count < MAX_RESOLUTIONS; count += 1) await world().resolve('prime', projectId, id);
    assert.deepEqual(await codeOf(world().resolve('prime', projectId, id)), [409, 'COMMENT_RESOLVED']);
  });

  it('its author changes a comment, and says when; others get 403 NOT_AUTHOR (R-132)', async () => {
    const id = await newId();
    const changed = await world().update('sub', projectId, id, 'Which lime?');
    assert.equal(changed.body, 'Which lime?');
    assert.ok(changed.edited_at !== null && changed.edited_at >= changed.created_at);
    for (const who of ['otherSub', 'prime', 'owner'] as const) {
      assert.deepEqual(await codeOf(world().update(who, projectId, id)), [403, 'NOT_AUTHOR'], who);
      assert.deepEqual(await codeOf(world().delete(who, projectId, id)), [403, 'NOT_AUTHOR'], who);
    }
  });

  it('its author deletes a comment; then it is 404 (R-132)', async () => {
    const id = await newId();
    assert.deepEqual(await world().delete('sub', projectId, id), { id, deleted: true });
    assert.deepEqual(await codeOf(world().delete('sub', projectId, id)), [404, 'NOT_FOUND']);
    assert.deepEqual(await codeOf(world().resolve('prime', projectId, id)), [404, 'NOT_FOUND']);
    const { comments } = await world().list('sub', projectId);
    assert.ok(comments.every((comment) => comment.id !== id));
  });

  it('a forwarded comment is neither changed nor deleted: 409 COMMENT_PROPAGATED (R-132, P11)', async () => {
    const id = await newId();
    await world().forward('prime', projectId, id);
    assert.deepEqual(await codeOf(world().update('sub', projectId, id)), [409, 'COMMENT_PROPAGATED']);
    assert.deepEqual(await codeOf(world().delete('sub', projectId, id)), [409, 'COMMENT_PROPAGATED']);
  });

  it('a resolved comment keeps its text, 409 COMMENT_RESOLVED, and its author may delete it (P20, Y14)', async () => {
    const id = await newId();
    const { allowed_actions = [] } = await world().resolve('prime', projectId, id);
    assert.ok(!allowed_actions.includes('comments.delete'));
    assert.deepEqual(await codeOf(world().update('sub', projectId, id)), [409, 'COMMENT_RESOLVED']);
    assert.deepEqual(await codeOf(world().delete('prime', projectId, id)), [403, 'NOT_AUTHOR']);
    const listed = (await world().list('sub', projectId)).comments.find((comment) => comment.id === id);
    assert.ok(listed?.allowed_actions?.includes('comments.delete'));
    assert.deepEqual(await world().delete('sub', projectId, id), { id, deleted: true });
  });
});
