/**
 * Benchmark of projects and their datasheets, of document D with 60 fields each, over HTTP with an API key:
 * creating and revising a datasheet, publishing projects of 10, 100 and 1,000 datasheets, details, upgrading,
 * and the list of 1,000 projects.
 */

import type { RestClient } from '../../shared/rest-client/client.ts';
import { stringMember } from '../../shared/rest-client/json.ts';
import { createKey, registerAccount, SPECIFIER_PERMISSIONS } from '../world/accounts.ts';
import { createDatasheets, createProject } from '../world/projects.ts';
import { createStandard, publishStandard } from '../world/standards.ts';
import { type ComparisonRow, describeComparison, MAX_GROWTH } from './comparison.ts';
import { generateDocumentD, withRewordedClause } from './document-d.ts';
import { BenchClient, type Percentiles, Stopwatch } from './http-measurement.ts';
import { runLoad } from './load.ts';
import type { ServiceMeter } from './meter.ts';

const FEW_SHEETS = 10;
const MORE_SHEETS = [100, 1_000];
const PROJECTS = 1_000;
/** Rounds of what takes up to a second each. */
const SLOW_ROUNDS = 10;

/**
 * @param rounds of creating and revising
 * @param maxSheets of a project; 100 at least
 * @returns publishing with 10 datasheets compared with publishing more
 */
export async function measureProjects(
  base: string,
  rounds: number,
  maxSheets: number,
  meter: ServiceMeter,
): Promise<ComparisonRow[]> {
  const session = await registerAccount(base, `projects-${Date.now()}`, 'Bench Builders');
  const { client, secret } = await createKey(session, SPECIFIER_PERMISSIONS);
  const headers = { authorization: `Bearer ${secret}` };
  const sender = new BenchClient(base, headers);
  const projects = new MeasuredProjects(client, sender, await publishTwice(client));
  const measureRead = async (operation: string, path: string): Promise<void> => {
    const perSecond = await runLoad({ url: base + path, connections: 8, seconds: 5, status: 200, headers });
    await meter.measure({ operation, perSecond }, sender, 100, () => sender.read(path));
  };

  const { id, sheetId } = await projects.create(20);
  await meter.measure({ operation: 'create datasheet' }, sender, rounds, (round) =>
    projects.createSheet(id, `New sheet ${round}`),
  );
  const revise = await projects.reviseInTurn(sheetId);
  await meter.measure({ operation: 'revise datasheet' }, sender, rounds, revise);

  const few = await projects.create(FEW_SHEETS);
  const more = [];
  const sizes = MORE_SHEETS.filter((sheets, at) => at === 0 || sheets <= maxSheets);
  for (const sheets of sizes) more.push(await projects.create(sheets));
  const [fewTimes, ...moreTimes] = await projects.timePublishes([few, ...more]);
  const growth = sizes.map((sheets, at): ComparisonRow => {
    const [first, second] = [fewTimes, moreTimes[at]];
    if (!first || !second) throw new Error(`publishing with ${sheets} datasheets was not measured`);
    const row = { operation: `publish with ${sheets} sheets`, first, second, maxRatio: MAX_GROWTH };
    meter.log(describeComparison(row));
    return row;
  });

  const [hundred] = more;
  if (!hundred) throw new Error('there is no project of 100 datasheets');
  await measureRead('read details v2, 100 sheets', `/api/projects/details/${hundred.id}?shape=v2`);
  await client.call('projects.draft.create', { id: hundred.id });
  // An upgrade may leave values to confirm, which block a publish.
  await meter.measure({ operation: 'publish and reopen, 100 sheets' }, sender, SLOW_ROUNDS, () =>
    projects.publishAndReopen(hundred.id),
  );
  await meter.measure({ operation: 'upgrade 100 sheets' }, sender, SLOW_ROUNDS, (round) =>
    projects.upgrade(hundred.id, round),
  );

  for (let made = 0; made < PROJECTS; made += 1) await createProject(client, { name: `Project ${made}` });
  await measureRead('list 1,000 projects', '/api/projects');
  sender.close();
  return growth;
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

  createSheet(project_id: number, name: string): Promise<unknown> {
    const sheet = { project_id, standard_id: this.#standard.id, name };
    return this.#sender.sendJson('POST', '/api/datasheet', sheet);
  }

  /** The work of one round: a revision with the version that the round before returned. */
  async reviseInTurn(id: number): Promise<() => Promise<void>> {
    let { version } = await this.#api.call('datasheets.get', { id });
    return async () => {
      version = await this.#revise(id, version);
    };
  }

  async publishAndReopen(id: number): Promise<void> {
    await this.#sender.sendJson('POST', `/api/projects/${id}/publish`, {});
    await this.#sender.sendJson('POST', `/api/projects/${id}/draft/create`, {});
  }

  /** Publishes each project in turn, so that other load on the machine affects all; their drafts are not timed. */
  async timePublishes(projects: readonly MeasuredProject[]): Promise<Percentiles[]> {
    const watches = projects.map(() => new Stopwatch());
    for (let round = 0; round < 2 * SLOW_ROUNDS; round += 1) {
      if (round === SLOW_ROUNDS) for (const watch of watches) watch.reset();
      for (const [at, { id, sheetId }] of projects.entries()) {
        const { version } = await this.#api.call('datasheets.get', { id: sheetId });
        await this.#revise(sheetId, version);
        await watches[at]?.time(() => this.#sender.sendJson('POST', `/api/projects/${id}/publish`, {}));
        if (round < 2 * SLOW_ROUNDS - 1) await this.#api.call('projects.draft.create', { id });
      }
    }
    return watches.map((watch) => watch.read());
  }

  /** Upgrades all datasheets of a project to the other revision of the standard. */
  upgrade(project_id: number, round: number): Promise<unknown> {
    const to_revision_id = this.#standard.revisionIds[(round + 1) % 2];
    return this.#sender.sendJson('POST', `/api/standards/${this.#standard.id}/batch-upgrade`, {
      project_id,
      to_revision_id,
    });
  }

  async #revise(id: number, baseVersion: string): Promise<string> {
    this.#values += 1;
    const changes = [{ element_id: this.#fieldId, new_value: String(this.#values) }];
    const revised = await this.#sender.sendJson('POST', `/api/datasheet/${id}/revise`, {
      severity: 'MINOR',
      baseVersion,
      changes,
    });
    return stringMember(revised, 'version');
  }
}
