/** Tests of the project comments that a datasheet shows on its fields. */
import assert from 'node:assert/strict';
import { beforeAll, describe, it } from '@jest/globals';
import { editor, lead, viewer } from '../../../test/people.ts';
import { elementIdOf, ProjectsWorld } from '../../../test/world/projects-world.ts';
import { SLAB_FIELDS } from '../../../test/world/small-standards.ts';
import { createKey, registerAccount } from '../../../tools/world/accounts.ts';

describe('the comments in a datasheet', () => {
  const site = ProjectsWorld.use(['gateway']);
  let projectId: number;
  let standardId: number;
  beforeAll(async () => {
    ({ projectId, standardId } = await site.createProjectWithStandard('Concrete to comment on'));
  });

  const comment = async (datasheetId: number, elementId: number, body: string, project = projectId) =>
    (
      await site.node.call(editor, 'comments.create', {
        projectId: project,
        anchorType: 'datasheet_field',
        anchorId: datasheetId,
        elementId,
        intent: 'question',
        body,
      })
    ).id;

  it('the verbose read lists the thread on its fields, newest first, and nothing else (D3)', async () => {
    const sheet = await site.createDatasheet(projectId, standardId);
    const other = await site.createDatasheet(projectId, standardId, { name: 'Other' });
    const supplier = elementIdOf(sheet, 'Supplier');
    const first = await comment(sheet.id, supplier, 'Who?');
    const second = await comment(sheet.id, elementIdOf(sheet, 'Thickness'), 'How thick?');
    await comment(other.id, supplier, 'Elsewhere');
    await site.node.call(editor, 'comments.create', {
      projectId,
      anchorType: 'datasheet',
      anchorId: sheet.id,
      intent: 'suggestion',
      body: 'On the whole sheet',
    });
    const { comments, comments_truncated } = await site.getDatasheet(sheet.id);
    assert.deepEqual(
      comments?.map(({ id, elementId, body }) => [id, elementId, body]),
      [
        [second, elementIdOf(sheet, 'Thickness'), 'How thick?'],
        [first, supplier, 'Who?'],
      ],
    );
    assert.equal(comments_truncated, undefined);
    const listed = await site.node.call(editor, 'comments.list', {
      projectId,
      anchorType: 'datasheet_field',
      anchorId: sheet.id,
    });
    assert.deepEqual(comments, listed.comments, 'as the project lists them');
  });

  it('compact has them with include=comments alone; a read of a revision has them as well (D3)', async () => {
    const sheet = await site.createDatasheet(projectId, standardId, { name: 'Formats' });
    const id = await comment(sheet.id, elementIdOf(sheet, 'Supplier'), 'Who?');
    const read = (more: { format?: 'compact'; include?: string }) =>
      site.node.call(editor, 'datasheets.get', { id: sheet.id, ...more });
    assert.equal((await read({ format: 'compact' })).comments, undefined);
    const compact = await read({ format: 'compact', include: 'comments' });
    assert.deepEqual(
      compact.comments?.map((each) => each.id),
      [id],
    );
    const sealed = await site.node.call(editor, 'datasheets.revision.get', {
      instanceId: sheet.id,
      revisionId: sheet.revision.id,
    });
    assert.deepEqual(sealed.comments, compact.comments);
  });

  it('readers of the published revision see the same thread (P20)', async () => {
    const own = await site.createProjectWithStandard('Issued with comments');
    const sheet = await site.createDatasheet(own.projectId, own.standardId);
    await comment(sheet.id, elementIdOf(sheet, 'Supplier'), 'Who?', own.projectId);
    await site.publish(own.projectId);
    const { comments } = await site.getDatasheet(sheet.id, viewer);
    const { comments: ofLead } = await site.getDatasheet(sheet.id, lead);
    // What the readers may do differs.
    const shown = [comments, ofLead].map((thread) => thread?.map(({ allowed_actions: _, ...rest }) => rest));
    assert.deepEqual(shown[0], shown[1]);
    assert.deepEqual(ofLead?.[0]?.allowed_actions, ['comments.resolve']);
    assert.deepEqual(comments?.[0]?.allowed_actions, []);
    assert.equal(comments?.length, 1);
  });

  it('a reader with a cached copy gets the datasheet anew after a comment, an answer and a deletion (X2)', async () => {
    const session = await registerAccount(site.node.url, 'Commenter');
    const { client: key } = await createKey(session);
    const project = await session.call('projects.create', { name: 'Cached' });
    const add = { id: project.id, action: 'import', standardId } as const;
    await session.call('projects.standards.add', add);
    const sheet = await key.call('datasheets.create', {
      project_id: project.id,
      standard_id: standardId,
      name: 'Cached',
    });
    const field = elementIdOf(sheet, SLAB_FIELDS[0]?.label ?? '');
    const about = { anchorType: 'datasheet_field', anchorId: sheet.id, elementId: field } as const;
    const ask = (body: string) =>
      key.call('comments.create', { projectId: project.id, ...about, intent: 'question', body });
    const paths = [
      `/api/datasheet/${sheet.id}`,
      `/api/datasheet/${sheet.id}?format=compact&include=comments`,
    ];
    const read = (path: string, etag?: string) =>
      key.request('GET', path, undefined, etag === undefined ? {} : { 'if-none-match': etag });
    const { id } = await ask('Who?');
    const changes = [
      () => ask('And where?'),
      () => key.call('comments.resolve', { projectId: project.id, id, state: 'closed' }),
      async () => {
        const { id: spare } = await ask('Spare');
        await key.call('comments.delete', { projectId: project.id, id: spare });
        await ask('Another');
      },
    ];
    for (const change of changes) {
      const before = await Promise.all(paths.map((path) => read(path)));
      const tags = before.map(({ headers }) => headers.get('etag') ?? '');
      const again = await Promise.all(paths.map((path, at) => read(path, tags[at])));
      assert.deepEqual(
        again.map(({ status }) => status),
        [304, 304],
      );
      await change();
      const after = await Promise.all(paths.map((path, at) => read(path, tags[at])));
      assert.deepEqual(
        after.map(({ status }) => status),
        [200, 200],
      );
    }
    const plain = `/api/datasheet/${sheet.id}?format=compact`;
    const tag = (await read(plain)).headers.get('etag') ?? '';
    await ask('Not shown there');
    assert.equal(
      (await read(plain, tag)).status,
      304,
      'what does not show the thread does not change with it',
    );
  });
});
