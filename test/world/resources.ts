/**
 * Creation of test resources over HTTP: standards, a project that pins them, datasheets, files, a wiki page;
 * texts name their owner.
 */
import type { ApiCaller } from '../../scripts/rest-client/client.ts';
import { eventually } from '../eventually.ts';

/** Somebody who makes things, in the scope of a company or in his own. */
export interface ResourceAuthor {
  api: ApiCaller;
  /** Stands in every text: a name, or a mark that nobody can guess. */
  whose: string;
  scope: 'company' | 'user';
}

export interface StandardResources {
  standardId: number;
  libraryId: number;
  /** Both revisions of the standard, the older first. */
  revisionIds: [number, number];
  /** Clause 1.2. */
  elementId: number;
  /** The field of clause 1.2, a strength. */
  fieldId: number;
}

interface DatasheetResources {
  datasheetId: number;
  /** The datasheet's. */
  version: string;
  /** Both revisions of the datasheet, the older first. */
  datasheetRevisionIds: [number, number];
}

export interface ProjectResources extends DatasheetResources {
  projectId: number;
  /** A drawing; there is a photograph as well. */
  fileId: number;
}

export interface WikiPageResources {
  librarySlug: string;
  standardSlug: string;
  pageId: string;
  revisionId: string;
}

/** The name of a maker's datasheets. */
export const datasheetName = (whose: string): string => `Foundations of ${whose}`;
/** What the summary of a project says in its draft alone. */
export const DRAFT_TEXT = 'Draft words';

/** A category of the maker’s scope. @returns its id */
export async function createCategory({ api, whose, scope }: ResourceAuthor): Promise<number> {
  return (await api.call('categories.create', { name: `Concrete of ${whose}`, subject_type: scope })).id;
}

const clauses = (whose: string, cement: string) => [
  { address: '1', toc_content: `Materials of ${whose}`, content: '', attributes: { inToc: true } },
  { address: '1.1', content: `Cement of ${whose} shall be ${cement} cement.` },
  { address: '1.2', content: `Concrete of ${whose} shall reach the strength given in the datasheet.` },
];

/** A standard of three clauses and two fields, published twice, with an open working copy. */
export async function createStandard(
  { api: asker, whose, scope }: ResourceAuthor,
  name: string,
  categoryId: number,
): Promise<StandardResources> {
  const about = { name, description: `About ${whose}`, category_id: categoryId, subject_type: scope };
  const { id, library } = await asker.call('standards.create', about);
  const datasheetElements = [
    { element_address: '1.1', label: `Supplier of ${whose}`, input_type: 'text' },
    { element_address: '1.2', label: `Compressive strength of ${whose}`, input_type: 'range', unit: 'MPa' },
  ] as const;
  await asker.call('standards.workingCopy.save', {
    id,
    elements: clauses(whose, 'Portland'),
    datasheetElements: [...datasheetElements],
  });
  const first = await asker.call('standards.publish', { id, summary: `First edition of ${whose}` });
  await asker.call('standards.edit', { id });
  await asker.call('standards.workingCopy.save', { id, elements: clauses(whose, 'blended') });
  const second = await asker.call('standards.publish', { id, summary: `Second edition of ${whose}` });
  const { elements, datasheet_elements: fields } = await asker.call('standards.edit', { id });
  return {
    standardId: id,
    libraryId: library?.id ?? 0,
    revisionIds: [first.revision.id, second.revision.id],
    elementId: elements.find(({ address }) => address === '1.2')?.element_id ?? 0,
    fieldId: fields.find(({ element_address }) => element_address === '1.2')?.id ?? 0,
  };
}

/** A revision of a standard that a project takes up. */
export interface PinnedStandard {
  standard: StandardResources;
  revisionId: number;
}

