/**
 * Creation of the resources of a test world over any channel: category, standard, project with pins,
 * datasheets, files and a comment, adopted wiki page. Every text contains the name of its owner.
 */

import type { ApiCaller } from '../../shared/rest-client/api-caller.ts';
import { identify } from './accounts.ts';
import { createProject } from './projects.ts';
import { createStandard, publishStandard } from './standards.ts';
import { adoptPage, createWikiPage } from './wiki.ts';

/** Creator of resources, in the scope of a company or a user. */
export interface ResourceAuthor {
  api: ApiCaller;
  /** Part of every text: a name, or a random mark. */
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
  /** Version of the datasheet. */
  version: string;
  /** Both revisions of the datasheet, the older first. */
  datasheetRevisionIds: [number, number];
}

export interface ProjectResources extends DatasheetResources {
  projectId: number;
  /** A question about the project, which the owner holds. */
  commentId: number;
  /** A drawing; there is a photograph as well. */
  fileId: number;
  /** An empty folder. */
  folderId: number;
}

export interface WikiPageResources {
  librarySlug: string;
  standardSlug: string;
  pageId: string;
  revisionId: string;
  editionId: string;
  /** Of the edition. */
  erratumId: string;
  /** Has a subcategory, so that a deletion without a disposition is refused. */
  categoryId: string;
  /** That of its only moderator, which cannot be removed. */
  roleId: string;
  /** Of its archive, before it was restored. */
  logEntryId: number;
  tagId: string;
}

/** Name of the datasheets of an owner. */
export const datasheetName = (whose: string): string => `Foundations of ${whose}`;
/** Summary of a project in its draft only. */
export const DRAFT_TEXT = 'Draft words';

/** A category of the author's scope. @returns its id */
export async function createTenantCategory({ api, whose, scope }: ResourceAuthor): Promise<number> {
  return (await api.call('categories.create', { name: `Concrete of ${whose}`, subject_type: scope })).id;
}

const clauses = (whose: string, cement: string) => [
  { address: '1', toc_content: `Materials of ${whose}`, content: '', attributes: { inToc: true } },
  { address: '1.1', content: `Cement of ${whose} shall be ${cement} cement.` },
  { address: '1.2', content: `Concrete of ${whose} shall reach the strength given in the datasheet.` },
];

/** A standard of three clauses and two fields, published twice, with an open working copy. */
export async function createTenantStandard(
  { api, whose, scope }: ResourceAuthor,
  name: string,
  categoryId: number,
): Promise<StandardResources> {
  const about = { name, description: `About ${whose}`, category_id: categoryId, subject_type: scope };
  const { id, libraryId } = await createStandard(api, about, {
    elements: clauses(whose, 'Portland'),
    datasheetElements: [
      { element_address: '1.1', label: `Supplier of ${whose}`, input_type: 'text' },
      { element_address: '1.2', label: `Compressive strength of ${whose}`, input_type: 'range', unit: 'MPa' },
    ],
  });
  const first = await publishStandard(api, id, { summary: `First edition of ${whose}` });
  const second = await publishStandard(
    api,
    id,
    { summary: `Second edition of ${whose}` },
    { elements: clauses(whose, 'blended') },
  );
  const { elements, datasheet_elements: fields } = await api.call('standards.edit', { id });
  return {
    standardId: id,
    libraryId,
    revisionIds: [first.revision.id, second.revision.id],
    elementId: elements.find(({ address }) => address === '1.2')?.element_id ?? 0,
    fieldId: fields.find(({ element_address }) => element_address === '1.2')?.id ?? 0,
  };
}

/** A revision of a standard to pin in a project. */
interface PinnedStandard {
  standard: StandardResources;
  revisionId: number;
}

/** A project whose draft pins standards, with a datasheet of each that was revised once, and files. */
export async function createTenantProject(
  author: ResourceAuthor,
  name: string,
  pins: readonly PinnedStandard[],
): Promise<ProjectResources> {
  const { api, whose } = author;
  const header = { name, summary: `Summary of ${whose}`, address_city: `City of ${whose}` };
  const id = await createProject(
    api,
    header,
    pins.map(({ standard: { standardId }, revisionId }) => ({ standardId, revisionId })),
  );
  const sheets: DatasheetResources[] = [];
  for (const { standard } of pins) sheets.push(await createRevisedDatasheet(author, id, standard));
  const [sheet] = sheets;
  if (!sheet) throw new Error('a project without a standard');
  const commentId = await createTenantComment(author, id);
  const fileId = await attachFiles(author, id);
  const folder = await api.call('files.folders.create', { projectId: id, name: `Folder of ${whose}` });
  return { projectId: id, ...sheet, fileId, folderId: folder.id, commentId };
}

