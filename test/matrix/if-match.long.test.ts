/** Tests of `If-Match` on every write: another way to send `baseVersion`, or compared with the ETag of the resource. */
import assert from 'node:assert/strict';
import { beforeAll, describe, it } from '@jest/globals';
import { acceptsBaseVersion } from '../../shared/contracts/endpoint.ts';
import { publishedEndpoints } from '../../shared/contracts/published-endpoints.ts';
import type { JsonObject } from '../../shared/rest-client/json.ts';
import { TEST_ADMINISTRATOR, useNode } from '../service-node.ts';
import { buildMatrixWorld, type MatrixWorld } from './callers.ts';
import { buildMatrixRequest } from './matrix-requests.ts';
import { matrixRequestPath, sendMatrixRequest } from './send-request.ts';

const STALE = 'a-version-nobody-has';
/**
 * Bodies that would be taken, where the matrix sends one that is refused: parameters are read before versions
 * are compared.
 */
const BODIES: Readonly<Record<string, JsonObject>> = {
  'account.verifyEmail': { token: 'a token nobody has' },
  'account.passwordReset': { email: 'nobody@example.org' },
  'account.passwordReset.confirm': { token: 'a token nobody has', password: 'a long enough password' },
  'companies.create': { name: 'Conditional' },
};

/** Who may not do it hears nothing of versions. */
const REFUSED = [401, 403, 404];
const writes = publishedEndpoints().filter(({ spec }) => spec.mutates && !spec.closed);
const versioned = writes.filter(({ spec }) => acceptsBaseVersion(spec));
const unversioned = writes.filter(({ spec }) => !acceptsBaseVersion(spec));

describe('If-Match', () => {
  const node = useNode();
  let site: MatrixWorld;
  beforeAll(async () => {
    site = await buildMatrixWorld(node.url, TEST_ADMINISTRATOR);
  });

  it('five endpoints take a version (G11)', () => {
    const expected = [
      'datasheets.revise',
      'projects.edit',
      'projects.publish',
      'standards.publish',
      'standards.workingCopy.save',
    ];
    assert.deepEqual(versioned.map(({ id }) => id).sort(), expected);
  });

  it('the ETag of a published project without a draft is matched until a draft is open (X2)', async () => {
    const { key } = site.resources.owner;
    const { id } = await key.call('projects.create', { name: 'Read without a draft' });
    await key.call('projects.publish', { id });
    const { headers } = await key.request('GET', `/api/projects/details/${id}`);
    const etag = headers.get('etag') ?? '';
    const open = () => key.request('POST', `/api/projects/${id}/draft/create`, {}, { 'if-match': etag });
    const opened = await open();
    assert.equal(opened.status, 201, JSON.stringify(opened.body));
    const { status, body } = await open();
    assert.deepEqual([status, body.code], [412, 'PRECONDITION_FAILED']);
    const again = await key.request('GET', `/api/projects/details/${id}`, undefined, {
      'if-none-match': etag,
    });
    assert.equal(again.status, 200);
  });

  it('If-Match takes the ETag of a compressed answer, ours and that of Apache, but no other suffix (Y22)', async () => {
    const { key } = site.resources.owner;
    const { id } = await key.call('projects.create', { name: 'Read through Apache' });
    await key.call('projects.publish', { id });
    const { headers } = await key.request('GET', `/api/projects/details/${id}`);
    const tag = (headers.get('etag') ?? '').slice(1, -1);
    const open = async (suffix: string) =>
      (await key.request('POST', `/api/projects/${id}/draft/create`, {}, { 'if-match': `"${tag}${suffix}"` }))
        .status;
    assert.equal(await open('-tar'), 412);
    assert.equal(await open('-gzip'), 201);
  });

  for (const route of versioned) {
    it(`${route.id} refuses a version nobody has alike, in the body and in If-Match (G12, R-242)`, async () => {
      const { owner } = site.resources;
      // A working copy is open again after whatever an earlier endpoint did.
      await owner.key.request('POST', `/api/standards/${owner.standardId}/edit`);
      const request = buildMatrixRequest(route, owner, site.resources);
      const ask = async (more: JsonObject, headers: Record<string, string>) => {
        const { baseVersion: _, ...body } = request.body ?? {};
        const same = { 'x-request-id': 'if-match-0000', ...headers };
        const { status, body: response } = await owner.key.request(
          request.method,
          matrixRequestPath(request),
          { ...body, ...more },
          same,
        );
        return { status, response };
      };
      const byBody = await ask({ baseVersion: STALE }, {});
      assert.deepEqual(
        [byBody.status, byBody.response.code],
        [409, 'EDIT_CONFLICT'],
        JSON.stringify(byBody.response),
      );
      for (const header of [`"${STALE}"`, `W/"${STALE}"`, STALE]) {
        assert.deepEqual(await ask({}, { 'if-match': header }), byBody, header);
      }
      assert.deepEqual(
        await ask({ base_version: STALE }, { 'if-match': `"${STALE}"` }),
        byBody,
        'both, and the same',
      );
      const torn = await ask({ baseVersion: STALE }, { 'if-match': '"another-version"' });
      assert.deepEqual([torn.status, torn.response.code], [400, 'VALIDATION_ERROR']);
    });
  }

  for (const route of unversioned) {
    it(`${route.id} is 412 with a version nobody has and changes nothing, for the first caller who may do it (X2)`, async () => {
      const reached = buildMatrixRequest(route, site.resources.owner, site.resources);
      const request = { ...reached, body: BODIES[route.id] ?? reached.body };
      await request.before?.();
      for (const { name, client } of site.callers) {
        const { status, body } = await sendMatrixRequest(client, request, { 'if-match': `"${STALE}"` });
        if (REFUSED.includes(status)) continue;
        assert.deepEqual(
          [status, body.code],
          [412, 'PRECONDITION_FAILED'],
          `${name}: ${JSON.stringify(body)}`,
        );
        return;
      }
      assert.fail('no caller may do it');
    });
  }
});
