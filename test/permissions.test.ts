/** Tests, generated from the contracts, that every endpoint needs each of its permissions and says which is missing. */
import assert from 'node:assert/strict';
import { afterAll, beforeAll, describe, it } from '@jest/globals';
import { parseHttpLine } from '../shared/contracts/endpoint.ts';
import { PERMISSIONS, type Permission } from '../shared/contracts/permissions.ts';
import { publishedEndpoints } from '../shared/contracts/published-endpoints.ts';
import { RestClient } from '../shared/rest-client/client.ts';
import { objectMember } from '../shared/rest-client/json.ts';
import { createKey, registerAccount } from '../tools/world/accounts.ts';
import { startTestNode, type TestNode } from './service-node.ts';

/** An id nobody has: what is asked here never gets as far as a resource; test/matrix/ has the rest. */
const concrete = (path: string): string => path.replace(/:[A-Za-z]+/g, '999999');

describe('every endpoint needs each of its permissions (R-023, R-155, R-191)', () => {
  let node: TestNode;
  let anyone: RestClient;
  let session: RestClient;
  const keys = new Map<string, RestClient>();

  beforeAll(async () => {
    node = await startTestNode();
    anyone = new RestClient(node.node.url ?? '');
    session = await registerAccount(anyone.base, 'Matrix', 'Matrix');
  });
  afterAll(() => node.stop());

  /** A key with this grant; made once. */
  const keyOf = async (granted: readonly Permission[]): Promise<RestClient> => {
    const name = granted.join(' ');
    const made = keys.get(name) ?? (await createKey(session, granted)).client;
    keys.set(name, made);
    return made;
  };

  for (const { id, spec } of publishedEndpoints()) {
    if (spec.closed || spec.auth !== 'key_or_session') continue;
    const { method, path } = parseHttpLine(spec.http ?? '');
    for (const permission of spec.permissions) {
      it(`${id}: 403 for a key that carries everything but ${permission}`, async () => {
        const key = await keyOf(PERMISSIONS.filter((each) => each !== permission));
        const { status, body } = await key.request(method, concrete(path));
        assert.deepEqual([status, body.code], [403, 'PERMISSION_DENIED']);
        const { permission: named, permissions } = objectMember(body, 'metadata');
        assert.ok(
          named === permission || (Array.isArray(permissions) && permissions.includes(permission)),
          JSON.stringify(body.metadata),
        );
      });
    }
  }
});
