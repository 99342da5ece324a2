/**
 * Benchmark of the operations of hardening A5 on document D over HTTP with a key: sequential times, and
 * throughput at 8 connections.
 */
import { RestClient } from '../scripts/rest-client/client.ts';
import {
  type JsonObject,
  listMember,
  numberMember,
  objectMember,
  stringMember,
} from '../scripts/rest-client/json.ts';
import { type DocumentD, generateDocumentD, withRewordedClause } from './document-d.ts';
import {
  BenchClient,
  type Percentiles,
  Stopwatch,
  timeSequentially,
  timeWithoutWarmUp,
} from './http-measurement.ts';
import { type LoadOptions, runLoad } from './load.ts';

export interface OperationRow {
  operation: string;
  times: Percentiles;
  /** Operations per second at 8 connections; null where only sequential runs make sense. */
  perSecond: number | null;
}

interface OperationMeasurements {
  rows: OperationRow[];
  /** The response of the sealed read, for the baseline. */
  sealedBytes: Buffer;
}

const GRANT = [
  'standard:read',
  'standard:create',
  'standard:update',
  'standard:view_drafts',
  'standard:view_revisions',
  'standard:revision:save',
  'category:read',
  'category:create',
  'project:create',
  'project:read',
  'project:draft:view',
  'project:draft:edit',
  'project:publish',
  'project:export',
  'project:revision:view',
  'datasheet:read',
];

/** Creates a company with a key and a category. */
async function setUp(
  base: string,
): Promise<{ key: string; client: RestClient; categoryId: number; companyId: number }> {
  const session = await new RestClient(base).openSession('account.register', {
    email: `bench-${Date.now()}@example.org`,
    password: 'correct horse battery',
    name: 'Bench',
    company_name: 'Bench Specifiers',
  });
  const key = stringMember(
    await session.post('/api/account/keys', { name: 'bench', permissions: GRANT }),
    'secret',
  );
  const client = new RestClient(base, { key });
  const companyId = numberMember(objectMember(await client.get('/api/whoami'), 'user'), 'company_id');
  const category = await client.post('/api/categories', { name: 'Bench', subject_type: 'company' });
  return { key, client, categoryId: numberMember(category, 'id'), companyId };
}

export async function measureOperations(
  base: string,
  rounds: number,
  log: (line: string) => void,
): Promise<OperationMeasurements> {
  const { key, client, categoryId } = await setUp(base);
  const headers = { authorization: `Bearer ${key}` };
  const sender = new BenchClient(base, headers);
  /** Requests per second at 8 connections. */
  const load = (path: string, seconds: number, more: Partial<LoadOptions> = {}): Promise<number> =>
    runLoad({
      url: base + path,
      connections: 8,
      seconds,
      status: 200,
      ...more,
      headers: { ...headers, ...more.headers },
    });
  const rows: OperationRow[] = [];
  const add = (operation: string, times: Percentiles, perSecond: number | null = null): void => {
    rows.push({ operation, times, perSecond });
    log(
      `${operation}: p50 ${times.p50.toFixed(1)} ms, p99 ${times.p99.toFixed(1)} ms${perSecond ? `, ${Math.round(perSecond)}/s at 8` : ''}`,
    );
  };
  const json = (body: JsonObject): Buffer => Buffer.from(JSON.stringify(body));
  const ok = async (
    sender: BenchClient,
    method: string,
    path: string,
    body?: Buffer,
    more: Record<string, string> = {},
  ): Promise<JsonObject> => {
    const { status, bytes } = await sender.send({ method, path, body, headers: more });
    if (status >= 400) throw new Error(`${method} ${path}: ${status} ${bytes.toString().slice(0, 300)}`);
    return bytes.length > 0 ? JSON.parse(bytes.toString()) : {};
  };
  const read = async (path: string): Promise<void> => {
    const { status } = await sender.send({ method: 'GET', path });
    if (status !== 200) throw new Error(`GET ${path}: ${status}`);
  };
  let names = 0;
  const createStandard = async (): Promise<number> => {
    names += 1;
    const created = await ok(
      sender,
      'POST',
      '/api/standards',
      json({ name: `Standard ${names}`, category_id: categoryId, subject_type: 'company' }),
    );
    return numberMember(created, 'id');
  };
  const document = generateDocumentD();
  const asBody = ({ elements, datasheetElements }: DocumentD, more: JsonObject = {}): Buffer =>
    json({ elements, datasheetElements, ...more });
  const fullBody = asBody(document);

  // create D: a new standard with all of D in its working copy
  const create = async (): Promise<void> => {
    const id = await createStandard();
    await ok(sender, 'PUT', `/api/standards/${id}/working-copy`, fullBody);
  };
  add('create D, just started', await timeWithoutWarmUp(30, create));
  add('create D', await timeSequentially(rounds, create));

  // save: full replace with the version that was read
  const id = await createStandard();
  let version = stringMember(
    await ok(sender, 'PUT', `/api/standards/${id}/working-copy`, fullBody),
    'version',
  );
  const variants = [3, 7].map((clause) => withRewordedClause(document, clause, 'again'));
  add(
    'save (full replace)',
    await timeSequentially(rounds, async (round) => {
      const body = asBody(variants[round % 2] ?? document, { baseVersion: version });
      version = stringMember(await ok(sender, 'PUT', `/api/standards/${id}/working-copy`, body), 'version');
    }),
  );

  // two editors read the same version and save one after the other: the second save is stale and merged
  const { first: firstSave, stale } = await timeMergedSaves(rounds, sender, ok, id, asBody);
  add('save of the same rounds', firstSave);
  add('stale save, merged per clause', stale);

  // publish
  const publishing: number[] = [];
  for (let count = 0; count < rounds * 2; count += 1) {
    const next = await createStandard();
    await ok(sender, 'PUT', `/api/standards/${next}/working-copy`, fullBody);
    publishing.push(next);
  }
  add(
    'publish',
    await timeSequentially(rounds, async (round) => {
      await ok(
        sender,
        'POST',
        `/api/standards/${publishing[round] ?? 0}/publish`,
        json({ summary: 'bench' }),
      );
    }),
  );

  // read a sealed revision
  const [sealed = 0] = publishing;
  const [revision = {}] = listMember(await client.get(`/api/standards/${sealed}/revisions`), 'revisions');
  const path = `/api/standards/${sealed}?revisionId=${numberMember(revision, 'id')}`;
  const first = await sender.send({ method: 'GET', path });
  // Load first, so that the sequential reads are measured hot.
  const sealedPerSecond = await load(path, 5);
  add('read sealed', await timeSequentially(300, () => read(path)), sealedPerSecond);
  const ifNoneMatch = { 'if-none-match': first.etag ?? '' };
  const unchangedPerSecond = await load(path, 5, { headers: ifNoneMatch, status: 304 });
  add(
    'read sealed, If-None-Match',
    await timeSequentially(300, async () => {
      const { status } = await sender.send({ method: 'GET', path, headers: ifNoneMatch });
      if (status !== 304) throw new Error(`If-None-Match answered ${status}`);
    }),
    unchangedPerSecond,
  );

  // list 50
  const list = '/api/standards?subject_type=company&per_page=50&format=compact';
  const listsPerSecond = await load(list, 5);
  add('list 50', await timeSequentially(200, () => read(list)), listsPerSecond);

  // export of 20 sheets × 60 fields, signed
  const projectId = await makeProject(client, sealed);
  const exported = `/api/projects/export/${projectId}`;
  add(
    'export 20 sheets',
    await timeSequentially(50, async () => void (await ok(sender, 'POST', exported, json({})))),
    await load(exported, 5, { method: 'POST', body: '{}', headers: { 'content-type': 'application/json' } }),
  );

  sender.close();
  return { rows, sealedBytes: first.bytes };
}

