/** Tests of the fuzzer's checks (`tools/fuzz/checks`): each finds a response that is wrong in one way. */
import assert from 'node:assert/strict';
import { describe, it } from '@jest/globals';
import { type EndpointId, type EndpointMap, endpoints } from '../shared/contracts/index.ts';
import { checkResponse } from '../tools/fuzz/checks/response-contract.ts';
import { checkTenantIsolation } from '../tools/fuzz/checks/tenant-isolation.ts';
import { type FuzzRequest, toCurl } from '../tools/fuzz/fuzz-request.ts';
import type { FuzzExchange } from '../tools/fuzz/world/fuzz-world.ts';
import type { FuzzPrincipal } from '../tools/fuzz/world/principals.ts';
import type { RawResponse } from '../tools/world/raw-http.ts';

const person = (tenant: string): FuzzPrincipal => ({
  name: tenant,
  kind: 'session',
  tenant,
  account: tenant,
  mark: `mark${tenant}`,
  email: '',
  userId: 1,
  keyId: 0,
  credential: { label: tenant.toUpperCase(), cookie: 'css_session=secret-token' },
});
const north = person('north');
const south = person('south');

const HEADERS = {
  'content-type': 'application/json; charset=utf-8',
  'x-content-type-options': 'nosniff',
  'x-request-id': 'r1',
  'cache-control': 'private, no-cache',
  vary: 'Authorization, Cookie',
  'content-security-policy': "default-src 'none'",
};
const draft: FuzzRequest = {
  who: 'north',
  endpoint: 'companies.get',
  method: 'GET',
  template: '/api/companies/:id',
  path: { id: '1' },
  query: [],
  headers: {},
};
const company: EndpointMap['companies.get'] = endpoints['companies.get'];

function answered(
  body: unknown,
  more: Partial<RawResponse> = {},
  endpoint: EndpointId = 'companies.get',
): FuzzExchange {
  const response: RawResponse = {
    status: 200,
    headers: HEADERS,
    text: JSON.stringify(body),
    body: {},
    ms: 1,
    ...more,
  };
  return {
    request: { ...draft, endpoint },
    who: north,
    requestId: 'r1',
    response,
    json: body,
    sentAddresses: new Set(),
  };
}
const checksOf = (exchange: FuzzExchange): string[] =>
  checkResponse(exchange, company).map(({ check }) => check);

const PROBLEM = {
  type: 'urn:css:error:NOT_FOUND',
  title: 'Not found',
  status: 404,
  detail: 'Not found, or you do not have access to it.',
  instance: '/api/companies/1',
  code: 'NOT_FOUND',
  message: 'Not found, or you do not have access to it.',
  requestId: 'r1',
};
const refused = (problem: object, status = 404): FuzzExchange =>
  answered(problem, {
    status,
    headers: { ...HEADERS, 'content-type': 'application/problem+json; charset=utf-8' },
  });

describe('the checks of the fuzz run', () => {
  it('a response as declared is not a finding', () => {
    assert.deepEqual(checksOf(answered({ id: 1, name: 'North' })), []);
    assert.deepEqual(checksOf(refused(PROBLEM)), []);
  });

  it('another shape, an extra member, another status, a slow response and a missing header are each found (G1, G3)', () => {
    assert.deepEqual(checksOf(answered({ id: 1 })), ['declared shape']);
    assert.deepEqual(checksOf(answered({ id: 1, name: 'North', seat_limit: 5 })), ['nothing undeclared']);
    assert.deepEqual(checksOf(answered({ id: 1, name: 'North' }, { status: 201 })), ['declared status']);
    assert.deepEqual(checksOf(answered({ id: 1, name: 'North' }, { ms: 5_001 })), ['within 5 s']);
    const { vary: _, ...headers } = HEADERS;
    assert.deepEqual(checksOf(answered({ id: 1, name: 'North' }, { headers })), ['headers']);
  });

  it('an internal error, an undeclared code, and a malformed problem document are found (G2, H38)', () => {
    const internal = {
      ...PROBLEM,
      type: 'urn:css:error:INTERNAL_ERROR',
      title: 'Internal error',
      code: 'INTERNAL_ERROR',
    };
    assert.ok(checksOf(refused({ ...internal, status: 500 }, 500)).includes('no 5xx'));
    const taken = {
      ...PROBLEM,
      type: 'urn:css:error:NAME_TAKEN',
      title: 'The name is taken',
      code: 'NAME_TAKEN',
      status: 409,
    };
    assert.deepEqual(checksOf(refused(taken, 409)), ['declared code']);
    const words = 'E11000 duplicate key error, says the store.';
    assert.deepEqual(checksOf(refused({ ...PROBLEM, detail: words, message: words })), ['problem document']);
    assert.deepEqual(checksOf(refused({ ...PROBLEM, requestId: 'r2' })), ['problem document']);
  });

  it('a text of another tenant and a credential are found; what the request itself sent is not a leak (H1)', () => {
    const judge = (exchange: FuzzExchange): string[] =>
      checkTenantIsolation(exchange, [north, south]).map(({ check }) => check);
    assert.deepEqual(judge(answered({ id: 1, name: 'Beams marknorth' })), []);
    assert.deepEqual(judge(answered({ id: 1, name: 'Beams marksouth' })), ['no other tenant’s data']);
    const requested = answered({ id: 1, name: 'Beams marksouth' });
    assert.deepEqual(
      judge({ ...requested, request: { ...requested.request, query: [['search', 'marksouth']] } }),
      [],
    );
    const contact = {
      ...answered({ email: 'a.marksouth@x.org' }),
      sentAddresses: new Set(['a.marksouth@x.org']),
    };
    assert.deepEqual(judge(contact), []);
    assert.deepEqual(judge(answered({ id: 1, name: 'secret-token' })), ['no credential', 'no credential']);
    assert.deepEqual(judge(answered({ name: `css_live_${'a'.repeat(43)}_${'b'.repeat(6)}` })), [
      'no credential',
    ]);
  });

  it('a finding is printed as a shell command, without the credential itself', () => {
    const line = toCurl(
      { ...draft, method: 'POST', body: { name: "it's\u0000" } },
      north.credential,
      'http://localhost:1',
    );
    assert.equal(
      line,
      `curl -sS -i --path-as-is -X POST 'http://localhost:1/api/companies/1' -H "cookie: $NORTH" -H 'origin: http://localhost:1' ` +
        `-H 'content-type: application/json' --data-binary '{"name":"it'\\''s\\u0000"}'`,
    );
  });
});
