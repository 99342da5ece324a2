/**
 * The main job as an MCP client would do it: every step after the keys are made is a tool call of the SDK's own client, on the documents
 * of the demonstration. Where the documents give MCP callers less than HTTP callers, the step shows that.
 */
import assert from 'node:assert/strict';
import { setTimeout as delay } from 'node:timers/promises';
import { loadDocument } from '../../scripts/demo/documents.ts';
import type { Administrator } from '../../scripts/demo/report.ts';
import { Client } from '../../scripts/rest-client/client.ts';
import { isJson, type Json, listOf, numberOf, objectOf, textOf } from '../../scripts/rest-client/json.ts';
import { PERMISSIONS } from '../../shared/contracts/permissions.ts';
import { serialiseMarkup } from '../../shared/markup/serialise.ts';
import { Toolbox } from './toolbox.ts';

export interface ToolOutcome {
  /** The export of revision 1, as the tool answered it. */
  exported: string;
  /** The answer of `certificates_keys`. */
  keys: string;
  /** Which tools were called, and how often. */
  used: ReadonlyMap<string, number>;
}

const SHEETS = 5;
const PASSWORD = 'a long enough password';

/** Plays the job; sessions only make the accounts and their keys, because no key may. */
export async function playByTools(base: string, administrator: Administrator): Promise<ToolOutcome> {
  const { ada, byron, admin } = await openToolboxes(base, administrator);
  try {
    const standard = await writeStandard(ada, byron);
    const outcome = await runProject(ada, byron, standard);
    await adoptFromWiki(admin, ada, outcome.projectId);
    const used = new Map<string, number>();
    for (const box of [ada, byron, admin]) for (const [name, count] of box.used) used.set(name, (used.get(name) ?? 0) + count);
    return { exported: outcome.exported, keys: JSON.stringify(await ada.use('certificates_keys')), used };
  } finally {
    for (const box of [ada, byron, admin]) await box.close();
  }
}

async function openToolboxes(base: string, administrator: Administrator): Promise<Record<'ada' | 'byron' | 'admin', Toolbox>> {
  const anyone = new Client(base);
  const register = (name: string, more: Json = {}): Promise<Client> =>
    anyone.session('account.register', { email: `${name}.tools@example.org`, password: PASSWORD, name, ...more });
  const owner = await register('ada', { company_name: 'Access Specifiers' });
  const mate = await register('byron');
  const { company_id } = objectOf(await owner.get('/api/whoami'), 'user');
  await owner.post(`/api/companies/${company_id}/members`, { email: 'byron.tools@example.org', role: 'CompanyEditor' });
  const boxOf = async (session: Client): Promise<Toolbox> =>
    Toolbox.open(
      base,
      textOf(await session.post('/api/account/keys', { name: 'tools', permissions: [...PERMISSIONS] }), 'secret'),
    );
  const login = { email: administrator.email, password: administrator.password };
  return {
    ada: await boxOf(owner),
    byron: await boxOf(mate),
    admin: await boxOf(await anyone.session('account.login', login)),
  };
}

interface Written {
  id: number;
  firstRevisionId: number;
  secondRevisionId: number;
}

async function writeStandard(ada: Toolbox, byron: Toolbox): Promise<Written> {
  const whoami = await ada.use('discovery_whoami');
  assert.equal(objectOf(whoami, 'credential').type, 'key');
  assert.ok((await ada.names()).includes('standards_workingCopy_save'));
  const category = await ada.use('categories_create', { name: 'Accessibility', subject_type: 'company' });
  const document = loadDocument('ada-2010-standards', 'ada-2010-dimensions');
  const created = await ada.use('standards_create', {
    name: document.title,
    category_id: numberOf(category, 'id'),
    subject_type: 'company',
  });
  const id = numberOf(created, 'id');
  await ada.use('standards_workingCopy_save', { id, elements: document.elements, datasheetElements: document.fields });
  const first = await ada.use('standards_publish', { id, summary: 'As published in 2010', severity: 'major' });
  const firstRevisionId = numberOf(objectOf(first, 'revision'), 'id');
  const read = await ada.use('standards_get', { id, revisionId: firstRevisionId });
  assert.equal(listOf(read, 'elements').length, document.elements.length);
  assert.equal(listOf(read, 'datasheet_elements').length, document.fields.length);
  await loadAsMarkdown(ada, read, numberOf(category, 'id'));
  const secondRevisionId = await saveTogether(ada, byron, id);
  return { id, firstRevisionId, secondRevisionId };
}

