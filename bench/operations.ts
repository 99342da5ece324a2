/**
 * Measurement for `bench/run.ts` of create, save, merged save, publish, read, list and export over HTTP
 * with an API key, on the document of `document-d.ts` (hardening A5). Reads, list and export also with 8
 * connections.
 */
import { createKey, registerAccount, SPECIFIER_PERMISSIONS } from '../scripts/populate/accounts.ts';
import { createDatasheets, createProject } from '../scripts/populate/projects.ts';
import { baseOf, createStandard } from '../scripts/populate/standards.ts';
import type { RestClient } from '../scripts/rest-client/client.ts';
import { type JsonObject, listMember, numberMember, stringMember } from '../scripts/rest-client/json.ts';
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

export async function measureOperations(
  base: string,
  rounds: number,
  log: (line: string) => void,
): Promise<OperationMeasurements> {
  const session = await registerAccount(base, `bench-${Date.now()}`, 'Bench Specifiers');
  const { client, secret } = await createKey(session, SPECIFIER_PERMISSIONS);
  const inCompany = { subject_type: 'company' } as const;
  const { id: category_id } = await client.call('categories.create', { name: 'Bench', ...inCompany });
  const headers = { authorization: `Bearer ${secret}` };
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
  const json = (body: object): Buffer => Buffer.from(JSON.stringify(body));
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
  const nextStandard = () => {
    names += 1;
    return { name: `Standard ${names}`, category_id, ...inCompany };
  };
  const document = generateDocumentD();
  const asBody = ({ elements, datasheetElements }: DocumentD, more: object = {}): Buffer =>
    json({ elements, datasheetElements, ...more });
  const fullBody = asBody(document);

  // create D: a new standard with all of D in its working copy
  const create = async (): Promise<void> => {
    const id = numberMember(await ok(sender, 'POST', '/api/standards', json(nextStandard())), 'id');
    await ok(sender, 'PUT', `/api/standards/${id}/working-copy`, fullBody);
  };
  add('create D, just started', await timeWithoutWarmUp(30, create));
  add('create D', await timeSequentially(rounds, create));

  // save: full replace with the version that was read
  const standard = await createStandard(client, nextStandard(), document);
  const { id } = standard;
  let { version } = standard;
  const variants = [3, 7].map((clause) => withRewordedClause(document, clause, 'again'));
  add(
    'save (full replace)',
    await timeSequentially(rounds, async (round) => {
      const body = asBody(variants[round % 2] ?? document, { baseVersion: version });
      version = stringMember(await ok(sender, 'PUT', `/api/standards/${id}/working-copy`, body), 'version');
    }),
  );

  // two editors read the same version and save one after the other: the second save is stale and merged
  const { first: firstSave, stale } = await timeMergedSaves(rounds, client, sender, ok, id, asBody);
  add('save of the same rounds', firstSave);
  add('stale save, merged per clause', stale);

  // publish
  const unpublishedIds: number[] = [];
  for (let count = 0; count < rounds * 2; count += 1) {
    unpublishedIds.push((await createStandard(client, nextStandard(), document)).id);
  }
  add(
    'publish',
    await timeSequentially(rounds, async (round) => {
      await ok(
        sender,
        'POST',
        `/api/standards/${unpublishedIds[round] ?? 0}/publish`,
        json({ summary: 'bench' }),
      );
    }),
  );

  // read a sealed revision
  const [sealed = 0] = unpublishedIds;
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
  const exportPath = `/api/projects/export/${projectId}`;
  add(
    'export 20 sheets',
    await timeSequentially(50, async () => void (await ok(sender, 'POST', exportPath, json({})))),
    await load(exportPath, 5, {
      method: 'POST',
      body: '{}',
      headers: { 'content-type': 'application/json' },
    }),
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
  client: RestClient,
  sender: BenchClient,
  ok: RequestOk,
  id: number,
  asBody: (document: DocumentD, more: object) => Buffer,
): Promise<{ first: Percentiles; stale: Percentiles }> {
  const path = `/api/standards/${id}/working-copy`;
  const times = { first: new Stopwatch(), stale: new Stopwatch() };
  for (let round = 0; round < rounds * 2; round += 1) {
    const copy = await client.call('standards.workingCopy.get', { id });
    // Fields omitted from a full replace are unchanged (S16).
    const save = (clause: number): Buffer =>
      asBody(withRewordedClause({ ...copy, datasheetElements: [] }, clause, `round ${round}`), {
        ...baseOf(copy),
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
  const id = await createProject(client, { name: 'Bench project' }, [{ standardId }]);
  const names = Array.from({ length: 20 }, (_, at) => `Sheet ${at + 1}`);
  await createDatasheets(client, { project_id: id, standard_id: standardId }, names);
  await client.call('projects.publish', { id, revision_name: 'Bench' });
  return id;
}
