/**
 * Tests that a program on the bus gets with its key the same as over HTTP: for every endpoint that it may call, by
 * keys of different accounts and grants.
 */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { beforeAll, it } from '@jest/globals';
import { type BusClient, BusError } from '../../shared/bus-client/index.ts';
import { supportsDryRun } from '../../shared/contracts/endpoint.ts';
import { isForTools } from '../../shared/contracts/endpoint-callers.ts';
import { PERMISSIONS } from '../../shared/contracts/permissions.ts';
import { paramSchemas } from '../../shared/kernel/validation/params.ts';
import type { RestClient } from '../../shared/rest-client/client.ts';
import { createKey } from '../../tools/world/accounts.ts';
import { eventually } from '../eventually.ts';
import { skipIf } from '../skip-if.ts';
import { missingServer } from '../test-servers.ts';
import { useStarted } from '../use-started.ts';
import { type BusWorld, startBusWorld } from '../world/bus-world.ts';
import { type ChannelResult, callHttp, rejectionResult, successStatus } from '../world/channels.ts';
import { OPEN_ENDPOINTS, type OpenEndpoint } from '../world/contract-requests.ts';
import { resourceIds } from '../world/resource-ids.ts';
import { sampleBody } from '../world/sample-values.ts';

/** What differs by the channel, as the documents say, or from one moment to the next. */
const DIFFERENT: ReadonlySet<string> = new Set([
  // The hash of each clause is for HTTP callers, who can merge with it.
  'standards.workingCopy.get',
  'standards.edit',
  // Over HTTP the whole list where no page is named.
  'standards.list',
  // What is left of the limit of requests, which calls on the bus do not use.
  'discovery.whoami',
  // The time of the response.
  'discovery.health',
]);

const ENDPOINTS = OPEN_ENDPOINTS.filter(({ spec }) => isForTools(spec));
const READS = ENDPOINTS.filter(({ spec, id }) => !spec.mutates && !spec.volatile && !DIFFERENT.has(id));
const WRITES = ENDPOINTS.filter(
  ({ spec }) => spec.mutates && (supportsDryRun(spec) || spec.auth === 'session_only'),
);

/** One key over HTTP and on the bus. */
interface ProgramCaller {
  rest: RestClient;
  bus: BusClient;
}

