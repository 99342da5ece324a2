/** Tests of uploads through the files service: records, attachment to the draft, refusals, races. */
import assert from 'node:assert/strict';
import { format } from 'node:util';
import { describe, it, jest } from '@jest/globals';
import { eventually } from '../../../test/eventually.ts';
import {
  administrator,
  anonymous,
  authorOf,
  editor,
  lead,
  stranger,
  viewer,
  withKey,
} from '../../../test/people.ts';
import { expectRejection } from '../../../test/service-node.ts';
import { useFilesWorld } from '../../../test/world/files-world.ts';
import { Files } from '../repository.ts';

describe('uploading files', () => {
  const node = useFilesWorld();

  const listed = async (projectId: number) => (await node.call(lead, 'files.list', { projectId })).files;

  it('keeps a record of every file and attaches it to the open draft (F1, F2, R-012, R-086)', async () => {
    const { id: projectId, draftId } = await node.createProject();
    const part = await node.storePart('../Plan Süd.pdf');
    const { files, total } = await node.upload(editor, projectId, [part], {
      document_type: 'drawing',
      description: 'South face',
      tags: ['steel', 'a', 'steel'],
      project_revision_id: draftId,
    });
    assert.equal(total, 1);
    const [file] = files;
    assert.deepEqual(
      { ...file, id: 0, uploaded_at: '' },
      {
        id: 0,
        name: 'Plan Süd.pdf',
        description: 'South face',
        document_type: 'drawing',
        status: 'draft',
        mime_type: 'application/pdf',
        size: part.size,
        sha256: part.sha256,
        tags: ['steel', 'a'],
        folder_id: null,
        project_revision_ids: [draftId],
        uploaded_by: authorOf(editor),
        uploaded_at: '',
      },
    );
    const inList = (await listed(projectId)).map(({ allowed_actions: _, ...file }) => file);
    assert.deepEqual(inList, files);
  });

  it('a draft that is discarded during an upload takes the upload along, also where the next is open (F6)', async () => {
    const { id: projectId } = await node.createProject();
    await node.publish(projectId);
    await node.openDraft(projectId);
    // When the draft was checked, and before the record is written.
    const spy = jest.spyOn(Files.prototype, 'nextIds').mockImplementationOnce(async function (
      this: Files,
      count: number,
    ) {
      await node.call(lead, 'projects.revert', { id: projectId });
      await node.openDraft(projectId);
      return this.nextIds(count);
    });
    try {
      const part = await node.storePart('late.pdf');
      await expectRejection(node.upload(editor, projectId, [part]), 409, 'NO_OPEN_DRAFT');
    } finally {
      spy.mockRestore();
    }
    assert.deepEqual(await listed(projectId), []);
    const { db } = await node.node.openDatabase('files');
    assert.equal(await db?.collection('files').countDocuments({ project_id: projectId }), 0);
  });

  it('the same name twice is two files; another name goes with a single one (F5)', async () => {
    const { id: projectId } = await node.createProject();
    const parts = [await node.storePart('a.pdf'), await node.storePart('a.pdf')];
    assert.equal((await node.upload(editor, projectId, parts)).total, 2);
    const { files } = await node.upload(editor, projectId, [await node.storePart('b.pdf')], {
      name: 'Sheet 1.pdf',
    });
    assert.equal(files[0]?.name, 'Sheet 1.pdf');
    const both = [await node.storePart('a.pdf'), await node.storePart('b.pdf')];
    assert.equal(
      (await expectRejection(node.upload(editor, projectId, both, { name: 'x' }))).extras.errors?.[0]?.path,
      'name',
    );
  });

  it('one refused file refuses the request, and a file of no bytes is accepted (document 3)', async () => {
    const { id: projectId } = await node.createProject();
    const parts = [await node.storePart('good.pdf'), await node.storePart('bad.pdf', 'only text')];
    const { extras } = await expectRejection(node.upload(editor, projectId, parts), 400);
    assert.deepEqual(
      extras.errors?.map(({ path }) => path),
      ['files[1]'],
    );
    assert.deepEqual(await listed(projectId), []);
    assert.equal(
      (await node.upload(editor, projectId, [await node.storePart('empty.pdf', '')])).files[0]?.size,
      0,
    );
  });

  it('no record without bytes, and no bytes for two records (R7)', async () => {
    const { id: projectId } = await node.createProject();
    const part = await node.storePart('a.pdf');
    const printed = jest.spyOn(console, 'error').mockImplementation(() => undefined);
    for (const elsewhere of [{ size: part.size + 1 }, { key: 'a'.repeat(48) }]) {
      const { detail } = await expectRejection(
        node.upload(editor, projectId, [{ ...part, ...elsewhere }]),
        503,
        'SERVICE_UNAVAILABLE',
      );
      assert.doesNotMatch(detail, /S3|DATA_DIR/, 'what the client cannot set');
    }
    const lines = printed.mock.calls.map((words) => format(...words));
    printed.mockRestore();
    assert.equal(lines.length, 2);
    for (const line of lines) assert.match(line, /ERROR .*S3_ENDPOINT.*DATA_DIR/);
    await expectRejection(node.upload(editor, projectId, [{ ...part, key: '../../etc/passwd' }]), 400);
    await node.upload(editor, projectId, [part]);
    const { id: otherId } = await node.createProject();
    assert.match((await expectRejection(node.upload(editor, otherId, [part]))).detail, /another file/);
    assert.deepEqual(await listed(otherId), []);
  });

  it('404 for whom the project does not exist, 403 without project:upload, asked before the bytes and again with them (G16)', async () => {
    const { id: projectId } = await node.createProject();
    const part = await node.storePart('a.pdf');
    const onlyReading = withKey(editor, ['project:download']);
    for (const [caller, id, status] of [
      [stranger, projectId, 404],
      [lead, 999_999, 404],
      [viewer, projectId, 403],
      [onlyReading, projectId, 403],
      [anonymous, projectId, 401],
    ] as const) {
      await expectRejection(node.upload(caller, id, [part]), status);
      // Nobody signed in never gets so far as to be asked about a project.
      if (status !== 401)
        await expectRejection(node.call(caller, 'files.admitUpload', { project_id: id }), status);
    }
    const missing = await expectRejection(node.upload(lead, 999_999, [part]));
    assert.deepEqual(await expectRejection(node.upload(stranger, projectId, [part])), missing);
  });

  it('only the open draft accepts uploads (F2)', async () => {
    const { id: projectId, draftId } = await node.createProject();
    assert.deepEqual(await node.call(editor, 'files.admitUpload', { project_id: projectId }), {
      draft_revision_id: draftId,
    });
    const published = await node.publish(projectId);
    const attempt = async (more: { project_revision_id?: number }) =>
      (await expectRejection(node.upload(editor, projectId, [await node.storePart('a.pdf')], more))).code;
    assert.equal(await attempt({}), 'NO_OPEN_DRAFT');
    await expectRejection(node.call(editor, 'files.admitUpload', { project_id: projectId }), 'NO_OPEN_DRAFT');
    await node.call(lead, 'projects.draft.create', { id: projectId });
    assert.equal(await attempt({ project_revision_id: published }), 'REVISION_PUBLISHED');
    const other = await node.createProject('Elsewhere');
    assert.equal(await attempt({ project_revision_id: other.draftId }), 'NOT_FOUND');
    assert.equal(await attempt({ project_revision_id: 999_999 }), 'NOT_FOUND');
    const requested = node.call(editor, 'files.admitUpload', {
      project_id: projectId,
      project_revision_id: published,
    });
    await expectRejection(requested, 'REVISION_PUBLISHED');
  });

  it('takes each document type of the documents (R-084)', async () => {
    const { id: projectId } = await node.createProject();
    for (const document_type of [
      'drawing',
      'submittal',
      'rfi',
      'specification',
      'report',
      'photo',
      'other',
    ] as const) {
      const { files } = await node.upload(editor, projectId, [await node.storePart('a.pdf')], {
        document_type,
      });
      assert.equal(files[0]?.document_type, document_type);
    }
  });

  it('refuses an unknown document type, folder and overlong values with their path', async () => {
    const { id: projectId } = await node.createProject();
    const part = await node.storePart('a.pdf');
    const path = async (more: object) =>
      (await expectRejection(node.upload(editor, projectId, [part], more))).extras.errors?.[0]?.path;
    assert.equal(await path({ document_type: 'plan' }), 'document_type');
    assert.equal(await path({ folder_id: 7 }), 'folder_id');
    assert.equal(await path({ description: 'x'.repeat(2001) }), 'description');
    assert.equal(await path({ tags: [''] }), 'tags[0]');
    assert.equal(
      (await expectRejection(node.upload(editor, projectId, []))).extras.errors?.[0]?.path,
      'files',
    );
  });

  it('an upload that races with publishing is in the published revision or refused, never lost', async () => {
    for (let round = 0; round < 5; round += 1) {
      const { id: projectId } = await node.createProject();
      const part = await node.storePart('a.pdf');
      const [uploaded, published] = await Promise.allSettled([
        node.upload(editor, projectId, [part]),
        node.publish(projectId),
      ]);
      assert.equal(published.status, 'fulfilled');
      const held = (await listed(projectId)).length;
      assert.equal(held, uploaded.status === 'fulfilled' ? 1 : 0);
    }
  });

  it('an upload leaves one entry in the audit trail (R12)', async () => {
    const { id: projectId } = await node.createProject();
    const { files } = await node.upload(editor, projectId, [await node.storePart('a.pdf')]);
    const [entry, ...more] = await eventually(async () => {
      const query = { action: 'files.upload', resource_type: 'project', resource_id: String(projectId) };
      const { entries } = await node.call(administrator, 'admin.audit.list', query);
      return entries.length > 0 && entries;
    });
    assert.equal(more.length, 0);
    assert.equal(entry?.user_id, editor.user.id);
    assert.match(JSON.stringify(entry?.details), new RegExp(`"file_id":${files[0]?.id}\\b`));
  });
});
