/**
 * The main job as an MCP client would do it: every step after the keys are made is a tool call of the SDK's
 * own client, on the documents of the demonstration. Where the documents give MCP callers less than HTTP
 * callers, the step shows that.
 */
import assert from 'node:assert/strict';
import { loadDocument, toMarkupElement } from '../../scripts/demo/corpus-documents.ts';
import type { Administrator } from '../../scripts/demo/report.ts';
import {
  acceptAgreement,
  createKey,
  registerAccount,
  registerMember,
} from '../../scripts/populate/accounts.ts';
import { createProject, pinStandard, publishWhenReady } from '../../scripts/populate/projects.ts';
import { baseOf, createStandard, publishStandard } from '../../scripts/populate/standards.ts';
import { adoptPage, createWikiPage } from '../../scripts/populate/wiki.ts';
import { RestClient } from '../../scripts/rest-client/client.ts';
import type { EndpointParams, EndpointResult } from '../../scripts/rest-client/endpoint-requests.ts';
import { listMember } from '../../scripts/rest-client/json.ts';
import { serialiseMarkup } from '../../shared/markup/serialise.ts';
import { McpToolClient } from './mcp-tool-client.ts';

interface ToolOutcome {
  /** The export of revision 1, as the tool answered it. */
  exported: string;
  /** The answer of `certificates_keys`. */
  keys: string;
  /** Which tools were called, and how often. */
  used: ReadonlyMap<string, number>;
}

const DATASHEET_COUNT = 5;

/** Plays the job; sessions only make the accounts and their keys, because no key may. */
export async function runMainJobByTools(base: string, administrator: Administrator): Promise<ToolOutcome> {
  const { ada, byron, admin } = await openToolClients(base, administrator);
  try {
    const standard = await writeStandard(ada, byron);
    const outcome = await runProject(ada, byron, standard);
    await adoptFromWiki(admin, ada, outcome.projectId);
    const used = new Map<string, number>();
    for (const box of [ada, byron, admin])
      for (const [name, count] of box.used) used.set(name, (used.get(name) ?? 0) + count);
    return { exported: outcome.exported, keys: JSON.stringify(await ada.call('certificates.keys')), used };
  } finally {
    for (const box of [ada, byron, admin]) await box.close();
  }
}

async function openToolClients(
  base: string,
  administrator: Administrator,
): Promise<Record<'ada' | 'byron' | 'admin', McpToolClient>> {
  const anyone = new RestClient(base);
  const owner = await registerAccount(base, 'ada', 'Access Specifiers');
  const mate = await registerMember(owner, 'byron', 'CompanyEditor');
  const boxOf = async (session: RestClient): Promise<McpToolClient> =>
    McpToolClient.open(base, (await createKey(session)).secret);
  const login = { email: administrator.email, password: administrator.password };
  return {
    ada: await boxOf(owner),
    byron: await boxOf(mate),
    admin: await boxOf(await anyone.openSession('account.login', login)),
  };
}

interface WrittenStandard {
  id: number;
  firstRevisionId: number;
  secondRevisionId: number;
}

async function writeStandard(ada: McpToolClient, byron: McpToolClient): Promise<WrittenStandard> {
  assert.equal((await ada.call('discovery.whoami')).credential.type, 'key');
  assert.ok((await ada.names()).includes('standards_workingCopy_save'));
  const category = await ada.call('categories.create', { name: 'Accessibility', subject_type: 'company' });
  const document = loadDocument('ada-2010-standards', 'ada-2010-dimensions');
  const about = { category_id: category.id, subject_type: 'company' } as const;
  const text = { elements: document.elements, datasheetElements: document.fields };
  const { id } = await createStandard(ada, { name: document.title, ...about }, text);
  const first = await publishStandard(ada, id, { summary: 'As published in 2010', severity: 'major' });
  const elements = await readElements(ada, id, first.revision.id);
  assert.equal(elements.length, document.elements.length);
  await loadAsMarkdown(ada, elements, about);
  return { id, firstRevisionId: first.revision.id, secondRevisionId: await saveConcurrently(ada, byron, id) };
}