/** MCP clients may send markdown (document 1, rule 7), and the same content as markup has the same hash. */
async function loadAsMarkdown(ada: Toolbox, read: Json, categoryId: number): Promise<void> {
  const elements = listOf(read, 'elements').map(({ address, attributes, toc_content, content }) => ({
    address: String(address),
    kind: kindOf(attributes),
    toc_content: String(toc_content),
    content: String(content),
  }));
  const markdown = serialiseMarkup({ frontmatter: {}, elements, fields: [] });
  const valid = await ada.use('standards_validateMarkdown', { markdown });
  assert.equal(valid.ok, true, JSON.stringify(valid.errors));
  const twin = await ada.use('standards_create', { name: 'From markdown', category_id: categoryId, subject_type: 'company' });
  const id = numberOf(twin, 'id');
  await ada.use('standards_workingCopy_save', { id, markdown });
  await ada.use('standards_publish', { id, summary: 'The same text, as markdown' });
  const texts = (from: Json) =>
    listOf(from, 'elements').map(({ address, toc_content, content }) => [address, toc_content, content]);
  assert.deepEqual(texts(await ada.use('standards_get', { id })), texts(read));
  const wrong = await ada.refused('standards_workingCopy_save', { id, markdown: '1.1 A clause\n\n1.1 Again\n' });
  assert.deepEqual([wrong.status, wrong.code], [422, 'MARKUP_ERRORS']);
  assert.ok(listOf(wrong, 'errors').length > 0);
}

/** baseElements is for HTTP callers: a stale save through MCP is refused and has changed nothing. */
async function saveTogether(ada: Toolbox, byron: Toolbox, id: number): Promise<number> {
  await ada.use('standards_edit', { id });
  const read = await ada.use('standards_workingCopy_get', { id });
  const elements = listOf(read, 'elements');
  const [mine, theirs] = elements.filter(({ content }) => typeof content === 'string' && content.length > 40);
  const reword = (element: Json | undefined, more: string): Json[] =>
    elements.map((each) => (each === element ? { ...each, content: `${String(each.content)} ${more}` } : each));
  const base = {
    id,
    baseVersion: textOf(read, 'version'),
    baseElements: elements.map(({ element_id, address, hash }) => ({ elementId: element_id, address, hash })),
  };
  await ada.use('standards_workingCopy_save', { ...base, elements: reword(mine, 'Reviewed by Ada.') });
  const stale = await byron.refused('standards_workingCopy_save', { ...base, elements: reword(theirs, 'Reviewed by Byron.') });
  assert.deepEqual([stale.status, stale.code], [409, 'EDIT_CONFLICT']);
  const again = await byron.use('standards_workingCopy_get', { id });
  const now = listOf(again, 'elements').map((each) =>
    each.element_id === theirs?.element_id ? { ...each, content: `${String(each.content)} Reviewed by Byron.` } : each,
  );
  await byron.use('standards_workingCopy_save', { id, baseVersion: textOf(again, 'version'), elements: now });
  const after = await ada.use('standards_workingCopy_get', { id });
  const texts = listOf(after, 'elements').map(({ content }) => String(content));
  for (const name of ['Ada', 'Byron'])
    assert.equal(texts.filter((text) => text.endsWith(`Reviewed by ${name}.`)).length, 1, name);
  const [field] = listOf(after, 'datasheet_elements');
  const label = textOf(field ?? {}, 'label');
  const renamed = {
    element_address: textOf(field ?? {}, 'element_address'),
    match_label: label,
    label: `${label}, clear`,
    input_type: 'range',
  };
  await ada.use('standards_workingCopy_save', { id, datasheetElementsOnly: true, datasheetElements: [renamed] });
  const published = await ada.use('standards_publish', { id, summary: 'Reviewed', severity: 'minor' });
  const changes = await ada.use('standards_revisions', { id });
  assert.equal(listOf(changes, 'revisions').length, 2);
  return numberOf(objectOf(published, 'revision'), 'id');
}

async function runProject(ada: Toolbox, byron: Toolbox, standard: Written): Promise<{ projectId: number; exported: string }> {
  const project = await ada.use('projects_create', { name: 'City library', address_city: 'Springfield', vertical_id: 14 });
  const projectId = numberOf(project, 'id');
  const held = { id: projectId, action: 'import', standardId: standard.id, revisionId: standard.firstRevisionId };
  await ada.use('projects_standards_add', held);
  const sheets = await fillDatasheets(ada, byron, projectId, standard.id);
  assert.equal(listOf(await ada.use('files_list', { projectId }), 'files').length, 0);
  const first = await publish(ada, projectId, 'Issued for tender');
  const read = async (): Promise<string> =>
    JSON.stringify([
      await ada.use('projects_standards_list', { id: projectId, revisionId: first }),
      await ada.use('projects_datasheets_list', { id: projectId, revisionId: first }),
      await ada.use('projects_export', { id: projectId, revisionId: first, isVerbose: true }),
    ]);
  const before = await read();

  await ada.use('projects_draft_create', { id: projectId, revision_type: 'addendum' });
  const changes = [{ standardId: standard.id, toStandardRevisionId: standard.secondRevisionId }];
  const preview = await ada.use('projects_standardRevisions_preview', { id: projectId, changes });
  assert.equal(listOf(preview, 'standards')[0]?.direction, 'forward');
  await ada.use('projects_standardRevisions_apply', { id: projectId, changes, rationale: 'Reviewed edition' });
  const blocked = await ada.refused('projects_publish', { id: projectId, revision_name: 'Too early' });
  assert.deepEqual([blocked.status, blocked.code], [400, 'PUBLISH_BLOCKED']);
  for (const id of sheets) {
    const plan = await ada.use('datasheets_upgradePlan', { id, toRevisionId: standard.secondRevisionId });
    const resolutions = listOf(plan, 'conflicts').map(({ toElementId, fromElementId }) => ({
      elementId: typeof toElementId === 'number' ? toElementId : fromElementId,
      resolution: 'user_accepted',
    }));
    await ada.use('datasheets_upgrade', {
      id,
      toStandardRevisionId: standard.secondRevisionId,
      resolutions,
      summary: 'To 1.1.0',
    });
  }
  await publish(ada, projectId, 'Addendum A');
  assert.equal(await read(), before, 'revision 1 reads byte for byte as before');
  return { projectId, exported: JSON.stringify(await ada.use('projects_export', { id: projectId, revisionId: first })) };
}

