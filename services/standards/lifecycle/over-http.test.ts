/** Tests of deprecating, reactivating and deleting a standard over HTTP: the confirmation, `If-Match`. */
import assert from 'node:assert/strict';
import { beforeAll, describe, it } from '@jest/globals';
import type { RestClient } from '../../../shared/rest-client/client.ts';
import { numberMember } from '../../../shared/rest-client/json.ts';
import { useNode } from '../../../test/service-node.ts';
import { registerAccount } from '../../../tools/world/accounts.ts';

describe('deprecating and deleting over HTTP', () => {
  const node = useNode();
  let owner: RestClient;
  let category_id: number;
  let count = 0;
  beforeAll(async () => {
    owner = await registerAccount(node.url, 'Owner');
    const category = { name: 'Concrete', subject_type: 'user' };
    category_id = numberMember(await owner.post('/api/categories', category), 'id');
  });

  async function createDeprecated(): Promise<string> {
    count += 1;
    const standard = { name: `Standard ${count} & more`, category_id, subject_type: 'user' };
    const path = `/api/standards/${numberMember(await owner.post('/api/standards', standard), 'id')}`;
    assert.equal((await owner.request('PATCH', `${path}/deprecate`, { reason: 'Old' })).status, 200);
    return path;
  }

  it('a deletion without the name says at the top level and in metadata what to confirm (G2, S14, R-184)', async () => {
    const path = await createDeprecated();
    const { status, body } = await owner.request('DELETE', path);
    const asked = { requiresConfirmation: true, name: `Standard ${count} & more`, customizationCount: 0 };
    assert.equal(status, 400);
    const { requiresConfirmation, name, customizationCount } = body;
    assert.deepEqual({ requiresConfirmation, name, customizationCount }, asked);
    assert.deepEqual(body.metadata, { ...asked, errors: body.errors });
  });

  it('a deletion, a deprecation and a reactivation take the ETag that was read, and no other (X2)', async () => {
    const path = await createDeprecated();
    const etag = async () => (await owner.request('GET', path)).headers.get('etag') ?? '';
    const stale = await etag();
    const send = (method: string, to: string, tag: string) =>
      owner.request(method, to, {}, { 'if-match': tag });
    assert.equal((await send('PATCH', `${path}/reactivate`, stale)).status, 200);
    assert.equal((await send('PATCH', `${path}/deprecate`, stale)).status, 412);
    assert.equal((await send('PATCH', `${path}/deprecate`, await etag())).status, 200);
    assert.equal((await send('DELETE', path, stale)).status, 412);
  });
});
