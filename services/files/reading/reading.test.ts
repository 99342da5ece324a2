/** Tests of listing and downloading files: filters, permissions by tier, revisions; from local disk and from S3. */
import assert from 'node:assert/strict';
import { buffer } from 'node:stream/consumers';
import { describe, it } from '@jest/globals';
import { eventually } from '../../../test/eventually.ts';
import { editor, lead, stranger, throughAssistant, viewer, withKey } from '../../../test/people.ts';
import { expectRejection } from '../../../test/service-node.ts';
import { skipIf } from '../../../test/skip-if.ts';
import { missingServer, s3Settings } from '../../../test/test-servers.ts';
import { useFilesWorld } from '../../../test/world/files-world.ts';

describe('reading files', () => {
  const node = useFilesWorld();

  const names = async (as: typeof lead, projectId: number, more: object = {}) =>
    (await node.call(as, 'files.list', { projectId, ...more })).files.map(({ name }) => name);
  const approve = async (id: number) => {
    const connection = await node.node.openDatabase('files');
    await connection.model('files').updateOne({ _id: id }, { $set: { status: 'approved' } });
  };

  it('filters by type, status, tag, folder, MIME type, name and text (document 3)', async () => {
    const { id: projectId } = await node.createProject();
    await node.upload(editor, projectId, [await node.storePart('Plan (A+)+.pdf')], {
      document_type: 'drawing',
      tags: ['Steel', 'x'],
    });
    await node.upload(editor, projectId, [await node.storePart('report.pdf')], {
      document_type: 'report',
      description: 'ÜBER alles .*',
    });
    const all = ['report.pdf', 'Plan (A+)+.pdf'];
    const cases: [object, string[]][] = [
      [{}, all],
      [{ documentType: 'drawing' }, ['Plan (A+)+.pdf']],
      [{ document_type: 'report' }, ['report.pdf']],
      [{ status: 'draft' }, all],
      [{ status: 'approved' }, []],
      [{ tag: 'Steel' }, ['Plan (A+)+.pdf']],
      [{ tag: 'Stee' }, []],
      [{ folderId: 'null' }, all],
      [{ folderId: '7' }, []],
      [{ mimeType: 'APPLICATION/PDF' }, all],
      [{ mimeType: 'application' }, []],
      [{ fileName: 'REPORT.pdf' }, ['report.pdf']],
      [{ fileName: 'report' }, []],
      [{ search: 'plan (a+)+' }, ['Plan (A+)+.pdf']],
      [{ search: 'über' }, ['report.pdf']],
      [{ search: '.*' }, ['report.pdf']],
      [{ search: '(a+)+$' }, []],
      [{ search: 'report\0' }, []],
    ];
    for (const [filter, expected] of cases)
      assert.deepEqual(await names(lead, projectId, filter), expected, JSON.stringify(filter));
    for (const bad of [
      { documentType: 'plan' },
      { status: 'Draft' },
      { folderId: 'x' },
      { folderId: '' },
      { revisionId: 0 },
    ]) {
      assert.equal((await expectRejection(names(lead, projectId, bad))).status, 400, JSON.stringify(bad));
    }
  });

  it('the assistant’s answer is unchanged by what only HTTP callers may send (document 1)', async () => {
    const { id: projectId } = await node.createProject();
    await node.upload(editor, projectId, [await node.storePart('a.pdf')]);
    const assistant = throughAssistant(lead);
    assert.deepEqual(
      await names(assistant, projectId, { fileName: 'other', mimeType: 'x/y', folderId: '7' }),
      ['a.pdf'],
    );
  });

  it('without project:download:view one sees the approved files and one’s own (F3)', async () => {
    const { id: projectId } = await node.createProject();
    const { files } = await node.upload(editor, projectId, [
      await node.storePart('one.pdf'),
      await node.storePart('two.pdf'),
    ]);
    const mine = await node.upload(lead, projectId, [await node.storePart('mine.pdf')]);
    await node.publish(projectId);
    const [one, two] = files.map(({ id }) => id);
    await approve(one ?? 0);
    assert.deepEqual(await names(viewer, projectId), ['one.pdf']);
    const leadWithoutView = withKey(lead, ['project:download']);
    assert.deepEqual(await names(leadWithoutView, projectId), ['mine.pdf', 'one.pdf']);
    const download = (as: typeof lead, fileId: number) =>
      node.call(as, 'files.download', { projectId, fileId });
    assert.ok(await download(viewer, one ?? 0));
    await expectRejection(download(viewer, two ?? 0), 404);
    await expectRejection(download(leadWithoutView, two ?? 0), 404);
    assert.ok(await download(leadWithoutView, mine.files[0]?.id ?? 0));
  });

  it('a reader sees the issued revision, an author the draft, and revisionId names another (P13)', async () => {
    const { id: projectId, draftId } = await node.createProject();
    const { files } = await node.upload(editor, projectId, [await node.storePart('first.pdf')]);
    await approve(files[0]?.id ?? 0);
    assert.deepEqual(await names(viewer, projectId), []);
    assert.equal((await node.call(viewer, 'files.list', { projectId })).revision, null);
    await expectRejection(names(viewer, projectId, { revisionId: draftId }), 404);
    await expectRejection(node.call(viewer, 'files.download', { projectId, fileId: files[0]?.id ?? 0 }), 404);
    const published = await node.publish(projectId);
    await node.call(lead, 'projects.draft.create', { id: projectId });
    const later = await node.upload(editor, projectId, [await node.storePart('second.pdf')]);
    await approve(later.files[0]?.id ?? 0);
    assert.deepEqual(await names(viewer, projectId), ['first.pdf']);
    assert.deepEqual(await names(editor, projectId), ['second.pdf', 'first.pdf']);
    assert.deepEqual(await names(editor, projectId, { revisionId: published }), ['first.pdf']);
    await expectRejection(
      node.call(viewer, 'files.download', { projectId, fileId: later.files[0]?.id ?? 0 }),
      404,
    );
    const other = await node.createProject('Elsewhere');
    await expectRejection(names(lead, projectId, { revisionId: other.draftId }), 404);
  });

  it('a file in no readable revision is 404; discarding a draft discards its files (F6)', async () => {
    const { id: projectId } = await node.createProject();
    await node.publish(projectId);
    await node.call(lead, 'projects.draft.create', { id: projectId });
    const { files } = await node.upload(editor, projectId, [await node.storePart('gone.pdf')]);
    await node.call(lead, 'projects.revert', { id: projectId });
    assert.deepEqual(await names(lead, projectId), []);
    await expectRejection(node.call(editor, 'files.download', { projectId, fileId: files[0]?.id ?? 0 }), 404);
    const { db } = await node.node.openDatabase('files');
    // A job removes them, so that no quota counts what nobody can read or delete.
    await eventually(async () =>
      assert.equal(await db?.collection('files').countDocuments({ project_id: projectId }), 0),
    );
  });

  it('another company’s project and file are 404 like missing ones, also below one’s own project (H1)', async () => {
    const { id: projectId } = await node.createProject();
    const { files } = await node.upload(editor, projectId, [await node.storePart('a.pdf')]);
    const fileId = files[0]?.id ?? 0;
    const missingFile = await expectRejection(
      node.call(lead, 'files.download', { projectId, fileId: 999_999 }),
      404,
    );
    const own = await node.call(stranger, 'projects.create', { name: 'Own' });
    const attempts = [
      node.call(stranger, 'files.download', { projectId, fileId }),
      node.call(stranger, 'files.download', { projectId: own.id, fileId }),
      node.call(stranger, 'files.list', { projectId }),
      node.call(stranger, 'files.list', { projectId: 999_999 }),
    ];
    for (const refused of await Promise.all(attempts.map((call) => expectRejection(call))))
      assert.deepEqual(refused, missingFile);
  });

  it('on local disk the download names the bytes the gateway streams (document 3)', async () => {
    const { id: projectId } = await node.createProject();
    const part = await node.storePart('a.pdf', '%PDF-1.7 the bytes');
    const { files } = await node.upload(editor, projectId, [part]);
    const response = await node.call(editor, 'files.download', { projectId, fileId: files[0]?.id ?? 0 });
    assert.deepEqual(response, {
      key: part.key,
      name: 'a.pdf',
      mime_type: 'application/pdf',
      size: part.size,
      inline: false,
    });
    assert.equal((await buffer(await (await node.store()).open(part.key))).toString(), '%PDF-1.7 the bytes');
  });
});

skipIf(missingServer('S3')).describe('reading files from S3', () => {
  const { endpoint, bucket, accessKey, secretKey } = s3Settings();
  const node = useFilesWorld({
    S3_ENDPOINT: endpoint,
    S3_BUCKET: bucket,
    S3_ACCESS_KEY: accessKey,
    S3_SECRET_KEY: secretKey,
  });

  it('a download is a redirect to an address that serves an attachment without a credential (R-236, H25)', async () => {
    const { id: projectId } = await node.createProject();
    const { files } = await node.upload(editor, projectId, [
      await node.storePart('Plan Süd.pdf', '%PDF-1.7 far away'),
    ]);
    const response = await node.call(editor, 'files.download', { projectId, fileId: files[0]?.id ?? 0 });
    assert.ok('redirect' in response);
    assert.equal(new URL(response.redirect).searchParams.get('X-Amz-Expires'), '120');
    const served = await fetch(response.redirect);
    assert.equal(await served.text(), '%PDF-1.7 far away');
    assert.match(
      served.headers.get('content-disposition') ?? '',
      /^attachment; .*filename\*=UTF-8''Plan%20S%C3%BCd\.pdf$/,
    );
  });
});