/** A project whose draft pins standards, with a datasheet of each that was revised once, and files. */
export async function createProject(
  maker: ResourceAuthor,
  name: string,
  pins: readonly PinnedStandard[],
): Promise<ProjectResources> {
  const { api: asker, whose } = maker;
  const project = { name, summary: `Summary of ${whose}`, address_city: `City of ${whose}` };
  const { id } = await asker.call('projects.create', project);
  const sheets: DatasheetResources[] = [];
  for (const { standard, revisionId } of pins) {
    const { standardId, fieldId } = standard;
    await asker.call('projects.standards.add', { id, action: 'import', standardId, revisionId });
    sheets.push(await fillDatasheet(maker, { project_id: id, standard_id: standardId }, fieldId));
  }
  const [sheet] = sheets;
  if (!sheet) throw new Error('a project without a standard');
  return { projectId: id, ...sheet, fileId: await attachFiles(maker, id) };
}

async function fillDatasheet(
  { api: asker, whose }: ResourceAuthor,
  about: { project_id: number; standard_id: number },
  fieldId: number,
): Promise<DatasheetResources> {
  const sheet = {
    ...about,
    name: datasheetName(whose),
    scope: `Scope of ${whose}`,
    elementValues: { [fieldId]: '30' },
  };
  const { id, version, revision: older } = await asker.call('datasheets.create', sheet);
  const changes = [{ element_id: fieldId, new_value: '35' }];
  const revised = await asker.call('datasheets.revise', {
    id,
    severity: 'MINOR',
    baseVersion: version,
    changes,
  });
  return { datasheetId: id, version: revised.version, datasheetRevisionIds: [older.id, revised.revision.id] };
}

/** A drawing with the owner's name in it. */
const drawingOf = (whose: string): string =>
  `%PDF-1.4\n% ${whose}\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[]/Count 0>>endobj\n%%EOF\n`;

/** @returns the id of the drawing */
async function attachFiles({ api: asker, whose }: ResourceAuthor, projectId: number): Promise<number> {
  const drawing = new File([drawingOf(whose)], `plan of ${whose}.pdf`, { type: 'application/pdf' });
  // A file of no bytes is any type it says it is.
  const photograph = new File([], `photo of ${whose}.png`, { type: 'image/png' });
  const about = { projectId, description: `File of ${whose}` };
  const { files } = await asker.call('files.upload', {
    ...about,
    document_type: 'drawing',
    files: [drawing],
  });
  await asker.call('files.upload', { ...about, files: [photograph] });
  return files[0]?.id ?? 0;
}

/**
 * Publishes the project's draft and opens the next one, where another word stands. @returns the published
 * revision
 */
export async function publishProject({ api: asker, whose }: ResourceAuthor, id: number): Promise<number> {
  const { revision } = await asker.call('projects.publish', { id, revision_name: `Issue of ${whose}` });
  const { draftVersion } = await asker.call('projects.draft.create', { id });
  await asker.call('projects.edit', {
    id,
    baseVersion: draftVersion,
    summary: `${DRAFT_TEXT} of ${whose}`,
    confirm_replace: true,
  });
  return revision.id;
}

/** Without it nobody contributes to the wiki. */
export async function acceptAgreement(asker: ApiCaller): Promise<void> {
  await asker.call('account.cla.accept', { document_id: (await asker.call('account.cla.get')).id });
}

/** A library with a page that has been adopted and copied; its maker is a site administrator. */
export async function createWikiPage(asker: ApiCaller): Promise<WikiPageResources> {
  const librarySlug = 'codes';
  await asker.call('admin.wiki.libraries.create', { slug: librarySlug, name: 'Codes' });
  const content = '---\ntitle: Concrete code\n---\n\n# 1 Scope\n\n1.1 Covers concrete.\n';
  const page = await asker.call('wiki.standards.create', { librarySlug, title: 'Concrete code', content });
  const { id, slug, current_revision } = page;
  await asker.call('wiki.standards.directAdopt', { id, sourceRevisionId: current_revision.id });
  await waitUntilCopied(asker, id);
  return { librarySlug, standardSlug: slug, pageId: id, revisionId: current_revision.id };
}

/** Adoption copies in the background. */
async function waitUntilCopied(asker: ApiCaller, id: string): Promise<void> {
  await eventually(async () => {
    const [edition] = (await asker.call('wiki.adopted.list', { id })).adopted_revisions;
    return edition?.syncStatus === 'done';
  });
}
