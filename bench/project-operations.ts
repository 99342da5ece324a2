/**
 * Benchmark of projects and their datasheets, of document D with 60 fields each, over HTTP with an API key:
 * creating and revising a datasheet, publishing projects of 10, 100 and 1,000 datasheets, details, upgrading,
 * and the list of 1,000 projects.
 */
import { createKey, registerAccount, SPECIFIER_PERMISSIONS } from '../scripts/populate/accounts.ts';
import { createDatasheets, createProject } from '../scripts/populate/projects.ts';
import { createStandard, publishStandard } from '../scripts/populate/standards.ts';
import type { RestClient } from '../scripts/rest-client/client.ts';
import { generateDocumentD, withRewordedClause } from './document-d.ts';
import { BenchClient, type Percentiles, Stopwatch, timeSequentially } from './http-measurement.ts';
import type { GrowthRow } from './library.ts';
import { runLoad } from './load.ts';
import type { OperationRow } from './operations.ts';

interface ProjectMeasurements {
  rows: OperationRow[];
  /** Publishing with 10 datasheets beside publishing with more. */
  growth: GrowthRow[];
}

type Log = (line: string) => void;

const FEW_SHEETS = 10;
const MORE_SHEETS = [100, 1_000];
const PROJECTS = 1_000;
/** Rounds of what takes up to a second each. */
const SLOW_ROUNDS = 10;

/** @param rounds of creating and revising */
export async function measureProjects(base: string, rounds: number, log: Log): Promise<ProjectMeasurements> {
  const session = await registerAccount(base, `projects-${Date.now()}`, 'Bench Builders');
  const { client, secret } = await createKey(session, SPECIFIER_PERMISSIONS);
  const headers = { authorization: `Bearer ${secret}` };
  const projects = new MeasuredProjects(client, new BenchClient(base, headers), await publishTwice(client));
  const rows: OperationRow[] = [];
  const add = (operation: string, times: Percentiles, perSecond: number | null = null): void => {
    rows.push({ operation, times, perSecond });
    log(`${operation}: p50 ${times.p50.toFixed(1)} ms, p99 ${times.p99.toFixed(1)} ms`);
  };
  const addRead = async (operation: string, path: string): Promise<void> => {
    const perSecond = await runLoad({ url: base + path, connections: 8, seconds: 5, status: 200, headers });
    add(operation, await timeSequentially(100, () => projects.send('GET', path)), perSecond);
  };

  const { id, sheetId } = await projects.create(20);
  add(
    'create datasheet',
    await timeSequentially(rounds, (round) => projects.createSheet(id, `New sheet ${round}`)),
  );
  add('revise datasheet', await projects.timeRevises(sheetId, rounds));

  const few = await projects.create(FEW_SHEETS);
  const more = [];
  for (const sheets of MORE_SHEETS) more.push(await projects.create(sheets));
  const [fewTimes, ...moreTimes] = await projects.timePublishes([few, ...more]);
  const growth = MORE_SHEETS.map((sheets, at): GrowthRow => {
    const [small, large] = [fewTimes, moreTimes[at]];
    if (!small || !large) throw new Error(`publishing with ${sheets} datasheets was not measured`);
    log(
      `publish with ${sheets} sheets: p50 ${large.p50.toFixed(1)} ms, with ${FEW_SHEETS} ${small.p50.toFixed(1)} ms`,
    );
    return { operation: `publish with ${sheets} sheets`, small, large };
  });

  const [hundred] = more;
  if (!hundred) throw new Error('there is no project of 100 datasheets');
  await addRead('read details v2, 100 sheets', `/api/projects/details/${hundred.id}?shape=v2`);
  await client.call('projects.draft.create', { id: hundred.id });
  add(
    'upgrade 100 sheets',
    await timeSequentially(SLOW_ROUNDS, (round) => projects.upgrade(hundred.id, round)),
  );

  for (let made = 0; made < PROJECTS; made += 1) await createProject(client, { name: `Project ${made}` });
  await addRead('list 1,000 projects', '/api/projects');
  projects.close();
  return { rows, growth };
}

interface MeasuredStandard {
  id: number;
  revisionIds: readonly [number, number];
}

