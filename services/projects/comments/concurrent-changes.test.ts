/** Tests of two concurrent changes of one comment: one is refused, and nothing is half written. */
import assert from 'node:assert/strict';
import { beforeAll, describe, it } from '@jest/globals';
import type { CommentState } from '../../../shared/contracts/comment-words.ts';
import { toErrorInfo } from '../../../shared/kernel/errors/errors.ts';
import { eventually } from '../../../test/eventually.ts';
import { CommentsWorld } from '../../../test/world/comments-world.ts';
import { openProjects } from '../open-projects.ts';

const ROUNDS = 10;

describe('concurrent changes of a comment', () => {
  const world = CommentsWorld.use();
  let projectId: number;
  beforeAll(async () => {
    projectId = await world().createProject();
  });

  const stored = async (id: number) => {
    const { comments } = await world().list('owner', projectId, { limit: 100 });
    return comments.find((comment) => comment.id === id) ?? null;
  };
  /** The codes of the attempts that were refused. */
  const settle = async (...attempts: Promise<unknown>[]): Promise<(string | null)[]> =>
    (await Promise.allSettled(attempts)).map((outcome) =>
      outcome.status === 'rejected' ? toErrorInfo(outcome.reason).code : null,
    );
  const auditedActions = async (id: number): Promise<string[]> => {
    const { db } = await world().node.node.openDatabase('audit');
    const outbox = (await world().node.node.openDatabase('projects')).collection('outbox');
    await eventually(async () => assert.equal(await outbox.countDocuments(), 0));
    const entries = await db
      ?.collection<{ action: string }>('entries')
      .find({ 'resource.type': 'comment', 'resource.id': id })
      .toArray();
    return (entries ?? []).map(({ action }) => action).sort();
  };

  it('of concurrent resolves every one that succeeded is in the history, the others are EDIT_CONFLICT (P11)', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const { id } = await world().comment('sub', projectId);
      const states = ['answered', 'closed', 'closed', 'answered'] as const satisfies CommentState[];
      const codes = await settle(
        ...states.map((state) => world().resolve('prime', projectId, id, { state })),
      );
      const successes = codes.filter((code) => code === null).length;
      assert.ok(successes >= 1);
      assert.ok(
        codes.every((code) => code === null || code === 'EDIT_CONFLICT'),
        String(codes),
      );
      const after = await stored(id);
      assert.equal(after?.history.length, successes);
      assert.equal(after?.state, after?.history.at(-1)?.state);
      assert.equal(
        (await auditedActions(id)).filter((action) => action === 'comments.resolve').length,
        successes,
      );
    }
  });

  it('a resolve that was decided on an older state is EDIT_CONFLICT and writes nothing (P11)', async () => {
    const { id } = await world().comment('sub', projectId);
    const { connection, comments } = await openComments();
    const read = await comments.find(projectId, id);
    assert.ok(read);
    await world().resolve('prime', projectId, id);
    const session = await connection.startSession();
    try {
      assert.equal(await comments.change(session, read, { state: 'closed' }), null);
      assert.equal(await comments.delete(session, read), false);
    } finally {
      await session.endSession();
    }
    assert.equal((await stored(id))?.state, 'answered');
  });

  it('of a concurrent forward and delete one wins: 404 for the forward, or COMMENT_PROPAGATED for the delete (R-132)', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const { id } = await world().comment('sub', projectId);
      const [forwarded, deleted] = await settle(
        world().forward('prime', projectId, id),
        world().delete('sub', projectId, id),
      );
      const after = await stored(id);
      if (deleted === null) {
        assert.deepEqual([forwarded, after], ['NOT_FOUND', null]);
        assert.deepEqual(await auditedActions(id), ['comments.create', 'comments.delete']);
      } else {
        assert.deepEqual([forwarded, deleted], [null, 'COMMENT_PROPAGATED']);
        assert.equal(after?.hops.length, 1);
        assert.deepEqual(await auditedActions(id), ['comments.create', 'comments.forward']);
      }
    }
  });

  it('a forward that races an edit takes the newer text, or the edit comes too late (Y14)', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const { id } = await world().comment('sub', projectId);
      const [forwarded, updated] = await settle(
        world().forward('prime', projectId, id),
        world().update('sub', projectId, id, 'Another question'),
      );
      assert.equal(forwarded, null);
      assert.ok([null, 'COMMENT_PROPAGATED'].includes(updated ?? null), String(updated));
      const after = await stored(id);
      assert.equal(after?.hops.length, 1);
      assert.equal(after?.body, updated === null ? 'Another question' : 'Which cement?');
    }
  });

  it('of concurrent forwards one moves the comment, by one hop (R-131)', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const { id } = await world().comment('sub', projectId);
      const attempts = Array.from({ length: 4 }, () => world().forward('prime', projectId, id));
      const codes = await settle(...attempts);
      assert.equal(codes.filter((code) => code === null).length, 1, String(codes));
      assert.ok(codes.every((code) => code === null || code === 'COMMENT_NOT_HELD'));
      const after = await stored(id);
      assert.deepEqual([after?.hops.length, after?.heldBy.party], [1, 'engineer']);
    }
  });

  it('of a concurrent edit and resolve, the text that was resolved is the text that stays (P20)', async () => {
    for (let round = 0; round < ROUNDS; round += 1) {
      const { id } = await world().comment('sub', projectId);
      const [updated, resolved] = await settle(
        world().update('sub', projectId, id, 'Another question'),
        world().resolve('prime', projectId, id),
      );
      const after = await stored(id);
      assert.ok(updated === null || resolved === null);
      assert.ok([null, 'COMMENT_RESOLVED'].includes(updated ?? null), String(updated));
      assert.ok([null, 'EDIT_CONFLICT'].includes(resolved ?? null), String(resolved));
      assert.equal(after?.body, updated === null ? 'Another question' : 'Which cement?');
      assert.equal(after?.state, resolved === null ? 'answered' : 'open');
    }
  });

  it('a project archived concurrently is not written to any more (P20)', async () => {
    const own = await world().createProject('Archived at once');
    const { id } = await world().comment('sub', own);
    const [, ...outcomes] = await Promise.allSettled([
      world().archive(own),
      ...Array.from({ length: 5 }, () => world().resolve('prime', own, id)),
    ]);
    const codes = outcomes.flatMap((one) =>
      one.status === 'rejected' ? [toErrorInfo(one.reason).code] : [],
    );
    assert.ok(codes.every((code) => code === 'PROJECT_ARCHIVED' || code === 'EDIT_CONFLICT'));
    const { comments } = await world().list('sub', own);
    assert.equal(comments[0]?.history.length, outcomes.length - codes.length);
  });

  const openComments = () => openProjects(world().node.node);
});
