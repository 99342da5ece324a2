/**
 * Tests of `standards.list` without pages over HTTP: parts, slow and disconnected clients, their memory budget,
 * refusals, and keys that are revoked or parts that fail midway.
 */
import assert from 'node:assert/strict';
import { IncomingMessage, request, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { setTimeout as delay } from 'node:timers/promises';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, it } from '@jest/globals';
import type { Principal } from '../../../shared/kernel/auth/principal.ts';
import { afterTest } from '../../../test/after-test.ts';
import { eventually } from '../../../test/eventually.ts';
import { createRouteTable } from '../../../test/gateway-route-table.ts';
import { startLocalServer } from '../../../test/local-server.ts';
import { startWorld, type TestWorld } from '../../../test/world/test-world.ts';
import { Authenticator } from '../callers/authenticator.ts';
import { newHttpContext } from '../http-context.fixture.ts';
import { createMemoryBudgets, type MemoryBudgets } from '../memory-budget.ts';
import { sendProblem } from '../responses/send-response.ts';
import { createStandardsListEndpoint } from './unpaged-list-endpoints.ts';

/** As JSON three times what the buffers of a connection hold. */
const ROWS = 20_000;

describe('a list that is sent in parts', () => {
  let site: TestWorld;
  beforeAll(async () => {
    site = await startWorld({ LOG_LEVEL: 'silent' });
    const standards = await collection();
    const pattern = await standards.findOne({ _id: site.mallory.standardId });
    assert.ok(pattern);
    for (let at = 0; at < ROWS; at += 5_000) {
      const copy = (name: string, id: number) => ({
        ...pattern,
        _id: id,
        name,
        folded_name: name,
        search_text: name,
      });
      await standards.insertMany(
        Array.from({ length: 5_000 }, (_, more) => copy(`copy ${at + more}`, 1_000_000 + at + more)),
      );
    }
  });
  afterAll(() => site.stop());

  const database = () => site.node.node.openDatabase('standards');
  const collection = async () => (await database()).collection<{ _id: number; name: string }>('standards');

  interface Asked {
    base?: string;
    query?: string;
    secret?: string;
    headers?: Record<string, string>;
    method?: string;
  }
  /** The response as soon as it begins. */
  const open = ({
    base = site.base,
    query = '',
    secret = site.mallory.secret,
    headers = {},
    method = 'GET',
  }: Asked = {}) =>
    new Promise<IncomingMessage>((resolve, reject) => {
      const options = { method, agent: false, headers: { authorization: `Bearer ${secret}`, ...headers } };
      request(`${base}/api/standards?${query}`, options, resolve).once('error', reject).end();
    });
  const readBytes = async (response: IncomingMessage): Promise<Buffer> =>
    Buffer.concat(await response.toArray());
  /** What came before the connection was cut. */
  async function readUntilCut(response: IncomingMessage): Promise<string> {
    let text = '';
    await assert.rejects(
      async () => {
        for await (const chunk of response) text += chunk;
      },
      { code: 'ECONNRESET' },
    );
    assert.throws(() => JSON.parse(text), SyntaxError);
    return text;
  }

  /** How many parts of the list the database has been asked for. */
  async function requested(): Promise<number> {
    const { db } = await database();
    return (
      (await db?.collection('system.profile').countDocuments({ op: 'query', 'command.limit': 101 })) ?? 0
    );
  }
  async function whileCounting(work: () => Promise<void>): Promise<void> {
    const { db } = await database();
    // The profile is of limited size: other queries would displace what is counted.
    await db?.command({ profile: 1, filter: { op: 'query', 'command.limit': 101 } });
    try {
      await work();
    } finally {
      await db?.command({ profile: 0, filter: 'unset' });
      await db?.dropCollection('system.profile');
    }
  }
  /** The number of parts once no more are asked for. */
  async function settled(): Promise<number> {
    for (let last = -1; ; ) {
      const now = await requested();
      if (now === last) return now;
      last = now;
      await delay(300);
    }
  }

  it('all of them, in order, packed or not, as one JSON document of the declared form (R-228)', async () => {
    const plain = await open({ query: 'format=compact&search=copy' });
    assert.equal(plain.statusCode, 200);
    assert.equal(plain.headers['content-type'], 'application/json; charset=utf-8');
    assert.deepEqual([plain.headers['content-length'], plain.headers.etag], [undefined, undefined]);
    assert.equal(plain.headers.vary, 'Authorization, Cookie, Accept-Encoding');
    assert.match(String(plain.headers['x-ratelimit-remaining']), /^\d+$/);
    const text = (await readBytes(plain)).toString();
    const { standards, ...rest } = JSON.parse(text);
    assert.deepEqual(rest, { total: ROWS, page: 1, per_page: null, truncated: false });
    assert.deepEqual(Object.keys(JSON.parse(text)), ['standards', 'total', 'page', 'per_page', 'truncated']);
    const names: string[] = standards.map(({ name }: { name: string }) => name);
    assert.deepEqual(names, names.toSorted());
    assert.equal(new Set(names).size, ROWS);
    for (const [encoding, unpack] of [
      ['gzip', gunzipSync],
      ['br', brotliDecompressSync],
    ] as const) {
      const packed = await open({
        query: 'format=compact&search=copy',
        headers: { 'accept-encoding': encoding },
      });
      assert.equal(packed.headers['content-encoding'], encoding);
      assert.equal(unpack(await readBytes(packed)).toString(), text, encoding);
    }
    const head = await open({ query: 'search=copy', method: 'HEAD' });
    assert.deepEqual([head.statusCode, (await readBytes(head)).length], [200, 0]);
  });

  it('what fits one part, a page, and a refusal are answers like every other', async () => {
    const few = await open({ query: 'search=copy 1999' });
    assert.equal(Number(few.headers['content-length']), (await readBytes(few)).length);
    const page = await open({ query: 'perPage=100' });
    assert.equal(Number(page.headers['content-length']), (await readBytes(page)).length);
    const second = JSON.parse((await readBytes(await open({ query: 'page=2&search=copy' }))).toString());
    assert.deepEqual(second, { standards: [], total: ROWS, page: 2, per_page: null, truncated: false });
    for (const [query, status] of [
      ['sort=size', 400],
      ['page=0', 400],
      ['project_id=999999', 404],
    ] as const) {
      const refused = await open({ query });
      assert.equal(refused.statusCode, status);
      assert.equal(refused.headers['content-type'], 'application/problem+json; charset=utf-8');
      await readBytes(refused);
    }
  });

  it('no part is loaded for a client that does not read, nor for one that has disconnected (H35)', async () => {
    await whileCounting(async () => {
      const response = await open();
      response.pause();
      await eventually(async () => (await requested()) > 0);
      const stalled = await settled();
      assert.ok(stalled > 1 && stalled < ROWS / 100 / 1.2, `${stalled} parts`);
      response.destroy();
      await delay(300);
      assert.ok((await settled()) <= stalled + 1, 'one part may have been under way');
    });
  });

  it('nothing is loaded for a client that disconnected before the first part (H35)', async () => {
    const request = new IncomingMessage(new Socket());
    const response = new ServerResponse(request);
    response.destroy();
    const context = newHttpContext({ request, response });
    const match = createRouteTable().match('GET', context.path);
    const nobody: Principal = { kind: 'anonymous', channel: 'http' };
    const caller = { principal: nobody, token: site.node.node.tokens.sign(nobody, 'gateway') };
    const sent = { context, match, caller, search: new URLSearchParams() };
    const endpoint = createStandardsListEndpoint(site.node.node, { authenticate: async () => caller });
    // Asked for, it would be refused: nobody may see a list.
    assert.equal(await endpoint.respond(sent, {}), true);
    const open = new ServerResponse(request);
    await assert.rejects(endpoint.respond({ ...sent, context: { ...context, response: open } }, {}));
  });

  /** A server of only the list, whose memory budgets the test can fill. */
  async function serveList(memory: MemoryBudgets): Promise<string> {
    const { node } = site.node;
    const authenticator = new Authenticator(node);
    const match = createRouteTable().match('GET', '/api/standards');
    const search = new URLSearchParams();
    const server = await startLocalServer((request, response) => {
      const context = newHttpContext({ request, response }, memory);
      const authenticate = () => authenticator.authenticate(match.spec, request, search);
      const send = async (): Promise<void> => {
        const caller = await authenticate();
        context.principal = caller.principal;
        const sent = { context, match, search, caller };
        assert.equal(await createStandardsListEndpoint(node, { authenticate }).respond(sent, {}), true);
      };
      send().catch((error: unknown) => sendProblem(context, error));
    });
    afterTest(() => server.close());
    return server.url;
  }

  it('unread lists count against the budget: beyond it another is refused until they have ended (H35)', async () => {
    // Others who do not read, and hold all there is but what is spared for everybody.
    const memory = createMemoryBudgets();
    for (const at of [1, 2, 3, 4]) memory.responses.reserve(`other ${at}`, 64 * 1024 * 1024);
    const base = await serveList(memory);
    const readers: IncomingMessage[] = [];
    for (let at = 0; at < 2; at += 1) {
      const response = await open({ base });
      response.pause();
      response.on('error', () => undefined);
      readers.push(response);
    }
    assert.deepEqual(
      readers.map(({ statusCode }) => statusCode),
      [200, 503],
    );
    assert.equal(readers.at(-1)?.headers['retry-after'], '1');
    for (const response of readers) response.destroy();
    await delay(300);
    const again = await open({ base });
    assert.equal(again.statusCode, 200);
    again.destroy();
  });

  it('a key revoked during the list ends it, and the part that arrived is no JSON document (H16)', async () => {
    const { id, secret } = await site.mallory.session.call('account.keys.create', {
      name: 'short',
      permissions: ['standard:read'],
    });
    const response = await open({ secret });
    response.pause();
    await delay(500);
    await site.mallory.session.call('account.keys.revoke', { id });
    await delay(1_000);
    const text = await readUntilCut(response);
    assert.ok(text.startsWith('{"standards":[{'));
  });

  it('a part that fails ends the list, and what came is no document', async () => {
    const response = await open({ query: 'sort=created_at' });
    response.pause();
    await delay(500);
    await (await collection()).dropIndex('subject_type_1_subject_id_1_deprecated_1_created_at_1__id_1');
    await readUntilCut(response);
  });
});
