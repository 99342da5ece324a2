/**
 * Tests of changing, adopting and merging categories over HTTP: `If-Match`, parameters in the query, statuses, a
 * repeated request.
 */
import assert from 'node:assert/strict';
import { beforeAll, describe, it } from '@jest/globals';
import type { RestClient } from '../../../shared/rest-client/client.ts';
import { type JsonObject, numberMember } from '../../../shared/rest-client/json.ts';
import { useNode } from '../../../test/service-node.ts';
import { registerAccount } from '../../../tools/world/accounts.ts';

describe('categories over HTTP', () => {
  const node = useNode([], { EMAIL_VERIFICATION: 'off' });
  let owner: RestClient;
  let projectId: number;
  beforeAll(async () => {
    owner = await registerAccount(node.url, 'Owner');
    projectId = numberMember(await owner.post('/api/projects/create', { name: 'Mill' }), 'id');
  });

  const create = async (name: string, more: JsonObject = {}) =>
    `/api/categories/${numberMember(
      await owner.post('/api/categories', { name, subject_type: 'user', ...more }),
      'id',
    )}`;
  const inProject = (name: string) => create(name, { subject_type: 'project', subject_id: projectId });
  const etagOf = async (path: string): Promise<string> =>
    (await owner.request('GET', path)).headers.get('etag') ?? '';

  for (const [where, make] of [
    ['of an account', create],
    ['of a draft', inProject],
  ] as const) {
    it(`a category ${where} changes only in the state that If-Match names (X2)`, async () => {
      const path = await make('Conditional');
      const read = await etagOf(path);
      const put = (description: string, tag: string) =>
        owner.request('PUT', path, { description }, { 'if-match': tag });
      assert.equal((await put('By the first', read)).status, 200);
      const late = await put('By the second', read);
      assert.deepEqual([late.status, late.body.code], [412, 'PRECONDITION_FAILED']);
      assert.equal((await owner.get(path)).description, 'By the first');
      const removal = await owner.request('DELETE', path, undefined, { 'if-match': read });
      assert.equal(removal.status, 412);
      const unchanged = await owner.request('GET', path, undefined, { 'if-none-match': await etagOf(path) });
      assert.equal(unchanged.status, 304);
      assert.equal((await put('By the second', await etagOf(path))).status, 200);
      const gone = await owner.request('DELETE', path, undefined, { 'if-match': await etagOf(path) });
      assert.deepEqual([gone.status, gone.body.deleted], [200, true]);
    });
  }

  it('parameters of a deletion come in the query too; the choices that it needs are at the top level (R-185, G7)', async () => {
    const path = await create('Queried');
    const child = await create('Queried child', { parentId: Number(path.split('/').at(-1)) });
    const { status, body } = await owner.request('DELETE', path);
    assert.deepEqual(
      [status, body.code, body.requiresChildDisposition, body.children],
      [400, 'VALIDATION_ERROR', true, [{ id: Number(child.split('/').at(-1)), name: 'Queried child' }]],
    );
    const done = await owner.request('DELETE', `${path}?child_disposition=promote`);
    assert.deepEqual([done.status, done.body.movedCategories], [200, 1]);
  });

  it('adopting is 201 when something is created, else 200 (S21)', async () => {
    const source = Number((await create('Adopted')).split('/').at(-1));
    const sent = { source_category_id: source, target_subject_type: 'project', target_subject_id: projectId };
    const adopt = () => owner.request('POST', '/api/categories/adopt', sent);
    const first = await adopt();
    assert.deepEqual([first.status, first.body.created, first.body.name], [201, true, 'Adopted']);
    const reused = await adopt();
    assert.deepEqual([reused.status, reused.body], [200, { ...first.body, created: false }]);
  });

  it('a repeated merge is answered once (G12)', async () => {
    for (const make of [create, inProject]) {
      const [source, target] = [await make('Merged'), await make('Merging')];
      const body = { intoCategoryId: Number(target.split('/').at(-1)) };
      const merge = () =>
        owner.request('POST', `${source}/merge`, body, { 'idempotency-key': `merge ${source}` });
      const first = await merge();
      assert.deepEqual([first.status, first.body.name], [200, 'Merging']);
      assert.equal((await owner.request('GET', source)).status, 404);
      const again = await merge();
      assert.deepEqual([again.status, again.body], [200, first.body]);
    }
  });
});