skipIf(missingServer('NATS')).describe('a program on the bus', () => {
  const started = useStarted(startBusWorld);
  let world: BusWorld;
  let callers: Record<string, ProgramCaller>;

  beforeAll(async () => {
    world = started();
    const reader = await createKey(world.ada.session, ['standard:read', 'project:read']);
    const bare = await createKey(world.mallory.session, ['standard:read']);
    const keys = {
      'the owner': { rest: world.ada.key, secret: world.ada.secret },
      'the owner with a key for reading': { rest: reader.client, secret: reader.secret },
      'another company': { rest: world.mallory.key, secret: world.mallory.secret },
      'another company with a bare key': { rest: bare.client, secret: bare.secret },
    };
    callers = {};
    for (const [name, { rest, secret }] of Object.entries(keys))
      callers[name] = { rest, bus: await world.connect(secret) };
  });

  const onBus = async (bus: BusClient, id: string, params: object): Promise<ChannelResult> => {
    try {
      const body = await bus.callUntyped(id, params);
      return { status: 200, body: Object(body) };
    } catch (error) {
      assert.ok(error instanceof BusError, String(error));
      return rejectionResult({ ...error.problem });
    }
  };
  /** The required parameters, with the ids of Ada’s resources in the types that the contract declares. */
  const paramsFor = ({ spec }: OpenEndpoint): Record<string, unknown> => {
    const schemas = paramSchemas(spec);
    const sampled = sampleBody(schemas, resourceIds(world.ada, world.wiki));
    return Object.fromEntries(
      Object.entries(sampled).map(([name, value]) => [
        name,
        schemas[name]?.type === 'string' && typeof value === 'number' ? String(value) : value,
      ]),
    );
  };

  /** The results of a call over HTTP and on the bus. */
  const callBoth = async ({ rest, bus }: ProgramCaller, { id }: OpenEndpoint, params: object) => {
    const http = await callHttp({ client: rest }, id, { ...params }, {});
    const { status, body } = await onBus(bus, id, params);
    return { http, same: { status: status === 200 ? successStatus(id) : status, body } };
  };

  it('a read has the same response over HTTP and on the bus, or the same refusal (H16, A2)', async () => {
    const statuses: number[] = [];
    for (const endpoint of READS) {
      const params = paramsFor(endpoint);
      const results = Object.entries(callers).map(async ([name, caller]) => {
        const { http, same } = await callBoth(caller, endpoint, params);
        assert.deepEqual(same, http, `${endpoint.id} by ${name}`);
        statuses.push(http.status);
      });
      await Promise.all(results);
    }
    assert.ok(statuses.length > 250, `${statuses.length} calls`);
    assert.deepEqual([...new Set(statuses)].sort(), [200, 403, 404]);
  });

  it('a write is accepted or refused alike, as a dry run (H16, A2)', async () => {
    const statuses = new Set<number>();
    for (const endpoint of WRITES) {
      const params = { ...paramsFor(endpoint), ...(supportsDryRun(endpoint.spec) ? { dryRun: true } : {}) };
      const results = ['the owner', 'another company'].map(async (name) => {
        const { http, same } = await callBoth(callers[name] ?? assert.fail(), endpoint, params);
        // Ids and times of what is not stored differ.
        const outline = ({ status, body }: ChannelResult) =>
          status < 400 ? [status, Object.keys(body).sort()] : [status, body.code];
        assert.deepEqual(outline(same), outline(http), `${endpoint.id} by ${name}`);
        statuses.add(http.status);
      });
      await Promise.all(results);
    }
    assert.ok(WRITES.length > 60, `${WRITES.length} writes`);
    assert.ok(
      [200, 400, 403, 404].every((status) => statuses.has(status)),
      [...statuses].join(' '),
    );
  });

  it('the audit trail names the channel and the key, and the usage log the action and the program (A22, A16)', async () => {
    const { client, id: keyId, secret } = await createKey(world.ada.session, PERMISSIONS);
    const bus = await world.connect(secret);
    const requestId = randomUUID();
    const about = { name: 'By a program', subject_type: 'company' } as const;
    await bus.call('categories.create', about, { requestId });
    await assert.rejects(bus.call('categories.create', { ...about, parent_id: 999_999 }), BusError);
    await client.call('categories.list');
    await eventually(async () => {
      const { entries } = await world.administrator.call('admin.audit.list', { action: 'categories.create' });
      const entry = entries.find(({ request_id }) => request_id === requestId);
      assert.deepEqual([entry?.channel, entry?.key_id], ['bus', keyId]);
    });
    await eventually(async () => {
      const { usage } = await world.ada.session.call('account.keys.usage', { id: keyId });
      const rows = usage.map(({ method, route, status }) => `${method} ${route} ${status}`).sort();
      assert.deepEqual(rows, [
        'BUS categories.create 201',
        'BUS categories.create 404',
        'GET /api/categories 200',
      ]);
      assert.ok(usage.every(({ method, address }) => method !== 'BUS' || address.startsWith('tools.test-')));
    });
  });

  it('with the same idempotency key a write is done once, with another request it is refused (G22)', async () => {
    const { bus } = callers['the owner'] ?? assert.fail();
    const options = { idempotencyKey: randomUUID() };
    const first = await bus.call('projects.create', { name: 'Once' }, options);
    assert.deepEqual(await bus.call('projects.create', { name: 'Once' }, options), first);
    const { problem } = await busErrorOf(bus.call('projects.create', { name: 'Other' }, options));
    assert.deepEqual([problem.status, problem.code], [422, 'IDEMPOTENCY_KEY_REUSED']);
    const { owned } = await bus.call('projects.list');
    assert.equal(owned.filter(({ name }) => name === 'Once').length, 1);
    const wrong = await busErrorOf(bus.call('projects.create', { name: 'x' }, { idempotencyKey: '\n' }));
    assert.equal(wrong.code, 'MALFORMED_REQUEST');
  });

  it('an error has the status, code and findings with their paths, as the problem document over HTTP (G2)', async () => {
    const { rest, bus } = callers['the owner'] ?? assert.fail();
    const params = { name: '', subject_type: 'nowhere' };
    const { problem, errors } = await busErrorOf(bus.callUntyped('categories.create', params));
    const { problem: http } = await rest.requestExpectingError('POST', '/api/categories', params);
    const { instance, requestId, ...same } = problem;
    const { instance: _, requestId: __, ...expected } = http;
    assert.deepEqual(same, expected);
    assert.equal(instance, 'bus:categories.create');
    assert.deepEqual(errors.map(({ path }) => path).sort(), ['name', 'subject_type']);
  });

  it('a right that the owner loses, and a grant that the key loses, count within a second (R-153)', async () => {
    const { id, secret } = await createKey(world.mallory.session, ['standard:read', 'project:read']);
    const bus = await world.connect(secret);
    await bus.call('projects.details', { id: world.mallory.projectId });
    await world.mallory.session.call('account.keys.update', { id, permissions: ['standard:read'] });
    await eventually(async () => {
      const { code } = await busErrorOf(bus.call('projects.details', { id: world.mallory.projectId }));
      assert.equal(code, 'PERMISSION_DENIED');
    });
  });
});

/** The error of a call that must fail. */
async function busErrorOf(call: Promise<unknown>): Promise<BusError> {
  try {
    await call;
  } catch (error) {
    assert.ok(error instanceof BusError, String(error));
    return error;
  }
  throw new Error('it succeeded');
}
