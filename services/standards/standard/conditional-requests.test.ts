/** Tests of ETags, `If-Match` and 304 on standards and working copies over HTTP. */
import assert from 'node:assert/strict';
import { beforeAll, describe, it } from '@jest/globals';
import type { RestClient } from '../../../shared/rest-client/client.ts';
import {
  type JsonObject,
  numberMember,
  objectMember,
  stringMember,
} from '../../../shared/rest-client/json.ts';
import { useNode } from '../../../test/service-node.ts';
import { registerAccount } from '../../../tools/world/accounts.ts';

const CLAUSES = [{ address: '1', kind: 'clause', content: 'Concrete shall be cured for seven days.' }];

describe('a standard over HTTP, read and written on conditions', () => {
  const node = useNode([], { EMAIL_VERIFICATION: 'off' });
  let owner: RestClient;
  let categoryId: number;
  let count = 0;
  beforeAll(async () => {
    owner = await registerAccount(node.url, 'Owner');
    categoryId = numberMember(
      await owner.post('/api/categories', { name: 'Concrete', subject_type: 'user' }),
      'id',
    );
  });

  /** A standard with one revision. */
  async function publish(): Promise<string> {
    count += 1;
    const body = { name: `Standard ${count}`, category_id: categoryId, subject_type: 'user' };
    const path = `/api/standards/${numberMember(await owner.post('/api/standards', body), 'id')}`;
    await owner.put(`${path}/working-copy`, { elements: CLAUSES });
    await owner.post(`${path}/publish`, {});
    return path;
  }
  const etagOf = async (path: string): Promise<string> =>
    (await owner.request('GET', path)).headers.get('etag') ?? '';
  const put = (path: string, body: JsonObject, etag: string) =>
    owner.request('PUT', path, body, { 'if-match': etag });

  it('a PUT with the ETag of another state is 412 and writes nothing; with the one that is due it is written (X2)', async () => {
    const path = await publish();
    const read = await etagOf(path);
    assert.equal((await put(path, { description: 'By the first' }, read)).status, 200);
    const { status, body } = await put(path, { description: 'By the second' }, read);
    assert.deepEqual([status, body.code], [412, 'PRECONDITION_FAILED']);
    assert.equal((await owner.get(path)).description, 'By the first');
    assert.equal((await put(path, { description: 'By the second' }, await etagOf(path))).status, 200);
  });

  it('If-Match takes the ETag of any form of the standard, the bare version, a list, and * (X2)', async () => {
    const path = await publish();
    const bare = (tag: string): string => tag.replace(/^"(.*)-[0-9a-f]{64}"$/, '$1');
    const compact = await etagOf(`${path}?format=compact`);
    assert.equal((await put(path, { description: 'one' }, compact)).status, 200);
    assert.equal((await put(path, { description: 'two' }, bare(await etagOf(path)))).status, 200);
    assert.equal((await put(path, { description: 'three' }, `"another", ${await etagOf(path)}`)).status, 200);
    assert.equal((await put(path, { description: 'four' }, '*')).status, 200);
    assert.equal((await put(path, { description: 'five' }, `"another", ${compact}`)).status, 412);
    assert.equal(
      (await put(path, { description: 'five' }, '"*"')).status,
      412,
      'a star in quotes is an ordinary tag',
    );
    assert.equal((await put(path, { description: 'five' }, ' ')).status, 400);
    assert.equal((await owner.get(path)).description, 'four');
  });

  it('of twenty concurrent writes with one ETag a single one is written (X2)', async () => {
    const path = await publish();
    const etag = await etagOf(path);
    const writes = Array.from({ length: 20 }, (_, at) => put(path, { description: `Write ${at}` }, etag));
    const statuses = (await Promise.all(writes)).map(({ status }) => status).sort();
    assert.deepEqual(statuses, [200, ...Array.from({ length: 19 }, () => 412)]);
  });

  it('a working copy is saved with a list that holds its version, and discarded only as it was read (X2)', async () => {
    const path = await publish();
    const first = stringMember(await owner.post(`${path}/edit`, {}), 'version');
    const copy = `${path}/working-copy`;
    const save = (content: string, etag: string) =>
      owner.request('PUT', copy, { elements: [{ ...CLAUSES[0], content }] }, { 'if-match': etag });
    assert.equal((await save('Cured for ten days.', `"another", "${first}"`)).status, 200);
    assert.equal((await owner.request('DELETE', copy, undefined, { 'if-match': `"${first}"` })).status, 412);
    assert.equal(
      (await owner.request('DELETE', copy, undefined, { 'if-match': await etagOf(copy) })).status,
      200,
    );
  });

  it('a star among other tags is 400, a weak star 412: neither means any (X2)', async () => {
    const path = await publish();
    assert.equal((await put(path, { description: 'One' }, '"x", *')).status, 400);
    assert.equal((await put(path, { description: 'Two' }, 'W/*')).status, 412);
  });

  it('a list that holds the current version hides no save from one whose body names an older version (X2)', async () => {
    const path = await publish();
    const first = stringMember(await owner.post(`${path}/edit`, {}), 'version');
    const copy = `${path}/working-copy`;
    const save = (content: string, baseVersion: string, etag: string) =>
      owner.request(
        'PUT',
        copy,
        { elements: [{ ...CLAUSES[0], content }], baseVersion },
        { 'if-match': etag },
      );
    const second = stringMember((await save('Cured for ten days.', first, first)).body, 'version');
    const stale = await save('Cured for two days.', first, `"${first}", "${second}"`);
    assert.deepEqual([stale.status, stale.body.code], [409, 'EDIT_CONFLICT']);
    assert.match(JSON.stringify(await owner.get(copy)), /ten days/);
  });

  it('the ETag of a read changes with the name, the category and the revision that it shows, and with nothing else (X2)', async () => {
    const path = await publish();
    const seen = [await etagOf(path)];
    assert.equal(await etagOf(path), seen[0]);
    const change = async (work: () => Promise<unknown>): Promise<void> => {
      const before = await owner.get(path);
      await work();
      const known = { 'if-none-match': seen.at(-1) ?? '' };
      const response = await owner.request('GET', path, undefined, known);
      assert.equal(response.status, 200, `not stale after ${seen.length} changes`);
      assert.notDeepEqual(response.body, before);
      seen.push(response.headers.get('etag') ?? '');
    };
    await change(() => owner.put(path, { name: `Renamed ${count}` }));
    const other = await owner.post('/api/categories', { name: `Formwork ${count}`, subject_type: 'user' });
    await change(() => owner.put(path, { category_id: numberMember(other, 'id') }));
    await change(async () => {
      const baseVersion = stringMember(await owner.post(`${path}/edit`, {}), 'version');
      await owner.put(`${path}/working-copy`, {
        elements: [{ ...CLAUSES[0], content: 'Cured for ten days.' }],
        baseVersion,
      });
      await owner.post(`${path}/publish`, {});
    });
    assert.equal(new Set(seen).size, 4);
    assert.equal(
      (await owner.request('GET', path, undefined, { 'if-none-match': seen.at(-1) ?? '' })).status,
      304,
    );
  });

  it('If-None-Match takes * for any representation; a star in quotes is an ordinary ETag (X2)', async () => {
    const path = await publish();
    const read = (tag: string) => owner.request('GET', path, undefined, { 'if-none-match': tag });
    assert.equal((await read('*')).status, 304);
    assert.equal((await read('"*"')).status, 200);
    assert.equal((await read(`"*", ${await etagOf(path)}`)).status, 304);
  });

  it('a pinned revision shows the current name, so the reader’s cached copy is stale (X2)', async () => {
    const path = await publish();
    const revision = numberMember(objectMember(await owner.get(path), 'current_revision'), 'id');
    const pinned = `${path}?revisionId=${revision}`;
    const etag = await etagOf(pinned);
    await owner.put(path, { name: `Pinned ${count}` });
    const { status, body } = await owner.request('GET', pinned, undefined, { 'if-none-match': etag });
    assert.deepEqual([status, body.name], [200, `Pinned ${count}`]);
  });

  it('the markup has an ETag of its own, compressed too, which If-Match takes like that of the JSON (X2, S22, Y22)', async () => {
    const path = await publish();
    const long = Array.from({ length: 200 }, (_, at) => ({
      address: String(at + 1),
      kind: 'clause',
      content: `Concrete ${at} shall be cured for seven days.`,
    }));
    await owner.post(`${path}/edit`, {});
    await owner.put(`${path}/working-copy`, { elements: long });
    await owner.post(`${path}/publish`, {});
    const ask = (query: string, headers: Record<string, string>) =>
      fetch(`${node.url}${path}${query}`, {
        headers: { cookie: owner.credential.cookie ?? '', 'accept-encoding': 'identity', ...headers },
      });
    const markdown = { accept: 'text/markdown' };
    const text = await (await ask('', markdown)).text();
    for (const encoding of ['br', 'gzip']) {
      const plain = await ask('', markdown);
      const packed = await ask('', { ...markdown, 'accept-encoding': encoding });
      assert.equal(packed.headers.get('content-encoding'), encoding);
      const etag = packed.headers.get('etag') ?? '';
      assert.equal(etag, plain.headers.get('etag')?.replace(/"$/, `-${encoding}"`));
      assert.equal(await packed.text(), text);
      const again = await ask('', { ...markdown, 'accept-encoding': encoding, 'if-none-match': etag });
      assert.deepEqual([again.status, again.headers.get('etag')], [304, etag]);
      assert.equal((await put(path, { description: `Read as ${encoding}` }, etag)).status, 200);
      assert.equal((await put(path, { description: 'Late' }, etag)).status, 412);
      const current = (await ask('', markdown)).headers.get('etag') ?? '';
      assert.equal((await put(path, { description: `Read before ${encoding}` }, current)).status, 200);
    }
    const asJson = await ask('?format=markdown', { accept: '*/*' });
    assert.deepEqual(await asJson.json(), { markdown: text });
    assert.equal(await (await ask('?format=markdown', markdown)).text(), text);
    const compact = await ask('?format=compact', markdown);
    assert.equal(compact.headers.get('content-type'), 'application/json; charset=utf-8');
    for (const { headers } of [asJson, compact]) assert.match(headers.get('vary') ?? '', /\bAccept(,|$)/);
  });
});
