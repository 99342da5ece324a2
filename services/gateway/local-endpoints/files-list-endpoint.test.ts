/** Tests of `files.list` without pages over HTTP, in one process and over the bus. */
import assert from 'node:assert/strict';
import { beforeAll, it } from '@jest/globals';
import { skipIf } from '../../../test/skip-if.ts';
import { RUN_MODES, useWorld } from '../../../test/world/test-world.ts';
import { keyHeaders, sendRawRequest } from '../../../tools/world/raw-http.ts';

const UPLOADS = 3;
const FILES_PER_UPLOAD = 20;
/** Of 6,000 bytes, so that not all of the files fit a part. */
const DESCRIPTION = '规'.repeat(2_000);

const sheet = (at: number): File =>
  new File([`%PDF-1.4 ${at}`], `sheet ${at}.pdf`, { type: 'application/pdf' });

for (const [mode, start, missing] of RUN_MODES)
  skipIf(missing).describe(`the whole list of files, ${mode}`, () => {
    const site = useWorld(start);
    /** Newest first. */
    let uploaded: number[] = [];
    beforeAll(async () => {
      const { key, projectId } = site.ada;
      for (let upload = 0; upload < UPLOADS; upload += 1) {
        const files = Array.from({ length: FILES_PER_UPLOAD }, (_, at) => sheet(at));
        const result = await key.call('files.upload', { projectId, description: DESCRIPTION, files });
        uploaded.push(...result.files.map(({ id }) => id));
      }
      uploaded = uploaded.toSorted((a, b) => b - a);
    });

    const list = (query: string, projectId = site.ada.projectId) =>
      sendRawRequest(site.base, {
        path: `/api/files/projects/${projectId}/list?${query}`,
        headers: keyHeaders(site.ada.secret),
      });
    const idsOf = (body: object): number[] => Object(body).files.map(({ id }: { id: number }) => id);

    it('is sent in parts, as one document of the declared form (H35)', async () => {
      const { status, headers, body } = await list('');
      assert.deepEqual([status, headers['content-length']], [200, undefined]);
      assert.deepEqual(Object.keys(body), ['files', 'total', 'page', 'per_page', 'truncated', 'revision']);
      const { total, page, per_page, truncated, revision } = body;
      assert.deepEqual([page, per_page, truncated], [1, null, false]);
      const ids = idsOf(body);
      assert.deepEqual(ids.slice(0, uploaded.length), uploaded);
      assert.deepEqual([ids.length, new Set(ids).size], [total, total]);
      const first = await list('per_page=1');
      assert.deepEqual([first.body.total, first.body.revision], [total, revision]);
    });

    it('what fits one part, a page, and a refusal are answers like every other', async () => {
      const few = await list('search=plan%20of%20ada');
      assert.deepEqual([few.body.total, idsOf(few.body)], [1, [site.ada.fileId]]);
      assert.equal(Number(few.headers['content-length']), Buffer.byteLength(few.text));
      const beyond = await list('page=2');
      assert.deepEqual([idsOf(beyond.body), beyond.body.per_page], [[], null]);
      for (const [query, status] of [
        ['documentType=plan', 400],
        ['page=0', 400],
        ['revisionId=999999', 404],
      ] as const) {
        const refused = await list(query);
        assert.equal(refused.status, status, query);
        assert.equal(refused.headers['content-type'], 'application/problem+json; charset=utf-8');
      }
      assert.equal((await list('', site.mallory.projectId)).status, 404);
    });
  });
