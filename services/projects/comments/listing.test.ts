/** Tests of the list of comments: filters, pages, permissions. */
import assert from 'node:assert/strict';
import { beforeAll, describe, it } from '@jest/globals';
import { withKey } from '../../../test/people.ts';
import { expectRejection } from '../../../test/service-node.ts';
import { CommentsWorld, type People } from '../../../test/world/comments-world.ts';
import { adoptEdition } from '../../../test/world/editions.ts';
import type { CommentRecord } from './model.ts';
import { limitLength } from './present.ts';

describe('listing comments', () => {
  const world = CommentsWorld.use();
  let projectId: number;
  let held: Awaited<ReturnType<CommentsWorld['addStandard']>>;
  const ids: number[] = [];
  beforeAll(async () => {
    // The first ones, so that the id of this project is none of the standard and the datasheet.
    for (const name of ['First', 'Second']) await world().createProject(name);
    projectId = await world().createProject();
    held = await world().addStandard(projectId);
    const { standardId, elementId, datasheetId, fieldId } = held;
    const make = async (as: keyof People, more: Parameters<CommentsWorld['comment']>[2] = {}) =>
      ids.push((await world().comment(as, projectId, more)).id);
    await make('sub');
    await make('prime', { intent: 'position', anchorType: 'standard', anchorId: standardId });
    await make('engineer', { anchorType: 'element', anchorId: standardId, elementId });
    await make('guest', { intent: 'suggestion' });
    await make('sub', { anchorType: 'datasheet_field', anchorId: datasheetId, elementId: fieldId });
    await world().resolve('prime', projectId, ids[0] ?? 0);
    await world().forward('engineer', projectId, ids[1] ?? 0);
  });
  const listed = async (query: Parameters<CommentsWorld['list']>[2] = {}, as: keyof People = 'guest') => {
    const { comments, total } = await world().list(as, projectId, query);
    assert.equal(total, comments.length);
    return comments.map(({ id }) => ids.indexOf(id));
  };

  it('every member sees all comments, newest first (P20)', async () => {
    for (const who of ['owner', 'engineer', 'prime', 'sub', 'guest'] as const)
      assert.deepEqual(await listed({}, who), [4, 3, 2, 1, 0], who);
  });

  it('filters by anchor, intent, state and holder, also together (P11)', async () => {
    const { standardId, datasheetId } = held;
    assert.deepEqual(await listed({ anchorType: 'project' }), [3, 0]);
    assert.deepEqual(await listed({ anchorType: 'element' }), [2]);
    assert.deepEqual(await listed({ anchorId: projectId }), [3, 0]);
    assert.deepEqual(await listed({ anchorType: 'datasheet_field', anchorId: datasheetId }), [4]);
    assert.deepEqual(await listed({ anchorType: 'standard', anchorId: standardId }), [1]);
    assert.deepEqual(await listed({ intent: 'suggestion' }), [3]);
    assert.deepEqual(await listed({ intent: 'question', state: 'open' }), [4, 2]);
    assert.deepEqual(await listed({ state: 'answered' }), [0]);
    assert.deepEqual(await listed({ heldBy: 'owner' }), [2, 1]);
    assert.deepEqual(await listed({ heldBy: 'prime_contractor' }), [4, 0]);
    assert.deepEqual(await listed({ heldBy: 'sub_contractor', state: 'open' }), [3]);
    assert.deepEqual(await listed({ heldBy: 'engineer' }), []);
  });

  it('pages with limit and offset, and is empty past the end (G19)', async () => {
    const page = await world().list('guest', projectId, { limit: 2, offset: 1 });
    assert.deepEqual(
      page.comments.map(({ id }) => ids.indexOf(id)),
      [3, 2],
    );
    const { total, limit, offset, truncated } = page;
    assert.deepEqual([total, limit, offset, truncated], [5, 2, 1, false]);
    const past = await world().list('guest', projectId, { offset: 9 });
    assert.deepEqual([past.comments, past.total], [[], 5]);
  });

  it('needs project:read on the project; a stranger gets 404 (A18)', async () => {
    const guest = world().principal('guest');
    const list = (principal: typeof guest, id = projectId) =>
      expectRejection(world().node.call(principal, 'comments.list', { projectId: id }));
    assert.equal((await list(withKey(guest, ['project:comment']))).code, 'PERMISSION_DENIED');
    const { id } = await world().node.call(world().principal('sub'), 'projects.create', { name: 'Theirs' });
    assert.equal((await list(guest, id)).status, 404);
  });

  it('before the first publication the firms of a draft are for those who may view it (P20)', async () => {
    const firmsFor = async (as: keyof People) => {
      const { comments } = await world().list(as, projectId);
      const row = comments.find(({ id }) => id === ids[1]);
      return [row?.heldBy, row?.hops[0]?.to].map((party) => [party?.party, party?.company_id]);
    };
    const owner = world().companyId('owner');
    assert.deepEqual(await firmsFor('sub'), [
      ['owner', owner],
      ['owner', owner],
    ]);
    assert.deepEqual(await firmsFor('guest'), [
      ['owner', null],
      ['owner', null],
    ]);
    const issued = await world().createProject('Issued');
    await world().publish(issued);
    await world().comment('guest', issued);
    await world().comment('sub', issued);
    const [row] = (await world().list('guest', issued)).comments;
    assert.deepEqual(row?.heldBy, { party: 'prime_contractor', company_id: world().companyId('prime') });
  });

  it('an anchor that is deleted later leaves the comment, with anchorGone (P20)', async () => {
    const own = await world().createProject('Changing');
    const first = await world().addStandard(own);
    await world().publish(own);
    const owner = world().principal('owner');
    await world().node.call(owner, 'projects.draft.create', { id: own });
    const added = await world().addStandard(own, 'Added in the draft');
    const { standardId, datasheetId, fieldId, elementId } = added;
    await world().comment('sub', own, { anchorType: 'standard', anchorId: standardId });
    await world().comment('sub', own, { anchorType: 'element', anchorId: standardId, elementId });
    await world().comment('sub', own, { anchorType: 'datasheet', anchorId: datasheetId });
    await world().comment('sub', own, {
      anchorType: 'datasheet_field',
      anchorId: datasheetId,
      elementId: fieldId,
    });
    await world().comment('sub', own, { anchorType: 'standard', anchorId: first.standardId });
    const gone = async (as: keyof People = 'sub') =>
      (await world().list(as, own)).comments.map(({ anchorGone }) => anchorGone);
    assert.deepEqual(await gone(), [false, false, false, false, false]);
    assert.deepEqual(
      await gone('guest'),
      await gone(),
      'it is a fact about the project, not about the reader',
    );
    await world().node.call(owner, 'projects.revert', { id: own });
    assert.deepEqual(await gone(), [false, true, true, true, true]);
    assert.deepEqual(await gone('guest'), await gone());
  });

  it('a clause that the pinned revision has lost is gone, unless the published revision still has it (P20)', async () => {
    const owner = world().principal('owner');
    const goneAfterUpgrade = async (isPublished: boolean): Promise<boolean[]> => {
      const title = `Shrinking, ${isPublished ? 'published' : 'a draft'}`;
      const own = await world().createProject(title);
      const { page, standardId, elementId } = await world().addStandard(own, title);
      if (isPublished) {
        await world().publish(own);
        await world().node.call(owner, 'projects.draft.create', { id: own });
      }
      await world().comment('sub', own, { anchorType: 'element', anchorId: standardId, elementId });
      const gone = async () => (await world().list('sub', own)).comments.map(({ anchorGone }) => anchorGone);
      const before = await gone();
      const { revision } = await adoptEdition(world().node, {
        page,
        title,
        edition_number: 2,
        elements: [{ address: '2', kind: 'section', toc_content: 'Products', content: '' }],
      });
      const changes = [{ standardId, toStandardRevisionId: revision.id }];
      await world().node.call(owner, 'projects.standardRevisions.apply', { id: own, changes });
      return [...before, ...(await gone())];
    };
    assert.deepEqual(await goneAfterUpgrade(false), [false, true]);
    assert.deepEqual(await goneAfterUpgrade(true), [false, false]);
  });

  it('a page of very long texts ends early, says so, and has at least one row', async () => {
    const own = await world().createProject('Verbose');
    const { id } = await world().comment('sub', own);
    const collection = (await world().node.node.openDatabase('projects')).collection<CommentRecord>(
      'comments',
    );
    const pattern = await collection.findOne({ _id: id });
    assert.ok(pattern);
    const body = 'x'.repeat(400_000);
    await collection.insertMany(
      Array.from({ length: 9 }, (_, at) => ({ ...pattern, _id: 900_000_000 + at, body })),
    );
    const page = await world().list('sub', own);
    assert.deepEqual([page.comments.length, page.total, page.truncated], [3, 10, true]);
    const rest = await world().list('sub', own, { offset: 9 });
    assert.deepEqual([rest.comments.length, rest.truncated], [1, false]);
    const [row] = page.comments;
    assert.ok(row);
    assert.equal(limitLength([{ ...row, body: 'x'.repeat(5_000_000) }, row]).length, 1);
  });
});
