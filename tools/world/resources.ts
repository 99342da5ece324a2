/**
 * Creation of the resources of a test world over any transport: category, standard, project with pins, datasheets, files
 * and a comment; adopted wiki page with its erratum. Every text contains `owner`, unless `texts` is given.
 */

import type { ApiCaller } from '../../shared/rest-client/api-caller.ts';
import { identify } from './accounts.ts';
import { createProject } from './projects.ts';
import { createStandard, publishStandard } from './standards.ts';
import { CONCRETE_PAGE, type PageTexts, type TenantTexts, textsNaming } from './tenant-texts.ts';
import { adoptPage, createWikiPage } from './wiki.ts';

/** Creator of resources, in the scope of a company or a user. */
export interface ResourceAuthor {
  api: ApiCaller;
  /** The name of the owner, or a random mark; part of every text. */
  owner: string;
  scope: 'company' | 'user';
  /** Texts in place of those that contain `owner`. */
  texts?: TenantTexts;
}

const textsOf = ({ texts, owner }: Pick<ResourceAuthor, 'texts' | 'owner'>): TenantTexts =>
  texts ?? textsNaming(owner);

export interface StandardResources {
  standardId: number;
  libraryId: number;
  /** Both revisions of the standard, the older first. */
  revisionIds: [number, number];
  /** Clause 1.2. */
  elementId: number;
  /** The image of clause 1.2, in the second revision. */
  imageName: string;
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
  /** A question about the project, which the owner is to answer. */
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
  /** Erratum of the edition. */
  erratumId: string;
  /** Has a subcategory, so that a deletion without a disposition is refused. */
  categoryId: string;
  /** That of its only moderator, which cannot be removed. */
  roleId: string;
  /** Entry about the archiving of the page, which was restored afterwards. */
  logEntryId: number;
  tagId: string;
}

/** A category of the author's scope. @returns its id */
export async function createTenantCategory(author: ResourceAuthor): Promise<number> {
  const about = { name: textsOf(author).category, subject_type: author.scope };
  return (await author.api.call('categories.create', about)).id;
}

/** An image that is another one for each owner, so that its name is as well. */
const imageOf = ({ owner }: ResourceAuthor): File =>
  new File(
    [`<svg xmlns="http://www.w3.org/2000/svg"><desc>${encodeURIComponent(owner)}</desc></svg>`],
    'detail.svg',
    { type: 'image/svg+xml' },
  );

const clauses = ({ heading, clause }: TenantTexts, revised: string, image = '') => [
  { address: '1', toc_content: heading, content: '', attributes: { inToc: true } },
  { address: '1.1', content: revised },
  { address: '1.2', content: `${clause}${image}` },
];

/** A standard of three clauses and two fields, published twice, with an open working copy. */
export async function createTenantStandard(
  author: ResourceAuthor,
  name: string,
  categoryId: number,
): Promise<StandardResources> {
  const { api, scope } = author;
  const texts = textsOf(author);
  const { label, unit } = texts.rangeField;
  const description = texts.standardDescription;
  const about = { name, description, category_id: categoryId, subject_type: scope };
  const { id, libraryId } = await createStandard(api, about, {
    elements: clauses(texts, texts.revisedClause[0]),
    datasheetElements: [
      { element_address: '1.1', label: texts.textField, input_type: 'text' },
      { element_address: '1.2', label, input_type: 'range', unit },
    ],
  });
  const first = await publishStandard(api, id, { summary: texts.revisions[0] });
  const image = await api.call('standards.images.upload', { id, files: [imageOf(author)] });
  const second = await publishStandard(
    api,
    id,
    { summary: texts.revisions[1] },
    { elements: clauses(texts, texts.revisedClause[1], ` ${image.markdown}`) },
  );
  const { elements, datasheet_elements: fields } = await api.call('standards.edit', { id });
  return {
    standardId: id,
    libraryId,
    revisionIds: [first.revision.id, second.revision.id],
    imageName: image.name,
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
  const { api } = author;
  const { projectSummary, projectCity, folder: folderName } = textsOf(author);
  const header = { name, summary: projectSummary, address_city: projectCity };
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
  const folder = await api.call('files.folders.create', { projectId: id, name: folderName });
  return { projectId: id, ...sheet, fileId, folderId: folder.id, commentId };
}

/** @returns the id of a question about the project */
export async function createTenantComment(author: ResourceAuthor, projectId: number): Promise<number> {
  const about = { anchorType: 'project', anchorId: projectId, intent: 'question' } as const;
  const body = textsOf(author).comment;
  return (await author.api.call('comments.create', { projectId, ...about, body })).id;
}

async function createRevisedDatasheet(
  author: ResourceAuthor,
  project_id: number,
  { standardId: standard_id, fieldId }: StandardResources,
): Promise<DatasheetResources> {
  const { api } = author;
  const { datasheet, datasheetScope, rangeField } = textsOf(author);
  const { id, version, revision } = await api.call('datasheets.create', {
    project_id,
    standard_id,
    name: datasheet,
    scope: datasheetScope,
    elementValues: { [fieldId]: rangeField.values[0] },
  });
  const revised = await api.call('datasheets.revise', {
    id,
    severity: 'MINOR',
    baseVersion: version,
    changes: [{ element_id: fieldId, new_value: rangeField.values[1] }],
  });
  return {
    datasheetId: id,
    version: revised.version,
    datasheetRevisionIds: [revision.id, revised.revision.id],
  };
}

/** A drawing with the owner's name in it. */
const drawingOf = (owner: string): string =>
  `%PDF-1.4\n% ${owner}\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[]/Count 0>>endobj\n%%EOF\n`;

/** @returns the id of the drawing */
async function attachFiles(author: ResourceAuthor, projectId: number): Promise<number> {
  const { drawing, photograph, fileDescription: description } = textsOf(author);
  const drawingId = await uploadDrawing(author, projectId, drawing);
  // An empty file may have any declared type.
  const files = [new File([], `${photograph}.png`, { type: 'image/png' })];
  await author.api.call('files.upload', { projectId, description, files });
  return drawingId;
}

/** @returns the id of a drawing in the draft of a project */
export async function uploadDrawing(
  author: Pick<ResourceAuthor, 'api' | 'owner' | 'texts'>,
  projectId: number,
  name: string,
): Promise<number> {
  const drawing = new File([drawingOf(author.owner)], `${name}.pdf`, { type: 'application/pdf' });
  const { files } = await author.api.call('files.upload', {
    projectId,
    description: textsOf(author).fileDescription,
    document_type: 'drawing',
    files: [drawing],
  });
  return files[0]?.id ?? 0;
}

/**
 * Publishes the project's draft and opens the next one, with another summary. @returns the published
 * revision
 */
export async function publishTenantProject(author: ResourceAuthor, id: number): Promise<number> {
  const { api } = author;
  const { draftSummary, projectRevision } = textsOf(author);
  const { revision } = await api.call('projects.publish', { id, revision_name: projectRevision });
  const { draftVersion } = await api.call('projects.draft.create', { id });
  await api.call('projects.edit', {
    id,
    baseVersion: draftVersion,
    summary: draftSummary,
    confirm_replace: true,
  });
  return revision.id;
}

/** A library with a page that has been adopted and copied, and a topic tag; their author is a site administrator. */
export async function createAdoptedPage(
  api: ApiCaller,
  texts: PageTexts = CONCRETE_PAGE,
): Promise<WikiPageResources> {
  const librarySlug = 'codes';
  await api.call('admin.wiki.libraries.create', { slug: librarySlug, name: 'Codes' });
  const page = await createWikiPage(api, { librarySlug, ...texts });
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
