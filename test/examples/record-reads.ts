/**
 * The world that examples are recorded in, and the recording of every read in it, for `test/query-plans/every-
 * query.test.ts`. Reads that need special requests are in `read-requests.ts`.
 */
import assert from 'node:assert/strict';
import { fillPath } from '../../shared/contracts/path-template.ts';
import { populateWorld } from '../../tools/world/population.ts';
import { ACCESSIBLE_DOORS, LAVATORIES_PAGE } from '../../tools/world/tenant-texts.ts';
import { startServiceWithDistinctIds } from '../matrix/distinct-ids.ts';
import { clientFor, OPEN_ENDPOINTS, type OpenEndpoint } from '../world/contract-requests.ts';
import { pathValues, resourceIds } from '../world/resource-ids.ts';
import { sampleBody } from '../world/sample-values.ts';
import type { TestWorld } from '../world/test-world.ts';
import { writesIn } from '../world/writes.ts';
import type { ExampleRecorder } from './example-recorder.ts';
import { READ_REQUESTS, READS_AFTER_WRITES, type ReadRequest } from './read-requests.ts';

/** A world with texts to read, and with ids of another range for each kind. */
export async function startReadableWorld(env: Record<string, string>): Promise<TestWorld> {
  const node = await startServiceWithDistinctIds(env);
  const base = node.url;
  try {
    const population = await populateWorld(base, ACCESSIBLE_DOORS, LAVATORIES_PAGE);
    return { node, base, ...population, stop: () => node.stop() };
  } catch (error) {
    await node.stop();
    throw error;
  }
}

/** Sends every read once and records it, but for those of what writes leave behind; that of a file has no example. */
export async function recordReads(world: TestWorld, examples: ExampleRecorder): Promise<void> {
  const writes = writesIn(world);
  for (const route of OPEN_ENDPOINTS) {
    if (route.spec.mutates || route.spec.responseType || READS_AFTER_WRITES[route.id]) continue;
    const request = (await READ_REQUESTS[route.id]?.(world, writes)) ?? {};
    await recordRead(world, route, request, examples, writes.count);
  }
}

/** The reads of what writes leave behind. */
export async function recordReadsAfterWrites(world: TestWorld, examples: ExampleRecorder): Promise<void> {
  for (const route of OPEN_ENDPOINTS) {
    const request = await READS_AFTER_WRITES[route.id]?.(world, writesIn(world));
    if (request) await recordRead(world, route, request, examples);
  }
}

async function recordRead(
  world: TestWorld,
  { id, method, pattern, spec }: OpenEndpoint,
  request: ReadRequest,
  examples: ExampleRecorder,
  number?: number,
): Promise<void> {
  const theirs = resourceIds(world.ada, world.wiki);
  const {
    ids,
    query = sampleBody(spec.query ?? {}, theirs),
    body = sampleBody(spec.body ?? {}, theirs),
    client = clientFor(world, spec),
    members,
  } = request;
  const path = fillPath(pattern, { ...pathValues(spec.path, theirs), ...ids });
  const search = new URLSearchParams(
    Object.entries(query).map(([name, value]): [string, string] => [name, String(value)]),
  );
  const sent = method === 'GET' ? undefined : body;
  const { status, body: response } = await client.request(method, `${path}?${search}`, sent);
  assert.ok(status < 400, `${id}: ${status} ${JSON.stringify(response)}`);
  const shown = members ? Object.fromEntries(members.map((name) => [name, response[name]])) : response;
  examples.add(id, { request: sent, status, response: shown, number });
}

/** The fields of a form, a file by its name in a list. */
export const fieldsOf = (form: FormData): object =>
  Object.fromEntries(
    [...form].map(([name, value]) => [name, typeof value === 'string' ? value : [value.name]]),
  );
