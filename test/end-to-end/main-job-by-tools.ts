/**
 * The main job of the demo by MCP tools instead of REST, without the drawing: standard, project, export of
 * revision 1, wiki. Accounts and keys are still created over REST. For the end-to-end suite of the same
 * name.
 */
import assert from 'node:assert/strict';
import { loadCorpus } from '../../scripts/import/documents/load-corpus.ts';
import { RestClient } from '../../scripts/rest-client/client.ts';
import type { EndpointParams } from '../../scripts/rest-client/endpoint-requests.ts';
import { serialiseMarkup } from '../../shared/markup/serialise.ts';
import type { Administrator } from '../../tools/demo/step-report.ts';
import { acceptAgreement, createKey, registerAccount, registerMember } from '../../tools/world/accounts.ts';
import { createProject, pinStandard, publishWhenReady } from '../../tools/world/projects.ts';
import { adoptPage, createWikiPage } from '../../tools/world/wiki.ts';
import { McpToolClient } from './mcp-tool-client.ts';
import { type WrittenStandard, writeStandard } from './standard-by-tools.ts';

interface ToolOutcome {
  /** The export of revision 1, as the tool returned it. */
  exported: string;
  /** The response of `certificates_keys`. */
  keys: string;
  /** Number of calls of each tool. */
  used: ReadonlyMap<string, number>;
}

const DATASHEET_COUNT = 5;

/** Runs the job. Sessions are used only to create accounts and keys, which no key may do. */
export async function runMainJobByTools(base: string, administrator: Administrator): Promise<ToolOutcome> {
  const { ada, byron, admin } = await openToolClients(base, administrator);
  try {
    const standard = await writeStandard(ada, byron);
    const outcome = await runProject(ada, byron, standard);
    await adoptFromWiki(admin, ada, outcome.projectId);
    const used = new Map<string, number>();
    for (const client of [ada, byron, admin])
      for (const [name, count] of client.used) used.set(name, (used.get(name) ?? 0) + count);
    return { exported: outcome.exported, keys: JSON.stringify(await ada.call('certificates.keys')), used };
  } finally {
    for (const client of [ada, byron, admin]) await client.close();
  }
}

async function openToolClients(
  base: string,
  administrator: Administrator,
): Promise<Record<'ada' | 'byron' | 'admin', McpToolClient>> {
  const anyone = new RestClient(base);
  const owner = await registerAccount(base, 'ada', 'Access Specifiers');
  const mate = await registerMember(owner, 'byron', 'CompanyEditor');
  const clientOf = async (session: RestClient): Promise<McpToolClient> =>
    McpToolClient.open(base, (await createKey(session)).secret);
  const login = { email: administrator.email, password: administrator.password };
  return {
    ada: await clientOf(owner),
    byron: await clientOf(mate),
    admin: await clientOf(await anyone.openSession('account.login', login)),
  };
}

async function runProject(
  ada: McpToolClient,
  byron: McpToolClient,
  standard: WrittenStandard,
): Promise<{ projectId: number; exported: string }> {
  const header = { name: 'City library', address_city: 'Springfield', vertical_id: 14 };
  const { id: standardId, firstRevisionId, secondRevisionId: toStandardRevisionId } = standard;
  const id = await createProject(ada, header, [{ standardId, revisionId: firstRevisionId }]);
  const sheets = await fillDatasheets(ada, byron, id, standardId);
  assert.equal((await ada.call('files.list', { projectId: id })).files.length, 0);
  const revisionId = await publishWhenReady(ada, id, 'Issued for tender');
  const read = async (): Promise<string> =>
    JSON.stringify([
      await ada.call('projects.standards.list', { id, revisionId }),
      await ada.call('projects.datasheets.list', { id, revisionId }),
      await ada.call('projects.export', { id, revisionId, isVerbose: true }),
    ]);
  const before = await read();

  await ada.call('projects.draft.create', { id, revision_type: 'addendum' });
  const changes = [{ standardId, toStandardRevisionId }];
  const preview = await ada.call('projects.standardRevisions.preview', { id, changes });
  assert.equal(preview.standards[0]?.direction, 'forward');
  await ada.call('projects.standardRevisions.apply', { id, changes, rationale: 'Reviewed edition' });
  const blocked = await ada.callExpectingError('projects.publish', { id, revision_name: 'Too early' });
  assert.deepEqual([blocked.status, blocked.code], [400, 'PUBLISH_BLOCKED']);
  for (const sheet of sheets) {
    const { conflicts } = await ada.call('datasheets.upgradePlan', {
      id: sheet,
      toRevisionId: toStandardRevisionId,
    });
    const resolutions = conflicts.map(({ toElementId, fromElementId }) => ({
      elementId: toElementId ?? fromElementId ?? 0,
      resolution: 'user_accepted' as const,
    }));
    await ada.call('datasheets.upgrade', {
      id: sheet,
      toStandardRevisionId,
      resolutions,
      summary: 'To 1.1.0',
    });
  }
  await publishWhenReady(ada, id, 'Addendum A');
  assert.equal(await read(), before, 'revision 1 reads byte for byte as before');
  return { projectId: id, exported: JSON.stringify(await ada.call('projects.export', { id, revisionId })) };
}

async function fillDatasheets(
  ada: McpToolClient,
  byron: McpToolClient,
  projectId: number,
  standardId: number,
): Promise<number[]> {
  const { fields } = await ada.call('datasheets.template', { standardId });
  const ids: number[] = [];
  for (let sheet = 1; sheet <= DATASHEET_COUNT; sheet += 1) {
    const elementValues = { [fields[sheet]?.id ?? 0]: '36' };
    const about = { standard_id: standardId, project_id: projectId, name: `Room ${sheet}` };
    ids.push((await ada.call('datasheets.create', { ...about, elementValues })).id);
  }
  const [id = 0] = ids;
  const { version: baseVersion, elements } = await ada.call('datasheets.get', { id });
  const [one, two] = elements;
  assert.ok(one && two);
  const revision = (element_id: number, new_value: string): EndpointParams<'datasheets.revise'> => ({
    id,
    severity: 'MINOR',
    changes: [{ element_id, new_value }],
  });
  await ada.call('datasheets.revise', { ...revision(one.id, '40'), baseVersion });
  assert.equal(
    (await byron.call('datasheets.revise', { ...revision(two.id, '41'), baseVersion })).merged,
    true,
  );
  assert.equal(
    (await byron.callExpectingError('datasheets.revise', revision(one.id, '42'))).code,
    'BASE_VERSION_REQUIRED',
  );
  return ids;
}

async function adoptFromWiki(admin: McpToolClient, ada: McpToolClient, projectId: number): Promise<void> {
  await acceptAgreement(admin);
  const librarySlug = 'building-regulations';
  await admin.call('admin.wiki.libraries.create', { slug: librarySlug, name: 'Building regulations' });
  const { title, elements } = loadCorpus('uk-approved-document-k');
  const content = serialiseMarkup({
    frontmatter: { title },
    elements,
    fields: [],
  });
  const page = await createWikiPage(admin, { librarySlug, title, content });
  const [revision] = (await ada.call('wiki.revisions.list', { id: page.id })).revisions;
  assert.equal(revision?.id, page.revisionId);
  await adoptPage(admin, page);
  const [standard] = (await ada.call('standards.list', { subject_type: 'global', search: title })).standards;
  assert.ok(standard);
  await ada.call('projects.draft.create', { id: projectId });
  await pinStandard(ada, projectId, { standardId: standard.id });
  assert.equal((await ada.call('projects.standards.list', { id: projectId })).standards.length, 2);
}
