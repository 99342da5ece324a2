/** Tests of which requests the client package repeats, and when. */
import assert from 'node:assert/strict';
import { describe, it } from '@jest/globals';
import { type Answer, AnsweringServer } from './answering-server.fixture.ts';
import { ApiError } from './index.ts';

const CATEGORY = { id: 1, name: 'Concrete' };
const busy = (retryAfter?: string): Answer => ({
  status: 503,
  body: { status: 503, code: 'SERVICE_UNAVAILABLE', detail: 'Wait.' },
  ...(retryAfter === undefined ? {} : { headers: { 'retry-after': retryAfter } }),
});

describe('repetition of requests by the client', () => {
  const server = new AnsweringServer();

  for (const [what, first] of [
    ['503', busy()],
    ['503 with Retry-After', busy('0')],
    ['429', { status: 429, body: { code: 'RATE_LIMITED', metadata: { retryAfter: 0 } } }],
    ['502 of a proxy', { status: 502, headers: { 'content-type': 'text/html' } }],
    ['a lost connection', null],
  ] satisfies [string, Answer | null][]) {
    it(`a read is repeated after ${what}`, async () => {
      server.answerInTurn(first, { status: 200, body: CATEGORY });
      assert.deepEqual(await server.newClient().call('categories.list'), CATEGORY);
      assert.equal(server.requests.length, 2);
    });

    it(`a POST is repeated after ${what} with the key of its first attempt, which no other call has`, async () => {
      server.answerInTurn(first, { status: 201, body: CATEGORY });
      const client = server.newClient();
      for (const name of ['A', 'B']) await client.call('projects.create', { name });
      const [once, again, other] = server.requests.map(({ headers }) => headers['idempotency-key']);
      assert.match(String(once), /^[0-9a-f]{32}$/);
      assert.equal(again, once);
      assert.notEqual(other, once);
      assert.deepEqual(server.requests[1]?.body, server.requests[0]?.body);
    });

    it(`PUT, and a POST that knows no key, are not repeated after ${what}`, async () => {
      server.answerInTurn(first);
      const client = server.newClient();
      await assert.rejects(client.call('projects.edit', { id: 1, baseVersion: '1', summary: 'x' }));
      await assert.rejects(client.call('account.keys.create', { name: 'CI', preset: 'reader' }));
      assert.deepEqual(
        server.requests.map(({ line }) => line),
        ['PUT /api/projects/edit/1', 'POST /api/account/keys'],
      );
      assert.ok(server.requests.every(({ headers }) => headers['idempotency-key'] === undefined));
    });
  }

  it('waits as long as the service asks', async () => {
    server.answerInTurn(busy('1'), { status: 200, body: CATEGORY });
    const started = performance.now();
    await server.newClient().call('categories.list');
    const waited = performance.now() - started;
    assert.ok(waited >= 990 && waited < 3_000, `${waited} ms`);
  });

  it('does not wait when that is longer than it may, and says how long', async () => {
    server.answerInTurn(busy('61'));
    await assert.rejects(server.newClient().call('categories.list'), (error) => {
      assert.ok(error instanceof ApiError);
      assert.equal(error.retryAfter, 61);
      return true;
    });
    assert.equal(server.requests.length, 1);
  });

  it('gives up after five attempts, and at once when told to repeat nothing', async () => {
    server.answerInTurn(busy('0'));
    await assert.rejects(server.newClient().call('categories.list'), ApiError);
    assert.equal(server.requests.length, 5);
    await assert.rejects(server.newClient({ retryForMs: 0 }).call('categories.list'), ApiError);
    assert.equal(server.requests.length, 6);
  });

  it('repeats a request that is still in progress, and no other refusal', async () => {
    const inProgress = { code: 'IDEMPOTENCY_IN_PROGRESS', metadata: { retryAfter: 0 } };
    server.answerInTurn({ status: 409, body: inProgress }, { status: 409, body: { code: 'NAME_TAKEN' } });
    await assert.rejects(server.newClient().call('projects.create', { name: 'A' }), /409 NAME_TAKEN/);
    assert.equal(server.requests.length, 2);
  });

  it('sends no key by itself where nothing is repeated', async () => {
    server.answerInTurn({ status: 201, body: CATEGORY });
    const client = server.newClient({ retryForMs: 0 });
    await client.call('projects.create', { name: 'A' });
    await client.call('projects.create', { name: 'A' }, { idempotencyKey: 'bridge-1' });
    const keys = server.requests.map(({ headers }) => headers['idempotency-key']);
    assert.deepEqual(keys, [undefined, 'bridge-1']);
  });

  it('sends the key of the caller, and the version that a write is about', async () => {
    server.answerInTurn({ status: 200, body: CATEGORY });
    const options = { idempotencyKey: 'nightly 1', ifMatch: '7' };
    await server.newClient().call('projects.create', { name: 'A' }, options);
    assert.equal(server.requests[0]?.headers['idempotency-key'], 'nightly 1');
    assert.equal(server.requests[0]?.headers['if-match'], '7');
  });

  it('ends with its signal: before the request, during it, and while it waits', async () => {
    const reason = new Error('enough');
    server.answerInTurn(busy('30'));
    await assert.rejects(
      server.newClient().call('categories.list', {}, { signal: AbortSignal.abort(reason) }),
      reason,
    );
    assert.equal(server.requests.length, 0);
    const waiting = new AbortController();
    const started = performance.now();
    setTimeout(() => waiting.abort(reason), 50);
    await assert.rejects(server.newClient().call('categories.list', {}, { signal: waiting.signal }), reason);
    const during = new AbortController();
    server.behaviour = () => {
      during.abort(reason);
      return { status: 200, body: CATEGORY };
    };
    await assert.rejects(server.newClient().call('categories.list', {}, { signal: during.signal }), reason);
    assert.ok(performance.now() - started < 5_000);
  });
});