/** @returns the id of a question about the project */
export async function createTenantComment(
  { api, whose }: ResourceAuthor,
  projectId: number,
): Promise<number> {
  const about = { anchorType: 'project', anchorId: projectId, intent: 'question' } as const;
  return (await api.call('comments.create', { projectId, ...about, body: `Question of ${whose}` })).id;
}

async function createRevisedDatasheet(
  { api, whose }: ResourceAuthor,
  project_id: number,
  { standardId: standard_id, fieldId }: StandardResources,
): Promise<DatasheetResources> {
  const { id, version, revision } = await api.call('datasheets.create', {
    project_id,
    standard_id,
    name: datasheetName(whose),
    scope: `Scope of ${whose}`,
    elementValues: { [fieldId]: '30' },
  });
  const revised = await api.call('datasheets.revise', {
    id,
    severity: 'MINOR',
    baseVersion: version,
    changes: [{ element_id: fieldId, new_value: '35' }],
  });
  return {
    datasheetId: id,
    version: revised.version,
    datasheetRevisionIds: [revision.id, revised.revision.id],
  };
}

/** A drawing with the owner's name in it. */
const drawingOf = (whose: string): string =>
  `%PDF-1.4\n% ${whose}\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[]/Count 0>>endobj\n%%EOF\n`;

/** @returns the id of the drawing */
async function attachFiles({ api, whose }: ResourceAuthor, projectId: number): Promise<number> {
  const drawingId = await uploadDrawing({ api, whose }, projectId, `plan of ${whose}`);
  // An empty file may have any declared type.
  const photograph = new File([], `photo of ${whose}.png`, { type: 'image/png' });
  await api.call('files.upload', { projectId, description: `File of ${whose}`, files: [photograph] });
  return drawingId;
}

/** @returns the id of a drawing in the draft of a project */
export async function uploadDrawing(
  { api, whose }: Pick<ResourceAuthor, 'api' | 'whose'>,
  projectId: number,
  name: string,
): Promise<number> {
  const drawing = new File([drawingOf(whose)], `${name}.pdf`, { type: 'application/pdf' });
  const { files } = await api.call('files.upload', {
    projectId,
    description: `File of ${whose}`,
    document_type: 'drawing',
    files: [drawing],
  });
  return files[0]?.id ?? 0;
}

/**
 * Publishes the project's draft and opens the next one, with another summary. @returns the published
 * revision
 */
export async function publishTenantProject({ api, whose }: ResourceAuthor, id: number): Promise<number> {
  const { revision } = await api.call('projects.publish', { id, revision_name: `Issue of ${whose}` });
  const { draftVersion } = await api.call('projects.draft.create', { id });
  await api.call('projects.edit', {
    id,
    baseVersion: draftVersion,
    summary: `${DRAFT_TEXT} of ${whose}`,
    confirm_replace: true,
  });
  return revision.id;
}

/** A library with a page that has been adopted and copied, and a topic tag; their author is a site administrator. */
export async function createAdoptedPage(api: ApiCaller): Promise<WikiPageResources> {
  const librarySlug = 'codes';
  await api.call('admin.wiki.libraries.create', { slug: librarySlug, name: 'Codes' });
  const content = '---\ntitle: Concrete code\n---\n\n# 1 Scope\n\n1.1 Covers concrete.\n';
  const page = await createWikiPage(api, { librarySlug, title: 'Concrete code', content });
  await adoptPage(api, page);
  const editionId = (await api.call('wiki.adopted.list', { id: page.id })).adopted_revisions[0]?.id ?? '';
  const { id: erratumId } = await api.call('wiki.errata.issue', {
    id: page.id,
    severity: 'minor',
    description: 'A unit is missing.',
    recommended_action: 'review',
    affected: [{ adopted_revision_id: editionId, element_address: '1.1' }],
  });
  const { id: categoryId } = await api.call('wiki.categories.create', { librarySlug, name: 'Structures' });
  await api.call('wiki.categories.create', { librarySlug, name: 'Frames', parentId: categoryId });
  const { slug: standardSlug, id: pageId, revisionId } = page;
  const { userId } = await identify(api);
  const { id: roleId } = await api.call('wiki.roles.assign', { id: pageId, userId, role: 'moderator' });
  const archived = await api.call('wiki.moderation.archive', { id: pageId, reason_code: 'spam' });
  await api.call('wiki.moderation.restore', { id: pageId, reason_code: 'counter_notice' });
  const logEntryId = archived.moderationLogEntry.id ?? 0;
  const { id: tagId } = await api.call('admin.tags.create', { name: 'Concrete' });
  return {
    librarySlug,
    standardSlug,
    pageId,
    revisionId,
    editionId,
    erratumId,
    categoryId,
    roleId,
    logEntryId,
    tagId,
  };
}