type Element = Extract<EndpointResult<'standards.get'>, { elements: unknown }>['elements'][number];

async function readElements(ada: McpToolClient, id: number, revisionId?: number): Promise<Element[]> {
  const read = await ada.call('standards.get', { id, revisionId });
  assert.ok('elements' in read);
  return read.elements;
}

/**
 * MCP clients may send markdown (document 2, working-copy save rule 7), and the same content as markup has
 * the same hash.
 */
async function loadAsMarkdown(
  ada: McpToolClient,
  elements: readonly Element[],
  about: { category_id: number; subject_type: 'company' },
): Promise<void> {
  const markdown = serialiseMarkup({ frontmatter: {}, elements: elements.map(toMarkupElement), fields: [] });
  const valid = await ada.call('standards.validateMarkdown', { markdown });
  assert.equal(valid.ok, true, JSON.stringify(valid.errors));
  const { id } = await createStandard(ada, { name: 'From markdown', ...about }, { markdown });
  await publishStandard(ada, id, { summary: 'The same text, as markdown' });
  const texts = (from: readonly Element[]) =>
    from.map(({ address, toc_content, content }) => [address, toc_content, content]);
  assert.deepEqual(texts(await readElements(ada, id)), texts(elements));
  const wrong = await ada.callExpectingError('standards.workingCopy.save', {
    id,
    markdown: '1.1 A clause\n\n1.1 Again\n',
  });
  assert.deepEqual([wrong.status, wrong.code], [422, 'MARKUP_ERRORS']);
  assert.ok(listMember(wrong, 'errors').length > 0);
}

/** baseElements is for HTTP callers: a stale save through MCP is refused and has changed nothing. */
async function saveConcurrently(ada: McpToolClient, byron: McpToolClient, id: number): Promise<number> {
  await ada.call('standards.edit', { id });
  const copy = await ada.call('standards.workingCopy.get', { id });
  const { elements } = copy;
  const [mine, theirs] = elements.filter(({ content }) => content.length > 40);
  const reword = (element: object | undefined, name: string) =>
    elements.map((each) =>
      each === element ? { ...each, content: `${each.content} Reviewed by ${name}.` } : each,
    );
  const base = { id, ...baseOf(copy) };
  await ada.call('standards.workingCopy.save', { ...base, elements: reword(mine, 'Ada') });
  const stale = await byron.callExpectingError('standards.workingCopy.save', {
    ...base,
    elements: reword(theirs, 'Byron'),
  });
  assert.deepEqual([stale.status, stale.code], [409, 'EDIT_CONFLICT']);
  const again = await byron.call('standards.workingCopy.get', { id });
  const now = again.elements.map((each) =>
    each.element_id === theirs?.element_id
      ? { ...each, content: `${each.content} Reviewed by Byron.` }
      : each,
  );
  await byron.call('standards.workingCopy.save', { id, baseVersion: again.version, elements: now });
  const after = await ada.call('standards.workingCopy.get', { id });
  for (const name of ['Ada', 'Byron'])
    assert.equal(
      after.elements.filter(({ content }) => content.endsWith(`Reviewed by ${name}.`)).length,
      1,
      name,
    );
  const [field] = after.datasheet_elements;
  assert.ok(field);
  const { element_address, label } = field;
  const renamed = {
    element_address,
    match_label: label,
    label: `${label}, clear`,
    input_type: 'range',
  } as const;
  await ada.call('standards.workingCopy.save', {
    id,
    datasheetElementsOnly: true,
    datasheetElements: [renamed],
  });
  const { revision } = await publishStandard(ada, id, { summary: 'Reviewed', severity: 'minor' });
  assert.equal((await ada.call('standards.revisions', { id })).revisions.length, 2);
  return revision.id;
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
  const { title, elements } = loadDocument('uk-approved-document-k');
  const content = serialiseMarkup({
    frontmatter: { title },
    elements: elements.map(toMarkupElement),
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
