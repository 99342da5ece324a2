/** Tests of rate limits over two gateways with counts in Redis, and in memory while Redis does not answer. */

import assert from 'node:assert/strict';
import { once } from 'node:events';
import { type AddressInfo, connect, createServer, type Server, type Socket } from 'node:net';
import { afterAll, beforeAll, it } from '@jest/globals';
import type { RestClient } from '../../shared/rest-client/client.ts';
import { numberMember, stringMember } from '../../shared/rest-client/json.ts';
import { ACCOUNT_PASSWORD, createKey, registerAccount } from '../../tools/world/accounts.ts';
import { eventually } from '../eventually.ts';
import { startTestNode, type TestNode } from '../service-node.ts';
import { skipIf } from '../skip-if.ts';
import { missingServer, redisUrl } from '../test-servers.ts';
import { TwoGateways } from './two-gateways.fixture.ts';

/** On a machine under load a response of Redis may take longer than the default, and a gateway counts alone. */
const PATIENT = { REDIS_TIMEOUT_MS: '5000' };

const ASK = ['GET', '/api/account/permissions'] as const;

skipIf(missingServer('NATS') || missingServer('REDIS')).describe('one limit over two gateways', () => {
  let site: TwoGateways;
  beforeAll(async () => {
    site = await TwoGateways.start({
      ...PATIENT,
      REDIS_URL: redisUrl(),
      RATE_LIMIT_FREE: '20',
      RATE_LIMIT_COMPANY: '40',
      RATE_LIMIT_REGISTER: '3',
    });
  });
  afterAll(() => site.stop());

  for (const [tier, limit, companyName] of [
    ['a free account', 20, undefined],
    ['a company', 40, 'Firm'],
  ] as const) {
    it(`${tier} has ${limit} a minute, whichever key asks whichever gateway (A7, R-227)`, async () => {
      const owner = await site.person(companyName);
      const keys = [await site.key(owner, ['standard:read']), await site.key(owner, ['standard:read'])];
      const clients = keys.flatMap(({ secret, secondGateway }) => [
        secondGateway,
        site.firstGateway.withCredential({ key: secret }),
      ]);
      // All at once: two gateways that count apart would let more pass.
      const requested = Array.from({ length: limit + 10 }, (_, at) =>
        clients[at % clients.length]?.request(...ASK),
      );
      const responses = (await Promise.all(requested)).flatMap((response) => response ?? []);
      const made = 3; // the session asked who it is, and made the keys
      assert.equal(responses.filter(({ status }) => status === 200).length, limit - made);
      const refused = responses.filter(({ status }) => status === 429);
      assert.equal(refused.length, 10 + made);
      for (const { headers } of responses) assert.equal(headers.get('x-ratelimit-limit'), String(limit));
      for (const { headers } of refused) assert.equal(headers.get('x-ratelimit-remaining'), '0');
      const left = responses
        .filter(({ status }) => status === 200)
        .map(({ headers }) => Number(headers.get('x-ratelimit-remaining')));
      assert.deepEqual(
        left.toSorted((a, b) => a - b),
        Array.from({ length: limit - made }, (_, at) => at),
      );
    });
  }

  it('registrations of one network address are limited by the hour, over both gateways (ASVS 2.4.1)', async () => {
    const register = (at: RestClient, email: string) =>
      at.request('POST', '/api/account/register', { email, password: ACCOUNT_PASSWORD, name: 'X' });
    // Two accounts above and this one are what an hour allows.
    assert.equal((await register(site.secondGateway, 'third@example.org')).status, 201);
    for (const at of [site.firstGateway, site.secondGateway]) {
      const { status, body, headers } = await register(at, 'fourth@example.org');
      assert.deepEqual([status, body.code], [429, 'RATE_LIMITED']);
      const wait = Number(headers.get('retry-after'));
      assert.ok(wait > 3_000 && wait <= 3_600, `retry after ${wait} s`);
      assert.match(stringMember(body, 'detail'), /registrations per hour.*Try again in \d+ minutes/);
    }
    // Who has an account signs in all the same.
    const login = { email: 'third@example.org', password: ACCOUNT_PASSWORD };
    assert.equal((await site.firstGateway.request('POST', '/api/account/login', login)).status, 200);
  });
});