async function fillDatasheets(ada: Toolbox, byron: Toolbox, projectId: number, standardId: number): Promise<number[]> {
  const fields = listOf(await ada.use('datasheets_template', { standardId }), 'fields');
  const ids: number[] = [];
  for (let sheet = 1; sheet <= SHEETS; sheet += 1) {
    const elementValues: Json = { [String(fields[sheet]?.id)]: '36' };
    const made = await ada.use('datasheets_create', {
      standard_id: standardId,
      project_id: projectId,
      name: `Room ${sheet}`,
      elementValues,
    });
    ids.push(numberOf(made, 'id'));
  }
  const [id = 0] = ids;
  const read = await ada.use('datasheets_get', { id });
  const [one, two] = listOf(read, 'elements');
  const revise = (element: Json | undefined, value: string): Json => ({
    id,
    severity: 'MINOR',
    baseVersion: textOf(read, 'version'),
    changes: [{ element_id: numberOf(element ?? {}, 'id'), new_value: value }],
  });
  await ada.use('datasheets_revise', revise(one, '40'));
  assert.equal((await byron.use('datasheets_revise', revise(two, '41'))).merged, true);
  const { baseVersion: _, ...without } = revise(one, '42');
  assert.equal((await byron.refused('datasheets_revise', without)).code, 'BASE_VERSION_REQUIRED');
  return ids;
}

async function publish(ada: Toolbox, projectId: number, name: string): Promise<number> {
  const readiness = await ada.use('projects_publishReadiness', { id: projectId });
  assert.equal(readiness.ready, true, JSON.stringify(readiness.blockers));
  const answer = await ada.use('projects_publish', {
    id: projectId,
    revision_name: name,
    baseVersion: textOf(readiness, 'version'),
  });
  return numberOf(objectOf(answer, 'revision'), 'id');
}

async function adoptFromWiki(admin: Toolbox, ada: Toolbox, projectId: number): Promise<void> {
  const agreement = await admin.use('account_cla_get');
  await admin.use('account_cla_accept', { document_id: numberOf(agreement, 'id') });
  const librarySlug = 'building-regulations';
  await admin.use('admin_wiki_libraries_create', { slug: librarySlug, name: 'Building regulations' });
  const { title, elements } = loadDocument('uk-approved-document-k');
  const content = serialiseMarkup({
    frontmatter: { title },
    elements: elements.map(({ address, toc_content, content: text, attributes }) => ({
      address: String(address),
      kind: kindOf(attributes),
      toc_content: String(toc_content),
      content: String(text),
    })),
    fields: [],
  });
  const page = await admin.use('wiki_standards_create', { librarySlug, title, content });
  const id = textOf(page, 'id');
  const [revision] = listOf(await ada.use('wiki_revisions_list', { id }), 'revisions');
  await admin.use('wiki_standards_directAdopt', { id, sourceRevisionId: textOf(revision ?? {}, 'id') });
  for (let asked = 0; asked < 100; asked += 1) {
    const [row] = listOf(await ada.use('wiki_adopted_list', { id }), 'adopted_revisions');
    if (row?.syncStatus === 'done') break;
    await delay(100);
  }
  const [standard] = listOf(await ada.use('standards_list', { subject_type: 'global', search: title }), 'standards');
  await ada.use('projects_draft_create', { id: projectId });
  await ada.use('projects_standards_add', { id: projectId, action: 'import', standardId: numberOf(standard ?? {}, 'id') });
  assert.equal(listOf(await ada.use('projects_standards_list', { id: projectId }), 'standards').length, 2);
}

function kindOf(attributes: unknown): 'section' | 'clause' | 'note' {
  if (!isJson(Object(attributes))) return 'clause';
  return 'inToc' in Object(attributes) ? 'section' : 'isNote' in Object(attributes) ? 'note' : 'clause';
}
