/**
 * Measurement for `tools/bench/run.ts` of create, save, merged save, publish, read, list, export and sign-in over
 * HTTP with an API key, on the document of `document-d.ts`. Reads, list and export also with 8
 * connections.
 */

import type { RestClient } from '../../shared/rest-client/client.ts';
import { listMember, numberMember, stringMember } from '../../shared/rest-client/json.ts';
import {
  ACCOUNT_PASSWORD,
  createKey,
  emailOf,
  registerAccount,
  SPECIFIER_PERMISSIONS,
} from '../world/accounts.ts';
import { createDatasheets, createProject } from '../world/projects.ts';
import { baseOf, createStandard } from '../world/standards.ts';
import { type DocumentD, generateDocumentD, withRewordedClause } from './document-d.ts';
import { BenchClient, type Percentiles, Stopwatch } from './http-measurement.ts';
import { type LoadOptions, runLoad } from './load.ts';
import type { ServiceMeter } from './meter.ts';

export async function measureOperations(base: string, rounds: number, meter: ServiceMeter): Promise<void> {
  const name = `bench-${Date.now()}`;
  const session = await registerAccount(base, name, 'Bench Specifiers');
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
  const json = (body: object): Buffer => Buffer.from(JSON.stringify(body));
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
    const id = numberMember(await sender.sendJson('POST', '/api/standards', nextStandard()), 'id');
    await sender.sendJson('PUT', `/api/standards/${id}/working-copy`, fullBody);
  };
  await meter.measureWithoutWarmUp({ operation: 'create D, just started' }, sender, 30, create);
  await meter.measure({ operation: 'create D', target: '≤ 20 ms' }, sender, rounds, create);

  // save: full replace with the version that was read
  const standard = await createStandard(client, nextStandard(), document);
  const { id } = standard;
  let { version } = standard;
  const variants = [3, 7].map((clause) => withRewordedClause(document, clause, 'again'));
  const save = async (round: number): Promise<void> => {
    const body = asBody(variants[round % 2] ?? document, { baseVersion: version });
    version = stringMember(
      await sender.sendJson('PUT', `/api/standards/${id}/working-copy`, body),
      'version',
    );
  };
  await meter.measure({ operation: 'save (full replace)', target: '≤ 15 ms' }, sender, rounds, save);

  // two editors read the same version and save one after the other: the second save is stale and merged
  const { first: firstSave, stale } = await timeMergedSaves(rounds, client, sender, id, asBody);
  meter.add({ operation: 'save of the same rounds', times: firstSave });
  const staleBar = '≤ the save of the same rounds + 3 ms';
  meter.add({ operation: 'stale save, merged per clause', target: staleBar, times: stale });

  // publish
  const unpublishedIds: number[] = [];
  for (let count = 0; count < rounds * 2; count += 1) {
    unpublishedIds.push((await createStandard(client, nextStandard(), document)).id);
  }
  await meter.measure({ operation: 'publish', target: '≤ 25 ms' }, sender, rounds, (round) =>
    sender.sendJson('POST', `/api/standards/${unpublishedIds[round] ?? 0}/publish`, { summary: 'bench' }),
  );

  // read a sealed revision
  const [sealed = 0] = unpublishedIds;
  const [revision = {}] = listMember(await client.get(`/api/standards/${sealed}/revisions`), 'revisions');
  const path = `/api/standards/${sealed}?revisionId=${numberMember(revision, 'id')}`;
  const first = await sender.send({ method: 'GET', path });
  // Load first, so that the sequential reads are measured hot.
  const sealedRow = {
    operation: 'read sealed',
    target: '≤ 1 ms, ≥ 1,600/s (split 1,200/s)',
    perSecond: await load(path, 5),
  };
  await meter.measure(sealedRow, sender, 300, () => sender.read(path));
  const ifNoneMatch = { 'if-none-match': first.etag ?? '' };
  const unchangedRow = {
    operation: 'read sealed, If-None-Match',
    target: '≥ 3,000/s',
    perSecond: await load(path, 5, { headers: ifNoneMatch, status: 304 }),
  };
  await meter.measure(unchangedRow, sender, 300, async () => {
    const { status } = await sender.send({ method: 'GET', path, headers: ifNoneMatch });
    if (status !== 304) throw new Error(`If-None-Match answered ${status}`);
  });

  // list 50
  const list = '/api/standards?subject_type=company&per_page=50&format=compact';
  const listRow = {
    operation: 'list 50',
    target: '≤ 2.5 ms, ≥ 1,200/s',
    perSecond: await load(list, 5),
  };
  await meter.measure(listRow, sender, 200, () => sender.read(list));

  // export of 20 sheets × 60 fields, signed
  const projectId = await makeProject(client, sealed);
  const exportPath = `/api/projects/export/${projectId}`;
  const headersOfJson = { 'content-type': 'application/json' };
  const exportRow = {
    operation: 'export 20 sheets',
    target: '≤ 60 ms',
    perSecond: await load(exportPath, 5, { method: 'POST', body: '{}', headers: headersOfJson }),
  };
  await meter.measure(exportRow, sender, 50, () => sender.sendJson('POST', exportPath, {}));

  // sign in, which is slow on purpose
  const credentials = { email: emailOf(name), password: ACCOUNT_PASSWORD };
  await meter.measure({ operation: 'sign in' }, sender, 20, () =>
    sender.sendJson('POST', '/api/account/login', credentials),
  );

  sender.close();
}

/**
 * Each round: read, save clause 3, then save clause 7 on the version that was read. Both saves have the same
 * size.
 */
async function timeMergedSaves(
  rounds: number,
  client: RestClient,
  sender: BenchClient,
  id: number,
  asBody: (document: DocumentD, more: object) => Buffer,
): Promise<{ first: Percentiles; stale: Percentiles }> {
  const path = `/api/standards/${id}/working-copy`;
  const times = { first: new Stopwatch(), stale: new Stopwatch() };
  for (let round = 0; round < rounds * 2; round += 1) {
    const copy = await client.call('standards.workingCopy.get', { id });
    // Fields omitted from a full replace are unchanged.
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
    await times.first.time(() => sender.sendJson('PUT', path, bodies.first));
    const response = await times.stale.time(() => sender.sendJson('PUT', path, bodies.stale));
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