/** A line to the real Redis that can be cut and made slow. */
class Line {
  delayMs = 0;
  readonly #server: Server;
  readonly #sockets = new Set<Socket>();
  readonly #target: URL;
  port = 0;

  constructor(target: string) {
    this.#target = new URL(target);
    this.#server = createServer((near) => {
      const far = connect(Number(this.#target.port), this.#target.hostname);
      for (const [from, to] of [
        [near, far],
        [far, near],
      ] as const) {
        this.#sockets.add(from);
        from.on('error', () => undefined);
        from.on('close', () => to.destroy());
        from.on('data', (bytes) => {
          if (this.delayMs === 0) to.write(bytes);
          else setTimeout(() => to.destroyed || to.write(bytes), this.delayMs);
        });
      }
    });
  }

  get url(): string {
    const url = new URL(this.#target);
    url.host = `127.0.0.1:${this.port}`;
    return url.href;
  }

  async open(): Promise<void> {
    this.#server.listen(this.port, '127.0.0.1');
    await once(this.#server, 'listening');
    const { port } = this.#server.address() as AddressInfo;
    this.port = port;
  }

  async cut(): Promise<void> {
    const closed = new Promise((resolve) => this.#server.close(resolve));
    for (const socket of this.#sockets) socket.destroy();
    await closed;
  }
}

skipIf(missingServer('REDIS')).describe('a Redis that goes away and becomes slow (R6)', () => {
  const LIMIT = 100_000;
  let line: Line;
  let node: TestNode;
  let session: RestClient;
  let client: RestClient;
  beforeAll(async () => {
    line = new Line(redisUrl());
    await line.open();
    node = await startTestNode(['gateway', 'identity', 'audit'], {
      ...PATIENT,
      REDIS_URL: line.url,
      RATE_LIMIT_FREE: String(LIMIT),
    });
    session = await registerAccount(node.url, 'Ada');
    ({ client } = await createKey(session, ['standard:read']));
  });
  afterAll(async () => {
    await node.stop();
    await line.cut();
  });

  const remaining = async (): Promise<number> =>
    Number((await client.request(...ASK)).headers.get('x-ratelimit-remaining'));
  /** Asks so often from four sides at once. */
  const ASKED = 240;
  /** @returns how many milliseconds these requests took. Every one must be answered */
  async function askOften(): Promise<number> {
    const began = performance.now();
    await Promise.all(
      Array.from({ length: 4 }, async () => {
        for (let requested = 0; requested < ASKED / 4; requested += 1)
          assert.equal((await client.request(...ASK)).status, 200);
      }),
    );
    return performance.now() - began;
  }
  /** Until Redis counts again: it has counted more than this process has. */
  async function untilShared(most: number): Promise<void> {
    await eventually(async () => assert.ok((await remaining()) <= most, 'Redis counts again'));
  }

  it('no request fails or waits, this process counts meanwhile, a revoked key stays refused, and Redis counts again (R6)', async () => {
    // Twice, so that a count that begins again is behind the one Redis has.
    await askOften();
    const usual = await askOften();
    await untilShared(LIMIT - ASKED);
    const shared = await remaining();

    await line.cut();
    const gone = await askOften();
    assert.ok((await remaining()) > shared, 'this process began its own count');
    const doomed = await session.post('/api/account/keys', {
      name: 'doomed',
      permissions: ['standard:read'],
    });
    const holder = client.withCredential({ key: stringMember(doomed, 'secret') });
    assert.equal((await holder.request(...ASK)).status, 200);
    await session.requestOk('DELETE', `/api/account/keys/${numberMember(doomed, 'id')}`);
    assert.equal((await holder.request(...ASK)).status, 401);

    await line.open();
    await untilShared(shared);
    line.delayMs = 2 * Number(PATIENT.REDIS_TIMEOUT_MS);
    const slow = await askOften();
    line.delayMs = 0;
    await untilShared(shared);

    console.info(
      `${usual.toFixed(0)} ms usually, ${gone.toFixed(0)} ms without Redis, ${slow.toFixed(0)} ms with a slow one`,
    );
    // Had each waited for Redis, five seconds, it would be five minutes more; half a minute is far from what a busy
    // machine adds to the five seconds of the first ones.
    for (const time of [gone, slow]) assert.ok(time < usual + 30_000, `${time} ms, usually ${usual} ms`);
  });
});