/** Document D, published, reworded in one clause and published again. */
async function publishTwice(client: RestClient): Promise<MeasuredStandard> {
  const inCompany = { subject_type: 'company' } as const;
  const { id: category_id } = await client.call('categories.create', { name: 'Bench', ...inCompany });
  const document = generateDocumentD();
  const { id } = await createStandard(client, { name: 'Pinned', category_id, ...inCompany }, document);
  const first = await publishStandard(client, id);
  const second = await publishStandard(client, id, {}, withRewordedClause(document, 3, 'again'));
  return { id, revisionIds: [first.revision.id, second.revision.id] };
}

interface MeasuredProject {
  id: number;
  sheetId: number;
}

/** The timed requests, on projects that pin one standard. */
class MeasuredProjects {
  readonly #api: RestClient;
  readonly #sender: BenchClient;
  readonly #standard: MeasuredStandard;
  #fieldId = 0;
  #values = 0;

  constructor(api: RestClient, sender: BenchClient, standard: MeasuredStandard) {
    this.#api = api;
    this.#sender = sender;
    this.#standard = standard;
  }

  /** A project of so many datasheets on the first revision, published once, with an open draft. */
  async create(sheets: number): Promise<MeasuredProject> {
    const { id: standardId, revisionIds } = this.#standard;
    const pin = { standardId, revisionId: revisionIds[0] };
    const id = await createProject(this.#api, { name: `Bench of ${sheets}` }, [pin]);
    const names = Array.from({ length: sheets }, (_, at) => `Sheet ${at + 1}`);
    const [sheet] = await createDatasheets(this.#api, { project_id: id, standard_id: standardId }, names);
    this.#fieldId = sheet?.elements[0]?.id ?? 0;
    await this.#api.call('projects.publish', { id });
    await this.#api.call('projects.draft.create', { id });
    return { id, sheetId: sheet?.id ?? 0 };
  }

  createSheet(project_id: number, name: string): Promise<void> {
    return this.send('POST', '/api/datasheet', { project_id, standard_id: this.#standard.id, name });
  }

  /** Each revise sends the version that the one before returned. */
  async timeRevises(id: number, rounds: number): Promise<Percentiles> {
    let { version } = await this.#api.call('datasheets.get', { id });
    const stopwatch = new Stopwatch();
    for (let round = 0; round < 2 * rounds; round += 1) {
      if (round === rounds) stopwatch.reset();
      version = await stopwatch.time(() => this.#revise(id, version));
    }
    return stopwatch.read();
  }

  /** Publishes each project in turn, so that other load on the machine affects all; their drafts are not timed. */
  async timePublishes(projects: readonly MeasuredProject[]): Promise<Percentiles[]> {
    const watches = projects.map(() => new Stopwatch());
    for (let round = 0; round < 2 * SLOW_ROUNDS; round += 1) {
      if (round === SLOW_ROUNDS) for (const watch of watches) watch.reset();
      for (const [at, { id, sheetId }] of projects.entries()) {
        const { version } = await this.#api.call('datasheets.get', { id: sheetId });
        await this.#revise(sheetId, version);
        await watches[at]?.time(() => this.send('POST', `/api/projects/${id}/publish`, {}));
        if (round < 2 * SLOW_ROUNDS - 1) await this.#api.call('projects.draft.create', { id });
      }
    }
    return watches.map((watch) => watch.read());
  }

  /** Upgrades all datasheets of a project to the other revision of the standard. */
  upgrade(project_id: number, round: number): Promise<void> {
    const to_revision_id = this.#standard.revisionIds[(round + 1) % 2];
    return this.send('POST', `/api/standards/${this.#standard.id}/batch-upgrade`, {
      project_id,
      to_revision_id,
    });
  }

  async send(method: string, path: string, body?: object): Promise<void> {
    const bytes = body && Buffer.from(JSON.stringify(body));
    const response = await this.#sender.send({ method, path, ...(bytes ? { body: bytes } : {}) });
    if (response.status >= 400)
      throw new Error(`${method} ${path}: ${response.status} ${response.bytes.toString().slice(0, 300)}`);
  }

  close(): void {
    this.#sender.close();
  }

  async #revise(id: number, baseVersion: string): Promise<string> {
    this.#values += 1;
    const changes = [{ element_id: this.#fieldId, new_value: String(this.#values) }];
    const { version } = await this.#api.call('datasheets.revise', {
      id,
      severity: 'MINOR',
      baseVersion,
      changes,
    });
    return version;
  }
}
