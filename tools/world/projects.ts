/**
 * Creation of projects, pins and datasheets, and publishing of a draft, over any transport (REST, MCP
 * tools, bus). For the demo, tests and benchmarks.
 */
import type { ApiCaller } from '../../shared/rest-client/api-caller.ts';
import type { EndpointParams, EndpointResult } from '../../shared/rest-client/endpoint-types.ts';

/** A standard to pin in a project, by default at its newest revision. */
export type Pin = Pick<EndpointParams<'projects.standards.add'>, 'revisionId' | 'categoryId'> & {
  standardId: number;
};

/** A new project whose draft pins these standards. @returns its id */
export async function createProject(
  api: ApiCaller,
  header: EndpointParams<'projects.create'>,
  pins: readonly Pin[] = [],
): Promise<number> {
  const { id } = await api.call('projects.create', header);
  for (const pin of pins) await pinStandard(api, id, pin);
  return id;
}

export const pinStandard = (
  api: ApiCaller,
  projectId: number,
  pin: Pin,
): Promise<EndpointResult<'projects.standards.add'>> =>
  api.call('projects.standards.add', { id: projectId, action: 'import', ...pin });

/** A datasheet of each name. */
export async function createDatasheets(
  api: ApiCaller,
  about: Omit<EndpointParams<'datasheets.create'>, 'name'>,
  names: readonly string[],
): Promise<EndpointResult<'datasheets.create'>[]> {
  const sheets: EndpointResult<'datasheets.create'>[] = [];
  for (const name of names) sheets.push(await api.call('datasheets.create', { ...about, name }));
  return sheets;
}

/** Publishes the draft as it is read now. @returns the revision's id @throws Error naming what blocks it */
export async function publishWhenReady(api: ApiCaller, id: number, revision_name: string): Promise<number> {
  const { ready, blockers, version } = await api.call('projects.publishReadiness', { id });
  if (!ready || version === null) throw new Error(`publishing is blocked: ${JSON.stringify(blockers)}`);
  return (await api.call('projects.publish', { id, revision_name, baseVersion: version })).revision.id;
}
