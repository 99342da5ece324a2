/**
 * Test node: real services on a real database in this process, with calls of actions as any principal and
 * every result checked against its contract. Also a caller of its endpoints over the bus, and the assertion
 * of an expected error.
 */
import assert from 'node:assert/strict';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ADMINISTRATOR } from '../scripts/start/launcher/test-administrator.ts';
import { startNode } from '../services/start-node.ts';
import type { EndpointSpec, InputOf, ResultOf } from '../shared/contracts/endpoint.ts';
import { isForTools } from '../shared/contracts/endpoint-callers.ts';
import { type EndpointId, type EndpointMap, endpoints } from '../shared/contracts/index.ts';
import type { BusCaller } from '../shared/contracts/services.ts';
import type { Principal } from '../shared/kernel/auth/principal.ts';
import { type ErrorExtras, toErrorInfo } from '../shared/kernel/errors/errors.ts';
import { readConfig } from '../shared/kernel/node/config.ts';
import type { HandlerMiddleware } from '../shared/kernel/node/handler-middleware.ts';
import type { Node } from '../shared/kernel/node/node.ts';
import type { ApiCaller } from '../shared/rest-client/api-caller.ts';
import { checkContract } from './contract-check.ts';
import { mongodbUri, openSearchUrl, releasePrefix, takePrefix } from './test-servers.ts';
import { useStarted } from './use-started.ts';

/** The first administrator of every test node with identity. */
export { ADMINISTRATOR as TEST_ADMINISTRATOR };

export interface TestNode {
  readonly node: Node;
  /** Base URL of its gateway. @throws on a node without one */
  readonly url: string;
  /** Calls an action as this principal, as another service or a tool on the bus would. */
  call<K extends EndpointId>(
    as: Principal,
    id: K,
    params: InputOf<EndpointMap[K]>,
  ): Promise<ResultOf<EndpointMap[K]>>;
  /** The same with unchecked parameters. */
  callUntyped(as: Principal, id: EndpointId, params: object): Promise<unknown>;
  stop(): Promise<void>;
}

/**
 * The node of a test file or `describe`: started before its tests, stopped after them. The services are all
 * unless some are named, on databases of their own.
 */
export function useNode(services: string[] = [], env: Record<string, string> = {}): TestNode {
  const running = useStarted(() => startTestNode(services, env));
  return {
    get node() {
      return running().node;
    },
    get url() {
      return running().url;
    },
    call: (as, id, params) => running().call(as, id, params),
    callUntyped: (as, id, params) => running().callUntyped(as, id, params),
    stop: () => running().stop(),
  };
}

/**
 * Starts the named services (default: all) in this process, on databases nobody else uses, with every response
 * checked.
 */
export async function startTestNode(
  services: string[] = [],
  env: Record<string, string> = {},
  principalCacheTtlMs?: number,
  handlerMiddleware: HandlerMiddleware = checkContract,
): Promise<TestNode> {
  const prefix = env.DATABASE_PREFIX === undefined ? await takePrefix() : null;
  // Mails are files there; a test that looks at them names a folder of its own.
  const folder = env.DATA_DIR === undefined ? await mkdtemp(join(tmpdir(), 'test-node-')) : null;
  const config = readConfig({
    SERVICES: services.join(','),
    MONGODB_URI: mongodbUri(),
    PORT: '0',
    LOG_LEVEL: 'error',
    SEARCH_URL: openSearchUrl() ?? undefined,
    // Suites exceed ordinary limits, which have a suite of their own.
    RATE_LIMIT_ANONYMOUS: '1000000',
    RATE_LIMIT_FREE: '1000000',
    RATE_LIMIT_COMPANY: '1000000',
    RATE_LIMIT_REGISTER: '1000000',
    RATE_LIMIT_INVITATIONS: '1000000',
    // identity creates its first administrator from these instead of storing a generated password.
    ADMIN_EMAIL: ADMINISTRATOR.email,
    ADMIN_PASSWORD: ADMINISTRATOR.password,
    ...(folder === null ? {} : { DATA_DIR: folder }),
    ...(prefix === null ? {} : { DATABASE_PREFIX: prefix }),
    ...env,
  });
  const running = await startNode(config, { principalCacheTtlMs, handlerMiddleware });
  const { node } = running;
  const metaOf = (as: Principal, id: EndpointId) => ({
    meta: { principal: node.tokens.sign(as, allowedCallerOf(id)) },
  });
  return {
    node,
    get url() {
      assert.ok(node.url !== null, 'the node has no gateway');
      return node.url;
    },
    call(as, id, params) {
      return node.broker.call<ResultOf<EndpointMap[typeof id]>, InputOf<EndpointMap[typeof id]>>(
        id,
        params,
        metaOf(as, id),
      );
    },
    callUntyped: (as, id, params) => node.broker.call<unknown, object>(id, params, metaOf(as, id)),
    async stop() {
      await running.stop();
      if (prefix !== null) releasePrefix(prefix);
      if (folder !== null) await rm(folder, { recursive: true, force: true });
    },
  };
}

/**
 * A permitted bus caller of an action: a tool or else the gateway for an endpoint, one of its callers for an
 * internal action.
 */
export function allowedCallerOf(id: EndpointId): BusCaller {
  const spec: EndpointSpec = endpoints[id];
  return isForTools(spec) ? 'tools' : (spec.calledBy?.[0] ?? 'gateway');
}

/** Client that calls endpoints of the node on the bus, except those with files. */
export const callerFor = (running: TestNode, as: Principal): ApiCaller => ({
  call(id, ...[params]) {
    const { broker, tokens } = running.node;
    return broker.call(id, params ?? {}, { meta: { principal: tokens.sign(as, allowedCallerOf(id)) } });
  },
});

/** A status, a code, or both. */
type ExpectedRejection = [status: number, code: string] | [statusOrCode?: number | string];

/**
 * The error that a call must end with: `const { extras } = await expectRejection(node.call(…), 409, 'EDIT_CONFLICT')`.
 * Fails when it succeeds. @param expected its status, its code, or both
 */
export async function expectRejection(
  call: Promise<unknown>,
  ...expected: ExpectedRejection
): Promise<{ code: string; status: number; detail: string; extras: ErrorExtras }> {
  let response: unknown;
  try {
    response = await call;
  } catch (error) {
    const read = toErrorInfo(error);
    if (read.code === 'INTERNAL_ERROR') throw error;
    const { status, code } = read;
    assert.deepEqual(
      expected.map((one) => (typeof one === 'number' ? status : code)),
      expected,
      read.detail,
    );
    return read;
  }
  throw new Error(`expected a refusal, got ${JSON.stringify(response)?.slice(0, 300)}`);
}

/** Asserts that exactly one of concurrent calls succeeds, and each of the others is refused with this status and code. */
export async function expectOneSuccess(
  calls: readonly Promise<unknown>[],
  ...expected: ExpectedRejection
): Promise<void> {
  const ends = await Promise.allSettled(calls);
  assert.equal(ends.filter(({ status }) => status === 'fulfilled').length, 1);
  for (const end of ends)
    if (end.status === 'rejected') await expectRejection(Promise.reject(end.reason), ...expected);
}
