/** Tests of whom a comment, its forwarding and its resolution notify. */
import assert from 'node:assert/strict';
import { beforeAll, describe, it } from '@jest/globals';
import { eventually } from '../../../test/eventually.ts';
import { CommentsWorld, type People } from '../../../test/world/comments-world.ts';

describe('notifications about comments', () => {
  const world = CommentsWorld.use();
  let projectId: number;
  beforeAll(async () => {
    projectId = await world().createProject('Quay');
  });

  /** The notifications of a person about the project, newest first, once every job is done. */
  async function notificationsOf(who: keyof People): Promise<string[]> {
    const jobs = (await world().node.node.openDatabase('projects')).collection('jobs');
    await eventually(async () => assert.equal(await jobs.countDocuments(), 0));
    const { notifications } = await world().node.call(
      world().principal(who),
      'account.notifications.list',
      {},
    );
    return notifications
      .filter(({ resource }) => resource?.type === 'project' && resource.id === projectId)
      .map(({ kind, text }) => `${kind}: ${text}`);
  }
  const nameOf = (who: keyof People) => world().principal(who).user.name;

  it('a new comment notifies the people of the party that holds it, and nobody else', async () => {
    await world().comment('sub', projectId);
    const text = `${nameOf('sub')} wrote a comment on the project “Quay”. It is with your firm.`;
    assert.deepEqual(await notificationsOf('prime'), [`comment_created: ${text}`]);
    for (const who of ['sub', 'otherSub', 'engineer', 'owner', 'guest'] as const)
      assert.deepEqual(await notificationsOf(who), [], who);
  });

  it('a forwarded one notifies the next party, or the named person, and its author', async () => {
    const { id } = await world().comment('sub', projectId);
    const targetUserId = world().principal('engineer').user.id;
    await world().forward('prime', projectId, id, { targetUserId });
    const text = `${nameOf('prime')} forwarded a comment on the project “Quay” to the engineer.`;
    assert.deepEqual((await notificationsOf('engineer'))[0], `comment_forwarded: ${text}`);
    assert.deepEqual((await notificationsOf('sub'))[0], `comment_forwarded: ${text}`);
    await world().forward('engineer', projectId, id);
    assert.match((await notificationsOf('owner'))[0] ?? '', /^comment_forwarded: .* to the owner\.$/);
  });

  it('a resolved one notifies its author of the state; not where they are the same person', async () => {
    const { id } = await world().comment('otherSub', projectId, { intent: 'position' });
    await world().resolve('prime', projectId, id, { state: 'accepted_as_noted' });
    const text = `${nameOf('prime')} resolved a comment on the project “Quay”, which you wrote: accepted as noted.`;
    assert.deepEqual(await notificationsOf('otherSub'), [`comment_resolved: ${text}`]);
    const before = await notificationsOf('owner');
    const own = await world().comment('owner', projectId);
    await world().resolve('owner', projectId, own.id);
    assert.deepEqual(await notificationsOf('owner'), before);
  });

  it('an author who has lost access to the project gets no notification of their comment (H1)', async () => {
    const userId = world().principal('sub').user.id;
    const asked = await world().comment('sub', projectId, { intent: 'question' });
    const before = await notificationsOf('sub');
    await world().node.call(world().principal('owner'), 'projects.members.remove', { id: projectId, userId });
    await world().resolve('prime', projectId, asked.id, { state: 'closed' });
    assert.deepEqual(await notificationsOf('sub'), before);
    const dry = await world().resolve('prime', projectId, asked.id, { state: 'closed', dryRun: true });
    assert.equal(Object(dry).affected.members, 0);
    await world().addMember(projectId, 'sub');
  });

  it('a refused change and a deleted comment send nothing', async () => {
    const [before, ofPrime] = [await notificationsOf('engineer'), await notificationsOf('prime')];
    const { id } = await world().comment('prime', projectId);
    await notificationsOf('engineer');
    await world()
      .resolve('prime', projectId, id)
      .catch(() => undefined);
    await world().delete('prime', projectId, id);
    const after = await notificationsOf('engineer');
    assert.equal(after.length, before.length + 1, 'only that it was written');
    assert.deepEqual(await notificationsOf('prime'), ofPrime);
  });

  it('a dry run says how many people it would tell, and tells nobody', async () => {
    const { id } = await world().comment('sub', projectId);
    const before = await notificationsOf('engineer');
    const forwarded = await world().forward('prime', projectId, id, { dryRun: true });
    // The engineer and the author.
    assert.deepEqual(Object(forwarded).affected, { datasheets: 0, comments: 1, members: 2 });
    assert.deepEqual(await notificationsOf('engineer'), before);
  });
});
