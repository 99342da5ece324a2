import assert from 'node:assert/strict';
import { describe, it } from '@jest/globals';
import { editor, type lead, viewer } from '../../../test/people.ts';
import { expectRejection } from '../../../test/service-node.ts';
import { describeOnEachStore, useFilesWorld } from '../../../test/world/files-world.ts';
import { isSafeInline } from './inline-types.ts';

/** Stores a file as if an upload of this type had been accepted. */
async function storeAs(node: ReturnType<typeof useFilesWorld>, id: number, mime_type: string): Promise<void> {
  const connection = await node.node.openDatabase('files');
  await connection.model('files').updateOne({ _id: id }, { $set: { mime_type } });
}

describe('types that are shown in a browser', () => {
  it('H25: PDF, raster images and plain text; SVG, HTML, Office, CAD, archives and unknown ones are not', () => {
    for (const type of ['application/pdf', 'image/png', 'image/jpeg', 'text/plain'])
      assert.equal(isSafeInline(type), true, type);
    for (const type of [
      'image/svg+xml',
      'text/html',
      'application/xhtml+xml',
      'text/csv',
      'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
      'application/dxf',
      'application/x-dwg',
      'application/zip',
      'application/octet-stream',
      '',
    ])
      assert.equal(isSafeInline(type), false, type);
  });
});

describeOnEachStore('previews', (env) => {
  const node = useFilesWorld(env);

  it('F3, F6: preview serves the files that download serves, and no others', async () => {
    const { id: projectId } = await node.createProject();
    const fileId = await node.uploadFile(editor, projectId);
    const preview = (as: typeof lead) => node.call(as, 'files.preview', { projectId, fileId });
    assert.ok(await preview(editor));
    assert.equal((await expectRejection(preview(viewer))).status, 404);
    await node.publish(projectId);
    assert.equal((await expectRejection(preview(viewer))).status, 404);
    await node.moveTo(projectId, fileId, 'approved');
    assert.ok(await preview(viewer));
  });

  it('H25: a PDF is shown, an SVG is an attachment', async () => {
    const { id: projectId } = await node.createProject();
    const fileId = await node.uploadFile(editor, projectId, 'Plan Süd.pdf');
    const disposition = async () => {
      const located = await node.call(editor, 'files.preview', { projectId, fileId });
      if ('redirect' in located)
        return (await fetch(located.redirect)).headers.get('content-disposition')?.split(';')[0];
      return located.inline ? 'inline' : 'attachment';
    };
    assert.equal(await disposition(), 'inline');
    await storeAs(node, fileId, 'image/svg+xml');
    assert.equal(await disposition(), 'attachment');
  });

  it('F5: a text is served as UTF-8, which its upload was checked for, so that a browser shows its letters', async () => {
    const { id: projectId } = await node.createProject();
    const fileId = await node.uploadFile(editor, projectId);
    const served = async () => {
      const located = await node.call(editor, 'files.preview', { projectId, fileId });
      return 'redirect' in located
        ? (await fetch(located.redirect)).headers.get('content-type')
        : located.mime_type;
    };
    assert.equal(await served(), 'application/pdf');
    await storeAs(node, fileId, 'text/plain');
    assert.equal(await served(), 'text/plain; charset=utf-8');
  });
});
