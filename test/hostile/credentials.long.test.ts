/**
 * Tests of API keys on endpoints and in places that do not accept them, and of `Authorization` headers that are sent
 * twice or have another scheme. Keys and roles that are lost, also in the middle of a request: `test/liveness`.
 */
import assert from 'node:assert/strict';
import { setTimeout as delay } from 'node:timers/promises';
import { describe, it } from '@jest/globals';
import { PERMISSIONS } from '../../shared/contracts/permissions.ts';
import { numberMember, stringMember } from '../../shared/rest-client/json.ts';
import { ACCOUNT_PASSWORD, joinCompany } from '../../tools/world/accounts.ts';
import { keyHeaders, sendRawRequest } from '../../tools/world/raw-http.ts';
import { OPEN_ENDPOINTS, requestPath } from '../world/contract-requests.ts';
import { collectProblems } from '../world/response-checks.ts';
import { useWorld } from '../world/test-world.ts';

describe('keys where they do not belong', () => {
  const site = useWorld();

  const newKey = async (): Promise<{ id: number; secret: string }> => {
    const made = await site.ada.session.post('/api/account/keys', {
      name: 'spare',
      permissions: [...PERMISSIONS],
    });
    return { id: numberMember(made, 'id'), secret: stringMember(made, 'secret') };
  };

  it('every endpoint of tier 1 rejects a key with every permission, before any other check (H16)', async () => {
    const tierOne = OPEN_ENDPOINTS.filter(({ spec }) => spec.auth === 'session_only');
    assert.ok(tierOne.length >= 12, `${tierOne.length} endpoints`);
    const wrong = await collectProblems(tierOne, async (route) => {
      for (const body of ['{', '{"name":{"$ne":1}}', '{}']) {
        const sent = route.method === 'GET' ? {} : { body };
        const headers = keyHeaders(site.ada.secret);
        const response = await sendRawRequest(site.base, {
          method: route.method,
          path: `${requestPath(site, route)}?limit=x`,
          headers,
          ...sent,
        });
        if (response.status !== 403 || response.body.code !== 'SESSION_REQUIRED')
          return `${route.id}: ${response.status} ${response.text}`;
      }
      // A cookie beside the key does not lift it: the key decides.
      const both = [...keyHeaders(site.ada.secret), 'cookie', site.ada.cookie, 'origin', site.base];
      const response = await sendRawRequest(site.base, {
        method: route.method,
        path: requestPath(site, route),
        headers: both,
      });
      return response.status === 403
        ? null
        : `${route.id} with a cookie: ${response.status} ${response.text}`;
    });
    assert.deepEqual(wrong, []);
  });

  it('a company is chosen for a project by a person, not by a key (H16)', async () => {
    // Someone without a company, whose project belongs to none until it is published.
    const free = await site.anyone.request('POST', '/api/account/register', {
      email: 'free@example.org',
      password: ACCOUNT_PASSWORD,
      name: 'Free',
    });
    const session = site.anyone.withCredential({
      cookie: free.headers.getSetCookie()[0]?.split(';')[0] ?? '',
    });
    const secret = stringMember(
      await session.post('/api/account/keys', { name: 'k', permissions: [...PERMISSIONS] }),
      'secret',
    );
    const key = site.anyone.withCredential({ key: secret });
    const id = numberMember(await key.post('/api/projects/create', { name: 'Free' }), 'id');
    await joinCompany(site.ada.session, { member: session, email: 'free@example.org', role: 'CompanyAdmin' });
    await delay(1_100);
    for (const body of [{ adopt_company_id: site.ada.companyId }, { adoptCompanyId: site.ada.companyId }]) {
      const response = await sendRawRequest(site.base, {
        method: 'POST',
        path: `/api/projects/${id}/publish`,
        headers: keyHeaders(secret),
        body: JSON.stringify(body),
      });
      assert.equal(response.status, 403, response.text);
    }
    const read = await key.get(`/api/projects/details/${id}?draft=1`);
    assert.equal(JSON.stringify(read).includes('"published_revision":{'), false);
  });

  it('a key in any query of any endpoint is 400, and neither answer nor header repeats it (H16)', async () => {
    const { secret } = await newKey();
    const names = ['key', 'token', 'access_token', 'api_key', 'authorization', 'search', '[]', secret];
    const wrong = await collectProblems([...OPEN_ENDPOINTS], async (route) => {
      for (const name of names) {
        const query = name === secret ? `${secret}=1` : `${name}=${encodeURIComponent(`Bearer ${secret}`)}`;
        const response = await sendRawRequest(site.base, {
          method: route.method,
          path: `${requestPath(site, route)}?${query}`,
          headers: keyHeaders(site.ada.secret),
        });
        if (response.status !== 400 || response.body.code !== 'KEY_IN_QUERY')
          return `${route.id} ${name}: ${response.status} ${response.text}`;
        if (`${response.text}${JSON.stringify(response.headers)}`.includes(secret))
          return `${route.id} repeats the key`;
      }
      return null;
    });
    assert.deepEqual(wrong, []);
  });

  it('two Authorization headers are 400, whichever is right; "Bearer" is accepted in any case, no other scheme is (H16)', async () => {
    const path = '/api/whoami';
    const right = `Bearer ${site.ada.secret}`;
    for (const pair of [
      [right, right],
      [right, 'Bearer x'],
      ['Basic eDp4', right],
    ]) {
      const { status, body } = await sendRawRequest(site.base, {
        path,
        headers: pair.flatMap((value) => ['Authorization', value]),
      });
      assert.deepEqual([status, body.code], [400, 'MALFORMED_REQUEST']);
    }
    for (const scheme of ['bearer', 'Bearer', 'BEARER', 'bEaReR ']) {
      assert.equal(
        (
          await sendRawRequest(site.base, {
            path,
            headers: ['authorization', `${scheme} ${site.ada.secret}`],
          })
        ).status,
        200,
        scheme,
      );
    }
    for (const value of [
      `Basic ${Buffer.from(`x:${site.ada.secret}`).toString('base64')}`,
      site.ada.secret,
      `Token ${site.ada.secret}`,
      `Bearer ${site.ada.secret}, Bearer ${site.ada.secret}`,
      `Bearer ${site.ada.secret} x`,
      `Bearer "${site.ada.secret}"`,
      `Bearer ${site.ada.secret.toUpperCase()}`,
      'Bearer',
      'Bearer  ',
      '',
    ]) {
      const { status, headers } = await sendRawRequest(site.base, {
        path,
        headers: ['authorization', value],
      });
      assert.deepEqual([status, headers['www-authenticate']], [401, 'Bearer'], value);
    }
  });
});
