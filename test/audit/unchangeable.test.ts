/** Tests on the contracts that no route and no action changes the audit trail. */
import assert from 'node:assert/strict';
import { it } from '@jest/globals';
import { audit } from '../../shared/contracts/audit.ts';
import type { EndpointSpec } from '../../shared/contracts/endpoint.ts';
import { endpoints } from '../../shared/contracts/index.ts';

const all: [string, EndpointSpec][] = Object.entries(endpoints);

it('one action of the audit service writes, and it has no route; the other reads (H40)', () => {
  const own: [string, EndpointSpec][] = Object.entries(audit);
  assert.deepEqual(
    own.filter(([, { http }]) => http === undefined).map(([id]) => id),
    ['audit.record'],
  );
  for (const [id, spec] of own.filter(([, { http }]) => http !== undefined)) {
    assert.deepEqual([spec.http?.split(' ')[0], spec.mutates, spec.alias ?? ''], ['GET', false, ''], id);
  }
});

it('no address of any endpoint names an audit entry, and no write goes to one below the trail (H40)', () => {
  const addresses = all.flatMap(([id, { http, alias }]) =>
    [http, alias].flatMap((address) => (address?.includes('/audit') ? [`${id}: ${address}`] : [])),
  );
  assert.deepEqual(addresses, ['admin.audit.list: GET /api/admin/audit']);
});
