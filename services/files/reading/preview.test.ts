/** Tests of previews: which types a browser may show, and as what the others are sent. */
import assert from 'node:assert/strict';
import { describe, it } from '@jest/globals';
import { editor, type lead, viewer } from '../../../test/people.ts';
import { expectRejection } from '../../../test/service-node.ts';
import { describeOnEachStore, useFilesWorld } from '../../../test/world/files-world.ts';
import { isSafeInline } from '../file-types.ts';

/** Stores a file as an upload of this type was stored before texts could have another encoding than UTF-8. */
async function storeAs(node: ReturnType<typeof useFilesWorld>, id: number, mime_type: string): Promise<void> {
  const connection = await node.node.openDatabase('files');
  await connection.model('files').updateOne({ _id: id }, { $set: { mime_type }, $unset: { charset: '' } });
}

describe('types that are shown in a browser', () => {
  it('PDF, raster images and plain text; SVG, HTML, Office, CAD, archives and unknown ones are not (H25)', () => {
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

  it('preview serves the files that download serves, and no others (F3, F6)', async () => {
    const { id: projectId } = await node.createProject();
    const fileId = await node.uploadFile(editor, projectId);
    const preview = (as: typeof lead) => node.call(as, 'files.preview', { projectId, fileId });
    assert.ok(await preview(editor));
    await expectRejection(preview(viewer), 404);
    await node.publish(projectId);
    await expectRejection(preview(viewer), 404);
    await node.moveTo(projectId, fileId, 'approved');
    assert.ok(await preview(viewer));
  });

  it('a PDF is shown, an SVG is an attachment (H25)', async () => {
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

  it('a text is served as UTF-8, which its upload was checked for, so that a browser shows its letters (F5)', async () => {
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

  it('a text is served with the charset that it was found to have, one of an unknown code page without (Y18)', async () => {
    const { id: projectId } = await node.createProject();
    const texts: [Buffer, string][] = [
      [Buffer.from('Süd'), 'text/plain; charset=utf-8'],
      [Buffer.from('\uFEFFSüd', 'utf16le'), 'text/plain; charset=utf-16le'],
      [Buffer.from('Süd', 'latin1'), 'text/plain'],
    ];
    for (const [bytes, expected] of texts) {
      const part = await node.storePart('a.txt', bytes, { mime_type: 'text/plain' });
      const { files } = await node.upload(editor, projectId, [part]);
      const located = await node.call(editor, 'files.preview', { projectId, fileId: files[0]?.id ?? 0 });
      const served =
        'redirect' in located
          ? (await fetch(located.redirect)).headers.get('content-type')
          : located.mime_type;
      assert.equal(served, expected);
    }
  });

  it('what is stored under a registered name is shown and found under the name of the documents (Y18)', async () => {
    const { id: projectId } = await node.createProject();
    const drawing = await node.uploadFile(editor, projectId, 'a.dxf');
    await storeAs(node, drawing, 'image/vnd.dxf');
    const model = await node.uploadFile(editor, projectId, 'a.dwg');
    await storeAs(node, model, 'image/vnd.dwg');
    const find = async (mimeType: string) =>
      (await node.call(editor, 'files.list', { projectId, mimeType })).files.map((file) => file.mime_type);
    for (const name of ['application/dxf', 'image/vnd.dxf', 'IMAGE/X-DXF'])
      assert.deepEqual(await find(name), ['application/dxf'], name);
    for (const name of ['application/x-dwg', 'image/vnd.dwg', 'application/acad'])
      assert.deepEqual(await find(name), ['application/x-dwg'], name);
    assert.deepEqual(await find('dxf'), []);
  });
});
