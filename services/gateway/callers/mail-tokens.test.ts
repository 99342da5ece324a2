/**
 * Tests of verification and password reset by mail over HTTP; also of requests with an API key in the query, or with a
 * key whose checksum is wrong.
 */
import assert from 'node:assert/strict';
import { beforeAll, describe, it } from '@jest/globals';
import { RestClient } from '../../../shared/rest-client/client.ts';
import { stringMember } from '../../../shared/rest-client/json.ts';
import { Mailbox } from '../../../test/mailbox.ts';
import { useNode } from '../../../test/service-node.ts';

const PASSWORD = 'a long enough password';

describe('verification and password reset by mail, over HTTP', () => {
  const node = useNode(['gateway', 'identity', 'audit'], { EMAIL_VERIFICATION: 'required' });
  let anyone: RestClient;
  beforeAll(() => {
    anyone = new RestClient(node.url);
  });
  const mailbox = new Mailbox(() => node.node.config.dataDir);
  const register = (email: string) =>
    anyone.request('POST', '/api/account/register', { email, password: PASSWORD, name: 'Ann' });

  it('register, verify, sign in, reset, sign in: only login opens a session (A10, A17)', async () => {
    const email = 'ann@example.org';
    const registered = await register(email);
    assert.deepEqual([registered.status, registered.headers.get('set-cookie')], [202, null]);
    const verified = await anyone.request('POST', '/api/account/verify-email', {
      token: (await mailbox.newestTo(email)).token,
    });
    assert.deepEqual(
      [verified.status, verified.body, verified.headers.get('set-cookie')],
      [200, { email, waits_for: null }, null],
    );
    const session = await anyone.openSession('account.login', { email, password: PASSWORD });
    await anyone.post('/api/account/password-reset', { email });
    const { token } = await mailbox.newestTo(email, 2);
    const confirmed = await anyone.request('POST', '/api/account/password-reset/confirm', {
      token,
      password: 'the new one, long',
    });
    assert.deepEqual([confirmed.status, confirmed.headers.get('set-cookie')], [200, null]);
    assert.equal((await session.request('GET', '/api/account/keys')).status, 401);
    assert.ok(await anyone.openSession('account.login', { email, password: 'the new one, long' }));
  });

  it('a reset of a known and of an unknown email get the same response, byte for byte but the request id (H30)', async () => {
    const responses = await Promise.all(
      ['ann@example.org', 'nobody@example.org'].map((email) =>
        anyone.request('POST', '/api/account/password-reset', { email }),
      ),
    );
    const [known, unknown] = responses.map(({ status, body }) => ({ status, body }));
    assert.deepEqual(known, unknown);
    assert.deepEqual(known, { status: 200, body: { requested: true } });
  });

  it('an account with an expired session can still request a new password', async () => {
    const stale = anyone.withCredential({ cookie: `css_session=${'x'.repeat(43)}` });
    assert.equal(
      (await stale.request('POST', '/api/account/password-reset', { email: 'ann@example.org' })).status,
      200,
    );
    const { problem } = await stale.requestExpectingError('POST', '/api/account/password-reset/confirm', {
      token: 'x',
      password: PASSWORD,
    });
    assert.equal(stringMember(problem, 'code'), 'INVALID_TOKEN');
  });

  it('a bad token is 400 with its path; another type is refused before anything is looked up (A17)', async () => {
    for (const token of ['x', '', 'y'.repeat(43)]) {
      const { status, problem } = await anyone.requestExpectingError('POST', '/api/account/verify-email', {
        token,
      });
      assert.deepEqual([status, problem.code], [400, 'INVALID_TOKEN']);
    }
    for (const body of [{}, { token: 7 }, { token: ['a'] }, { token: null }, { token: 'z'.repeat(201) }]) {
      assert.equal(
        (await anyone.requestExpectingError('POST', '/api/account/verify-email', body)).problem.code,
        'VALIDATION_ERROR',
      );
    }
  });

  it('a key in any name or value of a query is rejected, also without its checksum; a part of a key is not (A15)', async () => {
    const secret = `css_live_${'a'.repeat(43)}`;
    for (const query of [`search=${secret}`, `${secret}=1`, `a=Bearer%20${secret}_abcdef`]) {
      assert.equal(
        (await anyone.requestExpectingError('GET', `/api/help?${query}`)).problem.code,
        'KEY_IN_QUERY',
      );
    }
    assert.equal((await anyone.request('GET', '/api/help?format=index&x=css_live_abc')).status, 200);
  });

  it('a text without a valid key checksum is rejected without a call to identity (A15)', async () => {
    const asked: string[] = [];
    const { broker } = node.node;
    const call = broker.call.bind(broker);
    broker.call = Object.assign((id: string, ...rest: unknown[]) => {
      asked.push(id);
      return Reflect.apply(call, broker, [id, ...rest]);
    });
    try {
      const { status } = await anyone
        .withCredential({ key: `css_test_${'a'.repeat(43)}_abcdef` })
        .request('GET', '/api/account/keys');
      assert.equal(status, 401);
      assert.ok(!asked.includes('identity.principal'));
    } finally {
      broker.call = call;
    }
  });
});