type RequestOk = (sender: BenchClient, method: string, path: string, body?: Buffer) => Promise<JsonObject>;

/**
 * Each round: read, save clause 3, then save clause 7 on the version that was read. Both saves have the same
 * size.
 */
async function timeMergedSaves(
  rounds: number,
  sender: BenchClient,
  ok: RequestOk,
  id: number,
  asBody: (document: DocumentD, more: JsonObject) => Buffer,
): Promise<{ first: Percentiles; stale: Percentiles }> {
  const path = `/api/standards/${id}/working-copy`;
  const times = { first: new Stopwatch(), stale: new Stopwatch() };
  for (let round = 0; round < rounds * 2; round += 1) {
    const read = await ok(sender, 'GET', path);
    const elements = listMember(read, 'elements');
    const baseVersion = stringMember(read, 'version');
    const baseElements = elements.map(({ element_id, address, hash }) => ({
      elementId: element_id,
      address,
      hash,
    }));
    // Fields left out of a full replace stay as they are (S16).
    const save = (clause: number): Buffer =>
      asBody(withRewordedClause({ elements, datasheetElements: [] }, clause, `round ${round}`), {
        baseVersion,
        baseElements,
        datasheetElements: undefined,
      });
    const bodies = { first: save(3), stale: save(7) };
    // The first half of the rounds is not measured.
    if (round === rounds) {
      times.first.reset();
      times.stale.reset();
    }
    await times.first.time(() => ok(sender, 'PUT', path, bodies.first));
    const response = await times.stale.time(() => ok(sender, 'PUT', path, bodies.stale));
    if (response.merged !== true) throw new Error('the stale save was not merged');
  }
  return { first: times.first.read(), stale: times.stale.read() };
}

async function makeProject(client: RestClient, standardId: number): Promise<number> {
  const projectId = numberMember(await client.post('/api/projects/create', { name: 'Bench project' }), 'id');
  await client.post(`/api/projects/${projectId}/standards`, { action: 'import', standardId });
  for (let sheet = 1; sheet <= 20; sheet += 1) {
    await client.post('/api/datasheet', {
      standard_id: standardId,
      project_id: projectId,
      name: `Sheet ${sheet}`,
    });
  }
  await client.post(`/api/projects/${projectId}/publish`, { revision_name: 'Bench' });
  return projectId;
}
