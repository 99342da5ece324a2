/**
 * Set-up of the data of one tenant: category, standards and a project with datasheets; for a company also
 * publications and outdated copies. Reads them back, so that their ids are in the pool. Also creates the
 * mark of a tenant.
 */
import { randomBytes } from 'node:crypto';
import type { ApiCaller } from '../../../shared/rest-client/api-caller.ts';
import { identify } from '../../world/accounts.ts';
import {
  createTenantCategory,
  createTenantProject,
  createTenantStandard,
  publishTenantProject,
  type ResourceAuthor,
  type StandardResources,
} from '../../world/resources.ts';
import { createStandard, publishStandard } from '../../world/standards.ts';

/** A unique word of lower-case letters and digits, so that it is unchanged in searches and slugs. */
export const createTenantMark = (tenant: string): string => `zq${tenant}${randomBytes(8).toString('hex')}`;

/** Fills a tenant; a free account’s project is left a draft, because publishing needs a company. */
export async function populateTenant(author: ResourceAuthor): Promise<void> {
  const { api, owner, scope } = author;
  const category = await createTenantCategory(author);
  const standards: StandardResources[] = [];
  for (const name of [`Beams ${owner}`, `Walls ${owner}`])
    standards.push(await createTenantStandard(author, name, category));
  // The older revisions, so that there is something to upgrade to.
  const pins = standards.map((standard) => ({ standard, revisionId: standard.revisionIds[0] }));
  const project = await createTenantProject(author, `Library ${owner}`, pins);
  if (scope === 'company') {
    await publishTenantProject(author, project.projectId);
    // One that is published and has no request.
    const { id } = await api.call('projects.create', { name: `Annex ${owner}` });
    await api.call('projects.publish', { id });
    await createOutdatedCopies(author, category);
  }
  await readBack(api, project.projectId, standards);
}

/** Enough for a run: a merge leaves the copy with an open working copy. */
const OUTDATED_COPIES = 12;

/** Customised copies whose source has published a revision since. */
async function createOutdatedCopies({ api, owner, scope }: ResourceAuthor, category: number): Promise<void> {
  const text = (word: string) => ({
    elements: [{ address: '1', content: `Mortar of ${owner} is ${word}.` }],
  });
  const metadata = { name: `Masonry ${owner}`, category_id: category, subject_type: scope };
  const { id: source } = await createStandard(api, metadata, text('M5'));
  await publishStandard(api, source);
  const { companyId } = await identify(api);
  const copies: number[] = [];
  for (let count = 0; count < OUTDATED_COPIES; count += 1) {
    const name = `Masonry ${count} ${owner}`;
    copies.push((await api.call('standards.customize', { id: source, companyId, name })).id);
  }
  await publishStandard(api, source, {}, text('M10'));
  for (const id of copies) await api.call('standards.mergePlan', { id });
}

/** Reads the resources of the tenant, which adds their ids to the pool. */
async function readBack(api: ApiCaller, id: number, standards: readonly StandardResources[]): Promise<void> {
  for (const { standardId } of standards) {
    await api.call('standards.revisions', { id: standardId });
    await api.call('datasheets.template', { standardId });
  }
  for (const sheet of (await api.call('projects.datasheets.list', { id })).datasheets) {
    await api.call('datasheets.get', { id: sheet.id });
    await api.call('datasheets.revisions', { id: sheet.id });
  }
  await api.call('projects.revisions', { id });
  await api.call('projects.standards.list', { id });
  await api.call('projects.standardRevisionOptions', { id });
  await api.call('standards.list');
  await api.call('account.cla.get');
}
