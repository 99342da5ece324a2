/** Generated from the contracts: who is let in to every endpoint, with none left out (architecture §2, decisions G4, G16). */
import assert from 'node:assert/strict';
import { after, before, describe, it } from 'node:test';
import { Client, objectOf, textOf } from '../scripts/demo/client.ts';
import { publishedEndpoints } from '../services/gateway/route-table.ts';
import { splitHttp } from '../shared/contracts/endpoint.ts';
import { PERMISSIONS, type Permission } from '../shared/contracts/permissions.ts';
import { startTestNode, type TestNode } from './service-node.ts';

const published = publishedEndpoints();
/** An id nobody has: what is asked here never gets as far as a resource. */
const concrete = (path: string): string => path.replace(/:[A-Za-z]+/g, '999999');

describe('every endpoint lets in whom its contract says', () => {
  let node: TestNode;
  let anyone: Client;
  let session: Client;
  const keys = new Map<string, Client>();

  before(async () => {
    node = await startTestNode();
    anyone = new Client(node.node.address ?? '');
    session = await anyone.session('/api/account/register', {
      email: 'matrix@example.org',
      password: 'a long enough password',
      name: 'Matrix',
      company_name: 'Matrix',
    });
  });
  after(() => node.stop());

  /** A key with this grant; made once. */
  const keyOf = async (granted: readonly Permission[]): Promise<Client> => {
    const name = granted.join(' ');
    const made =
      keys.get(name) ??
      anyone.as({ key: textOf(await session.post('/api/account/keys', { name: 'k', permissions: [...granted] }), 'secret') });
    keys.set(name, made);
    return made;
  };

  for (const { id, spec } of published) {
    const { method, path } = splitHttp(spec.http ?? '');
    const ask = (client: Client) => client.exchange(method, concrete(path));

    if (spec.closed) {
      it(`${id}: 410 for everybody`, async () => {
        for (const client of [anyone, anyone.as({ key: 'wrong' }), session]) {
          const { status, body } = await ask(client);
          assert.deepEqual([status, body.code], [410, 'ENDPOINT_CLOSED']);
        }
      });
      continue;
    }
    if (spec.auth === 'none') {
      it(`${id}: needs no credential`, async () => {
        const { status } = await ask(anyone);
        assert.ok(![401, 403].includes(status), `answered ${status}`);
      });
      continue;
    }
    it(`${id}: 401 without a credential and with a bad one`, async () => {
      for (const client of [anyone, anyone.as({ key: 'wrong' })]) {
        const { status, headers } = await ask(client);
        assert.equal(status, 401);
        assert.equal(headers.get('www-authenticate'), 'Bearer');
      }
    });
    if (spec.auth === 'session_only') {
      it(`${id}: a key is refused, whatever it carries`, async () => {
        const { status, body } = await ask(await keyOf(PERMISSIONS));
        assert.deepEqual([status, body.code], [403, 'SESSION_REQUIRED']);
      });
      continue;
    }
    for (const permission of spec.permissions) {
      it(`${id}: 403 for a key that carries everything but ${permission}`, async () => {
        const { status, body } = await ask(await keyOf(PERMISSIONS.filter((each) => each !== permission)));
        assert.deepEqual([status, body.code], [403, 'PERMISSION_DENIED']);
        const { permission: named, permissions } = objectOf(body, 'metadata');
        assert.ok(
          named === permission || (Array.isArray(permissions) && permissions.includes(permission)),
          JSON.stringify(body.metadata),
        );
      });
    }
    it(`${id}: no error of the server for a key that carries everything`, async () => {
      const { status, body } = await ask(await keyOf(PERMISSIONS));
      assert.ok(status < 500, JSON.stringify(body));
    });
  }
});
