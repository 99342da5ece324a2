/** Rate limits under more requests than are allowed. */
import assert from 'node:assert/strict';
import { describe, it } from '@jest/globals';
import { numberMember, objectMember } from '../../scripts/rest-client/json.ts';
import { createKey, registerAccount } from '../../tools/world/accounts.ts';
import { keyHeaders, type RawResponse, sendRawRequest } from '../../tools/world/raw-http.ts';
import { useNode } from '../service-node.ts';
import { collectProblems } from '../world/response-checks.ts';

const COMPANY = 300;
const ANONYMOUS = 40;
/** How long an owner's requests count, from the first on. */
const MINUTE_MS = 60_000;

describe('more requests than anybody may send', () => {
  const limits = {
    RATE_LIMIT_ANONYMOUS: String(ANONYMOUS),
    RATE_LIMIT_FREE: '30',
    RATE_LIMIT_COMPANY: String(COMPANY),
  };
  const node = useNode(['gateway', 'identity', 'audit'], limits);

  const owner = async (name: string) => {
    const session = await registerAccount(node.url, name, `Company of ${name}`);
    const newKey = async () => (await createKey(session, ['standard:read'])).secret;
    return { session, newKey };
  };
  const flood = async (
    count: number,
    send: (at: number) => Promise<RawResponse>,
  ): Promise<Map<number, RawResponse[]>> => {
    const byStatus = new Map<number, RawResponse[]>();
    const wrong = await collectProblems(
      Array.from({ length: count }, (_, at) => at),
      async (at) => {
        const response = await send(at);
        byStatus.set(response.status, [...(byStatus.get(response.status)?.slice(-3) ?? []), response]);
        counts.set(response.status, (counts.get(response.status) ?? 0) + 1);
        return null;
      },
    );
    assert.deepEqual(wrong, []);
    return byStatus;
  };
  const counts = new Map<number, number>();
  const path = '/api/account/permissions';

  it('of a thousand requests by one key as many as the limit succeed and the rest is 429 with none remaining (H34)', async () => {
    const { newKey } = await owner('one');
    const secret = await newKey();
    counts.clear();
    const began = performance.now();
    const responses = await flood(1_000, () =>
      sendRawRequest(node.url, { path, headers: keyHeaders(secret) }),
    );
    // Registering and making the key counted too; a minute that ended meanwhile lets in as many again.
    const minutes = Math.ceil((performance.now() - began) / MINUTE_MS) + 1;
    assert.deepEqual([...counts.keys()].sort(), [200, 429]);
    assert.ok(
      (counts.get(200) ?? 0) >= COMPANY - 10 && (counts.get(200) ?? 0) <= COMPANY * minutes,
      `${counts.get(200)} were let in`,
    );
    for (const { headers, body } of responses.get(429) ?? []) {
      assert.deepEqual(
        [headers['x-ratelimit-limit'], headers['x-ratelimit-remaining']],
        [String(COMPANY), '0'],
      );
      assert.ok(Number(headers['retry-after']) >= 1 && Number(headers['retry-after']) <= 60);
      assert.equal(body.code, 'RATE_LIMITED');
      assert.ok(numberMember(objectMember(body, 'metadata'), 'retryAfter') > 0);
    }
  });

  it('twenty keys of one owner share one limit (H34)', async () => {
    const shareOneLimit = async (name: string): Promise<void> => {
      const { newKey, session } = await owner(name);
      const keys: string[] = [];
      for (let at = 0; at < 20; at += 1) keys.push(await newKey());
      counts.clear();
      await flood(COMPANY + 50, (at) =>
        sendRawRequest(node.url, { path, headers: keyHeaders(keys[at % keys.length] ?? '') }),
      );
      assert.ok((counts.get(429) ?? 0) >= 50, `${counts.get(429)} were refused`);
      for (const secret of keys)
        assert.equal((await sendRawRequest(node.url, { path, headers: keyHeaders(secret) })).status, 429);
      assert.equal((await session.request('GET', path)).status, 429);
    };
    const began = performance.now();
    try {
      await shareOneLimit('many');
    } catch (error) {
      // On a busy machine the minute may have ended meanwhile, and another have begun.
      if (performance.now() - began < MINUTE_MS) throw error;
      await shareOneLimit('many-more');
    }
  });

  it('a forged X-Forwarded-For changes no identity, without a credential or with a bad one (H34)', async () => {
    for (const credential of [[], keyHeaders('nonsense')]) {
      counts.clear();
      await flood(ANONYMOUS + 30, (at) =>
        sendRawRequest(node.url, {
          path: credential.length > 0 ? path : '/api/certificates/keys',
          headers: [
            ...credential,
            'x-forwarded-for',
            `10.0.${at >> 8}.${at & 255}`,
            'x-real-ip',
            `10.1.0.${at & 255}`,
            'forwarded',
            `for=10.2.0.${at & 255}`,
          ],
        }),
      );
      assert.ok((counts.get(429) ?? 0) >= 30, `${JSON.stringify([...counts])}`);
    }
    // Health is never refused: a limit must not look like an outage.
    assert.notEqual((await sendRawRequest(node.url, { path: '/api/health' })).status, 429);
  });
});
