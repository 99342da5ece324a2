/** `If-Match` on a write is another way to send `baseVersion`, on every endpoint that takes one (G12, G23). */
import assert from 'node:assert/strict';
import { afterAll, beforeAll, describe, it } from '@jest/globals';
import type { Json } from '../../scripts/rest-client/json.ts';
import { publishedEndpoints } from '../../services/gateway/requests/route-table.ts';
import { startTestNode, type TestNode } from '../service-node.ts';
import { type MatrixSite, settleMatrix } from './callers.ts';
import { reach } from './reach.ts';
import { addressOf } from './send.ts';

const STALE = 'a-version-nobody-has';
const versioned = publishedEndpoints().filter(({ spec }) => spec.body && 'baseVersion' in spec.body);

describe('If-Match', () => {
  let node: TestNode;
  let site: MatrixSite;
  beforeAll(async () => {
    node = await startTestNode();
    site = await settleMatrix(node.node.address ?? '', { email: 'admin@example.org', password: 'correct horse battery' });
  });
  afterAll(() => node.stop());

  it('G11: five endpoints take a version', () => {
    const expected = [
      'datasheets.revise',
      'projects.edit',
      'projects.publish',
      'standards.publish',
      'standards.workingCopy.save',
    ];
    assert.deepEqual(versioned.map(({ id }) => id).sort(), expected);
  });

  for (const route of versioned) {
    it(`G12: ${route.id} refuses a version nobody has alike, in the body and in If-Match`, async () => {
      const { owner } = site.things;
      // A working copy is open again after whatever an earlier endpoint did.
      await owner.key.exchange('POST', `/api/standards/${owner.standardId}/edit`);
      const request = reach(route, owner, site.things);
      const ask = async (more: Json, headers: Record<string, string>) => {
        const { baseVersion: _, ...body } = request.body ?? {};
        const same = { 'x-request-id': 'if-match-0000', ...headers };
        const { status, body: answer } = await owner.key.exchange(request.method, addressOf(request), { ...body, ...more }, same);
        return { status, answer };
      };
      const byBody = await ask({ baseVersion: STALE }, {});
      assert.deepEqual([byBody.status, byBody.answer.code], [409, 'EDIT_CONFLICT'], JSON.stringify(byBody.answer));
      for (const header of [`"${STALE}"`, `W/"${STALE}"`, STALE]) {
        assert.deepEqual(await ask({}, { 'if-match': header }), byBody, header);
      }
      assert.deepEqual(await ask({ base_version: STALE }, { 'if-match': `"${STALE}"` }), byBody, 'both, and the same');
      const torn = await ask({ baseVersion: STALE }, { 'if-match': '"another-version"' });
      assert.deepEqual([torn.status, torn.answer.code], [400, 'VALIDATION_ERROR']);
    });
  }
});
