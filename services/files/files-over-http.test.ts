/**
 * Tests of files over HTTP: headers of downloads and previews, ranges of bytes, the order of folders, and a file from
 * its upload through the review to its deletion.
 */
import assert from 'node:assert/strict';
import { beforeAll, describe, it } from '@jest/globals';
import { useWorld } from '../../test/world/test-world.ts';
import { keyHeaders, sendRawRequest } from '../../tools/world/raw-http.ts';

const JSON_TYPE = { 'content-type': 'application/json' };

describe('files over HTTP', () => {
  const site = useWorld();
  let base = '';
  beforeAll(() => {
    base = `/api/files/projects/${site.ada.projectId}`;
  });
  const ask = (path: string, headers: string[] = [], method = 'GET') =>
    sendRawRequest(site.base, {
      method,
      path: `${base}/${path}`,
      headers: [...keyHeaders(site.ada.secret), ...headers],
    });

  it('the headers of a preview and of a download (H25)', async () => {
    const { fileId } = site.ada;
    const preview = await ask(`preview/${fileId}`);
    assert.equal(preview.status, 200);
    assert.match(preview.text, /^%PDF-1\.4/);
    const download = await ask(`download/${fileId}`);
    for (const { headers } of [preview, download]) {
      assert.equal(headers['content-type'], 'application/pdf');
      assert.equal(headers['x-content-type-options'], 'nosniff');
      assert.equal(headers['content-security-policy'], "sandbox; default-src 'none'");
      assert.equal(headers['accept-ranges'], 'bytes');
    }
    assert.match(String(preview.headers['content-disposition']), /^inline; filename="plan of ada\.pdf"/);
    assert.match(String(download.headers['content-disposition']), /^attachment; filename="plan of ada\.pdf"/);
    assert.notEqual(preview.headers.etag, download.headers.etag);
    const known = await ask(`preview/${fileId}`, ['if-none-match', String(preview.headers.etag)]);
    assert.deepEqual([known.status, known.text], [304, '']);
  });

  it('a range of bytes is 206, of a preview as of a download (document 3)', async () => {
    const { fileId } = site.ada;
    for (const path of [`preview/${fileId}`, `download/${fileId}`]) {
      const whole = await ask(path);
      const size = Buffer.byteLength(whole.text);
      const range = async (value: string, more: string[] = []) => {
        const { status, text, headers } = await ask(path, ['range', value, ...more]);
        return [status, text, headers['content-range'] ?? null];
      };
      assert.deepEqual(await range('bytes=1-3'), [206, 'PDF', `bytes 1-3/${size}`]);
      assert.deepEqual(await range('bytes=-6'), [206, '%%EOF\n', `bytes ${size - 6}-${size - 1}/${size}`]);
      const rest = [206, whole.text.slice(5), `bytes 5-${size - 1}/${size}`];
      assert.deepEqual(await range('bytes=5-'), rest);
      assert.deepEqual(await range('bytes=5-999999'), rest);
      assert.deepEqual(await range('bytes=5-', ['if-range', String(whole.headers.etag)]), rest);
      for (const ignored of ['bytes=999999-', 'bytes=3-1', 'bytes=0-0,2-3', 'lines=1-2', 'bytes=-'])
        assert.deepEqual(await range(ignored), [200, whole.text, null], ignored);
      assert.deepEqual(await range('bytes=1-3', ['if-range', '"another"']), [200, whole.text, null]);
      const head = await ask(path, ['range', 'bytes=1-3'], 'HEAD');
      assert.deepEqual([head.status, head.headers['content-length'], head.text], [206, '3', '']);
    }
  });

  it('reorder takes a JSON array; anything else is 400 (document 3)', async () => {
    const { key, projectId } = site.ada;
    const { id } = await key.call('files.folders.create', { projectId, name: 'Ordered' });
    const { folders } = await key.call('files.folders.reorder', {
      projectId,
      folders: [{ id, sort_order: -5 }],
    });
    assert.deepEqual(folders[0], { id, name: 'Ordered', parent_id: null, sort_order: -5 });
    const path = `${base}/folders/reorder`;
    for (const body of [{}, { folders: [{ id, sort_order: 1 }] }, { id, sort_order: 1 }]) {
      const { status, body: problem } = await key.request('PATCH', path, body);
      assert.deepEqual([status, problem.code], [400, 'VALIDATION_ERROR'], JSON.stringify(body));
    }
    for (const text of ['"x"', '7', 'null', '[7]', '[{"id":1}]', '[null]'])
      assert.equal((await key.request('PATCH', path, text, JSON_TYPE)).status, 400, text);
    assert.equal((await key.request('PATCH', path)).status, 400);
    assert.equal((await key.call('files.folders.list', { projectId })).folders[0]?.sort_order, -5);
  });

  it('reorder is no folder id, and a folder of that address is none (G15)', async () => {
    const { key } = site.ada;
    assert.equal((await key.request('PATCH', `${base}/folders/reordered`, {})).status, 400);
    assert.equal((await key.request('DELETE', `${base}/folders/reorder`)).status, 400);
  });

  it('a file goes from draft to obsolete over HTTP, and is deleted (F3)', async () => {
    const { key, projectId } = site.ada;
    const file = new File(['%PDF-1.4 x'], 'x.pdf', { type: 'application/pdf' });
    const { files } = await key.call('files.upload', { projectId, files: [file] });
    const fileId = files[0]?.id ?? 0;
    for (const status of ['review', 'approved', 'obsolete'] as const)
      assert.equal((await key.call('files.status', { projectId, fileId, status })).status, status);
    const back = await key.request('PATCH', `${base}/${fileId}/status`, { status: 'draft' });
    assert.deepEqual([back.status, back.body.code], [409, 'ILLEGAL_STATUS_MOVE']);
    const unknown = await key.request('PATCH', `${base}/${fileId}/metadata`, { title: 'x' });
    assert.deepEqual(
      [unknown.status, unknown.body.errors],
      [400, [{ path: 'title', message: "'title' is not a field of this request." }]],
    );
    assert.deepEqual(await key.call('files.delete', { projectId, fileId }), { id: fileId, deleted: true });
    assert.equal((await ask(`preview/${fileId}`)).status, 404);
  });
});
