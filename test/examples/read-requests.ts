/**
 * Requests of the reads whose recorded examples need more than the ids of the world: words to search for, texts to
 * check, copies and datasheets that are behind.
 */

import type { EndpointId } from '../../shared/contracts/index.ts';
import type { RestClient } from '../../shared/rest-client/client.ts';
import type { AuditedWrite } from '../audit/write-case.ts';
import { eventually } from '../eventually.ts';
import type { TestWorld } from '../world/test-world.ts';
import type { Writes } from '../world/writes.ts';

export interface ReadRequest {
  ids?: Readonly<Record<string, string | number>> | undefined;
  query?: Readonly<Record<string, string | number>>;
  body?: object | undefined;
  /** Who reads; by default the world's company. */
  client?: RestClient | undefined;
  /** The members of the response that the example has, where all of them are too long. */
  members?: readonly string[];
}

const MARKUP =
  '# 1 Doors\n\n1.1 Thresholds shall be 1/2 inch (13 mm) high maximum.\n\n1.1 Changes in level shall comply with 303.\n';

/** A clause is held, and the hold is lifted. @returns the id of the matter */
async function createMatter({ ada, wiki }: TestWorld): Promise<number> {
  const clause = {
    id: wiki.pageId,
    adoptedRevId: wiki.editionId,
    element_addresses: ['1.1'],
    reason_code: 'spam' as const,
  };
  await ada.session.call('wiki.adopted.elements.revoke', clause);
  await ada.session.call('wiki.adopted.elements.restore', clause);
  const { items } = await ada.session.call('wiki.moderation.worklist', { state: 'resolved' });
  return items[0]?.id ?? 0;
}

const idsOf = ({ ids }: AuditedWrite): ReadRequest => ({ ids });
const member = (body: object | undefined, name: string): number => Number(Object(body)[name]);

type ReadRequests = Readonly<
  Partial<Record<EndpointId, (world: TestWorld, writes: Writes) => ReadRequest | Promise<ReadRequest>>>
>;

export const READ_REQUESTS: ReadRequests = {
  'discovery.openapi': () => ({ members: ['openapi', 'info', 'servers'] }),
  'admin.audit.list': () => ({ query: { action: 'standards.publish' } }),
  'account.notifications.list': async ({ ada }) => {
    await eventually(
      async () => (await ada.session.call('account.notifications.list')).notifications[0] ?? null,
    );
    return {};
  },
  'account.inbox': async ({ ada }) => {
    await eventually(async () => (await ada.session.call('account.inbox')).items[0] ?? null);
    return { query: { limit: 2 } };
  },
  'standards.searchContent': async ({ ada }) => {
    const query = { query: 'clear width of door openings' };
    await eventually(async () => (await ada.key.call('standards.searchContent', query)).hits[1] ?? null);
    return { query };
  },
  'wiki.searchContent': async ({ ada }) => {
    const query = { query: 'lavatories' };
    await eventually(async () => (await ada.key.call('wiki.searchContent', query)).hits[0] ?? null);
    return { query };
  },
  'standards.validateMarkdown': () => ({ body: { markdown: MARKUP } }),
  'wiki.standards.validate': () => ({ body: { content: `---\ntitle: Doors\n---\n\n${MARKUP}` } }),
  'standards.resolveReferences': ({ wiki: { librarySlug, standardSlug } }) => ({
    body: { references: [`${librarySlug}/${standardSlug}#1.1`, `${librarySlug}/parking`] },
  }),
  'standards.compare': ({ ada: { revisionIds } }) => ({
    query: { from: revisionIds[0], to: revisionIds[1] },
  }),
  'standards.amendment': ({ ada: { revisionIds } }) => ({
    query: { from: revisionIds[0], to: revisionIds[1] },
  }),
  'projects.addendum': async ({ ada }) => {
    const { revisions } = await ada.key.call('projects.revisions', { id: ada.projectId });
    const [draft, issued] = revisions.map(({ id }) => id);
    return { query: { from: issued ?? 0, to: draft ?? 0 } };
  },
  'datasheets.compare': ({ ada: { datasheetRevisionIds: ids } }) => ({ query: { from: ids[0], to: ids[1] } }),
  'datasheets.checkName': ({ ada }) => ({
    query: { project_id: ada.projectId, standard_id: ada.standardId, name: 'Interior doors' },
  }),
  'standards.mergePlan': async (_world, writes) => idsOf(await writes.make('standards.merge')),
  'datasheets.upgradePlan': async (_world, writes) => idsOf(await writes.make('datasheets.upgrade')),
  'projects.upgradePlan': async (_world, writes) => {
    const { body } = await writes.make('standards.batchUpgrade');
    return { ids: { id: member(body, 'project_id') } };
  },
  'standards.upgradeStatus': async (_world, writes) => {
    const { ids, body } = await writes.make('standards.batchUpgrade');
    return { ids: { id: ids?.standardId ?? 0 }, query: { projectId: member(body, 'project_id') } };
  },
  'projects.standardRevisions.preview': async (_world, writes) => {
    const { ids, body } = await writes.make('projects.standardRevisions.apply');
    return { ids, body };
  },
  'projects.standardRevisionOptions': async (_world, writes) =>
    idsOf(await writes.make('projects.standardRevisions.apply')),
  'account.invitations.list': async (_world, writes) => {
    const { who } = await writes.make('account.invitations.accept');
    return { client: who?.session };
  },
};

/** Reads of what only writes leave behind; recorded after them. */
export const READS_AFTER_WRITES: ReadRequests = {
  'wiki.moderation.worklist': () => ({}),
  'wiki.moderation.worklistItem': async (world) => ({ ids: { itemId: await createMatter(world) } }),
};
