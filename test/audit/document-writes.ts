/**
 * One successful write for each mutating endpoint about standards, categories, the wiki, projects,
 * datasheets and files. Used by the audit and query-plan suites.
 */
import { identify, registerAccount } from '../../scripts/populate/accounts.ts';
import { createDatasheets, createProject as populateProject } from '../../scripts/populate/projects.ts';
import { createStandard as populateStandard, publishStandard } from '../../scripts/populate/standards.ts';
import { createWikiPage } from '../../scripts/populate/wiki.ts';
import type { EndpointResult } from '../../scripts/rest-client/endpoint-requests.ts';
import { addProjectMember } from '../world/project-members.ts';
import { createTenantComment } from '../world/resources.ts';
import { type AuditedWrite, REVISION, type WriteCases, type WriteContext, writeCase } from './write-case.ts';

const MARKUP = (word: string): string =>
  `# 1 Materials\n\n1.1 Cement is ${word}.\n\n1.2 Strength as in the datasheet.\n\n\`\`\`field\nlabel: Strength\ntype: range\nunit: MPa\n\`\`\`\n`;
const DRAWING =
  '%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[]/Count 0>>endobj\n%%EOF\n';

/** A published standard of Ada's; with `revisions: 2` published twice. */
async function createStandard(
  { ada: { key, categoryId }, n }: WriteContext,
  revisions = 1,
): Promise<{ id: number; revisionIds: number[] }> {
  const about = { name: `Standard ${n}`, category_id: categoryId, subject_type: 'company' } as const;
  const { id } = await populateStandard(key, about, { markdown: MARKUP('plain') });
  const { revision } = await publishStandard(key, id);
  if (revisions === 1) return { id, revisionIds: [revision.id] };
  const next = await publishStandard(key, id, {}, { markdown: MARKUP('blended') });
  return { id, revisionIds: [revision.id, next.revision.id] };
}

async function createDeprecatedStandard(at: WriteContext): Promise<number> {
  const { id } = await createStandard(at);
  await at.ada.key.call('standards.deprecate', { id });
  return id;
}

/** A copy of the first of two revisions of a standard. */
async function createCopyBehindSource(at: WriteContext): Promise<number> {
  const { key, companyId } = at.ada;
  const { id: sourceId, revisionIds } = await createStandard(at, 2);
  const { id } = await key.call('standards.customize', {
    id: sourceId,
    companyId,
    name: `Copy ${at.n}`,
    sourceRevisionId: revisionIds[0] ?? 0,
  });
  return id;
}

async function createProject({ ada, n }: WriteContext): Promise<{ id: number; version: string }> {
  const { id, draftVersion } = await ada.key.call('projects.create', { name: `Project ${n}` });
  return { id, version: draftVersion };
}

/** Two sections in the draft of a new project. */
async function createSections(at: WriteContext): Promise<[number, number]> {
  const about = { subject_type: 'project', subject_id: (await createProject(at)).id } as const;
  const create = async (name: string): Promise<number> =>
    (await at.ada.key.call('categories.create', { name, ...about })).id;
  return [await create('Piles'), await create('Walls')];
}

interface ProjectWithStandard {
  id: number;
  standardId: number;
  to: number;
  sheet: EndpointResult<'datasheets.create'>;
}

/** A project that pins the first of two revisions of a standard, with a datasheet on it. */
async function createProjectWithStandard(at: WriteContext): Promise<ProjectWithStandard> {
  const { key } = at.ada;
  const { id: standardId, revisionIds } = await createStandard(at, 2);
  const [revisionId = 0, to = 0] = revisionIds;
  const id = await populateProject(key, { name: `Project ${at.n}` }, [{ standardId, revisionId }]);
  const about = { standard_id: standardId, project_id: id };
  const [sheet] = await createDatasheets(key, about, ['Foundations']);
  if (!sheet) throw new Error('no datasheet was created');
  return { id, standardId, to, sheet };
}

/** The same with the standard, and so its datasheet, archived. */
async function createProjectWithArchivedStandard(at: WriteContext): Promise<ProjectWithStandard> {
  const project = await createProjectWithStandard(at);
  const { id, standardId } = project;
  await at.ada.key.call('projects.standards.archive', { id, standardId });
  return project;
}

/** Ids of a datasheet of a new project, which is archived where that is asked for. */
async function createProjectDatasheet(at: WriteContext, archived: boolean): Promise<AuditedWrite> {
  const { id, sheet } = await createProjectWithStandard(at);
  const ids = { id, datasheetInstanceId: sheet.id };
  if (archived) await at.ada.key.call('projects.datasheets.archive', ids);
  return { ids };
}

/** A comment on a new project of Ada's company, which the owner holds. */
async function createComment(at: WriteContext): Promise<{ projectId: number; id: number }> {
  const { id: projectId } = await createProject(at);
  return { projectId, id: await createTenantComment(author(at), projectId) };
}

/** A comment that Ada's company holds as the engineer of another company's project. */
async function createCommentBelowOwner(at: WriteContext): Promise<{ projectId: number; id: number }> {
  const { node, ada, n } = at;
  const { base } = at.anyone;
  const owner = await registerAccount(base, `Owner${n}`, `Owners ${n}`);
  const guest = await registerAccount(base, `Guest${n}`);
  const { id: projectId } = await owner.call('projects.create', {
    name: `Bridge ${n}`,
    engineer_id: ada.companyId,
  });
  await addProjectMember(node, projectId, ada, 'ProjectEditor');
  await addProjectMember(node, projectId, await identify(guest), 'ProjectViewer');
  return { projectId, id: await createTenantComment({ ...author(at), api: guest }, projectId) };
}

const author = ({ ada }: WriteContext) => ({ api: ada.key, whose: 'ada', scope: 'company' }) as const;

async function createPublishedProject(at: WriteContext): Promise<number> {
  const { id } = await createProject(at);
  await at.ada.key.call('projects.publish', { id });
  return id;
}

interface ProjectWithFile {
  ids: { projectId: number; fileId: number };
  /** The open draft, which has the file. */
  revisionId: number;
}

async function createProjectWithFile(at: WriteContext): Promise<ProjectWithFile> {
  const { id: projectId } = await createProject(at);
  const drawing = new File([DRAWING], 'A-102.pdf', { type: 'application/pdf' });
  const { files } = await at.ada.key.call('files.upload', { projectId, files: [drawing] });
  const [file] = files;
  if (!file) throw new Error('no file was uploaded');
  return { ids: { projectId, fileId: file.id }, revisionId: file.project_revision_ids[0] ?? 0 };
}

async function createFolder(at: WriteContext, projectId: number): Promise<number> {
  return (await at.ada.key.call('files.folders.create', { projectId, name: `Folder ${at.n}` })).id;
}

async function createProjectWithFolder(at: WriteContext): Promise<{ projectId: number; folderId: number }> {
  const { id: projectId } = await createProject(at);
  return { projectId, folderId: await createFolder(at, projectId) };
}

const PAGE = (n: number) => ({
  librarySlug: 'codes',
  title: `Code ${n}`,
  content: `---\ntitle: Code ${n}\n---\n\n# 1 Scope\n\n1.1 Covers concrete.\n`,
});

async function createWikiCategory({ ada, wiki: { librarySlug }, n }: WriteContext): Promise<string> {
  return (await ada.session.call('wiki.categories.create', { librarySlug, name: `Shelf ${n}` })).id;
}

export const DOCUMENT_WRITES: WriteCases = {
  'standards.create': writeCase(REVISION, async ({ ada, n }) => ({
    body: { name: `Fresh ${n}`, category_id: ada.categoryId, subject_type: 'company' },
  })),
  'standards.update': writeCase({}, async (at) => ({
    ids: { id: (await createStandard(at)).id },
    body: { name: `Renamed ${at.n}` },
  })),
  'standards.edit': writeCase(REVISION, async (at) => ({ ids: { id: (await createStandard(at)).id } })),
  'standards.workingCopy.save': writeCase(REVISION, async (at) => {
    const { id } = await createStandard(at);
    const { elements } = await at.ada.key.call('standards.edit', { id });
    const renamed = elements.map((each, place) =>
      place === 0 ? { ...each, toc_content: `Materials ${at.n}` } : each,
    );
    return { ids: { id }, body: { elements: renamed } };
  }),
  'standards.workingCopy.discard': writeCase(REVISION, async (at) => {
    const { id } = await createStandard(at);
    await at.ada.key.call('standards.edit', { id });
    return { ids: { id } };
  }),
  'standards.publish': writeCase(REVISION, async (at) => {
    const { id } = await createStandard(at);
    await at.ada.key.call('standards.edit', { id });
    await at.ada.key.call('standards.workingCopy.save', { id, markdown: MARKUP('other') });
    return { ids: { id }, body: { summary: 'Again' } };
  }),
  'standards.deprecate': writeCase({}, async (at) => ({ ids: { id: (await createStandard(at)).id } })),
  'standards.reactivate': writeCase({}, async (at) => ({ ids: { id: await createDeprecatedStandard(at) } })),
  'standards.delete': writeCase({}, async (at) => ({
    ids: { id: await createDeprecatedStandard(at) },
    body: { confirmName: `Standard ${at.n}` },
  })),
  'libraries.create': writeCase({}, async ({ n }) => ({
    body: { name: `Library ${n}`, subject_type: 'company' },
  })),
  'libraries.update': writeCase({}, async ({ ada, n }) => {
    const { id } = await ada.key.call('libraries.create', { name: `Shelf ${n}`, subject_type: 'company' });
    return { ids: { id }, body: { name: `Renamed shelf ${n}` } };
  }),
  'standards.customize': writeCase(REVISION, async (at) => ({
    ids: { id: (await createStandard(at)).id },
    body: { companyId: at.ada.companyId, name: `Copy ${at.n}` },
  })),
  'standards.merge': writeCase(REVISION, async (at) => {
    const id = await createCopyBehindSource(at);
    const { planHash } = await at.ada.key.call('standards.mergePlan', { id });
    return { ids: { id }, body: { planHash, resolutions: {} } };
  }),
  'standards.acknowledgeSource': writeCase(REVISION, async (at) => ({
    ids: { id: await createCopyBehindSource(at) },
  })),
  'categories.create': writeCase(REVISION, async (at) => ({
    body: { name: `Section ${at.n}`, subject_type: 'project', subject_id: (await createProject(at)).id },
  })),
  'categories.update': writeCase(REVISION, async (at) => ({
    ids: { id: (await createSections(at))[0] },
    body: { name: `Renamed ${at.n}` },
  })),
  'categories.merge': writeCase(REVISION, async (at) => {
    const [id, intoCategoryId] = await createSections(at);
    return { ids: { id }, body: { intoCategoryId } };
  }),
  'categories.delete': writeCase(REVISION, async (at) => ({ ids: { id: (await createSections(at))[0] } })),
  'categories.adopt': writeCase(REVISION, async (at) => {
    const { id } = await createProject(at);
    const body = { sourceCategoryId: at.ada.categoryId, targetSubjectType: 'project', targetSubjectId: id };
    return { body };
  }),
  'admin.wiki.libraries.create': writeCase({}, async ({ n }) => ({
    body: { slug: `library-${n}`, name: `Library ${n}` },
  })),
  'wiki.categories.create': writeCase({}, async ({ wiki, n }) => ({
    body: { librarySlug: wiki.librarySlug, name: `Category ${n}`, slug: `category-${n}` },
  })),
  'wiki.standards.create': writeCase(REVISION, async ({ n }) => ({ body: PAGE(n) })),
  'wiki.standards.directAdopt': writeCase(REVISION, async ({ ada, n }) => {
    const { id, revisionId } = await createWikiPage(ada.session, PAGE(n));
    return { ids: { id }, body: { sourceRevisionId: revisionId } };
  }),
  'wiki.standards.update': writeCase(REVISION, async ({ ada, n }) => {
    const { id, revisionId } = await createWikiPage(ada.session, PAGE(n));
    return { ids: { id }, body: { content: `${PAGE(n).content}\n1.2 More.\n`, baseRevisionId: revisionId } };
  }),
  'wiki.standards.revert': writeCase(REVISION, async ({ ada, n }) => {
    const { id, revisionId } = await createWikiPage(ada.session, PAGE(n));
    return { ids: { id, revId: revisionId } };
  }),
  'wiki.categories.update': writeCase({}, async (at) => ({
    ids: { id: await createWikiCategory(at) },
    body: { name: `Renamed ${at.n}` },
  })),
  'wiki.categories.delete': writeCase({}, async (at) => ({ ids: { id: await createWikiCategory(at) } })),
  'projects.create': writeCase(
    { revision: true, beforeAndAfter: [null, { role: 'ProjectOwner' }] },
    async ({ n }) => ({
      body: { name: `Project ${n}` },
    }),
  ),
  'projects.edit': writeCase(REVISION, async (at) => {
    const { id, version } = await createProject(at);
    return { ids: { id }, body: { baseVersion: version, summary: 'A summary' } };
  }),
  'projects.draft.create': writeCase(REVISION, async (at) => ({
    ids: { id: await createPublishedProject(at) },
  })),
  'projects.publish': writeCase(REVISION, async (at) => ({
    ids: { id: (await createProject(at)).id },
    body: {},
  })),
  'projects.revert': writeCase(REVISION, async (at) => {
    const id = await createPublishedProject(at);
    await at.ada.key.call('projects.draft.create', { id });
    return { ids: { id } };
  }),
  'projects.standards.add': writeCase(REVISION, async (at) => ({
    ids: { id: (await createProject(at)).id },
    body: { action: 'import', standardId: at.ada.standardId },
  })),
  'projects.standardRevisions.apply': writeCase(REVISION, async (at) => {
    const { id, standardId, to } = await createProjectWithStandard(at);
    return { ids: { id }, body: { changes: [{ standardId, toStandardRevisionId: to }] } };
  }),
  'projects.archive': writeCase({}, async (at) => ({
    ids: { id: (await createProject(at)).id },
    body: { reason: 'Built' },
  })),
  'projects.unarchive': writeCase({}, async (at) => {
    const { id } = await createProject(at);
    await at.ada.key.call('projects.archive', { id });
    return { ids: { id } };
  }),
  'projects.standards.archive': writeCase(REVISION, async (at) => {
    const { id, standardId } = await createProjectWithStandard(at);
    return { ids: { id, standardId } };
  }),
  'projects.standards.restore': writeCase(REVISION, async (at) => {
    const { id, standardId } = await createProjectWithArchivedStandard(at);
    return { ids: { id, standardId } };
  }),
  'projects.standards.removeArchived': writeCase(REVISION, async (at) => {
    const { id, standardId } = await createProjectWithArchivedStandard(at);
    return { ids: { id, standardId } };
  }),
  'projects.datasheets.archive': writeCase(REVISION, (at) => createProjectDatasheet(at, false)),
  'projects.datasheets.restore': writeCase(REVISION, (at) => createProjectDatasheet(at, true)),
  'projects.datasheets.removeArchived': writeCase(REVISION, (at) => createProjectDatasheet(at, true)),
  'projects.export': writeCase(REVISION, async (at) => ({
    ids: { id: await createPublishedProject(at) },
    body: {},
  })),
  'datasheets.create': writeCase(REVISION, async (at) => {
    const { id, standardId } = await createProjectWithStandard(at);
    return { body: { standard_id: standardId, project_id: id, name: 'Walls' } };
  }),
  'datasheets.revise': writeCase(REVISION, async (at) => {
    const { sheet } = await createProjectWithStandard(at);
    const { id, version, elements } = sheet;
    const changes = elements.slice(0, 1).map((element) => ({ element_id: element.id, new_value: '35' }));
    return { ids: { id }, body: { severity: 'MINOR', baseVersion: version, changes } };
  }),
  'datasheets.delete': writeCase(REVISION, async (at) => ({
    ids: { id: (await createProjectWithStandard(at)).sheet.id },
    body: { deletionReason: 'Not built' },
  })),
  'datasheets.upgrade': writeCase(REVISION, async (at) => {
    const { sheet, to } = await createProjectWithStandard(at);
    return { ids: { id: sheet.id }, body: { toStandardRevisionId: to } };
  }),
  'standards.batchUpgrade': writeCase(REVISION, async (at) => {
    const { id, standardId, to } = await createProjectWithStandard(at);
    return { ids: { standardId }, body: { project_id: id, to_revision_id: to } };
  }),
  'comments.create': writeCase({}, async (at) => {
    const { id: projectId } = await createProject(at);
    const body = { anchorType: 'project', anchorId: projectId, intent: 'suggestion', body: 'Use steel.' };
    return { ids: { projectId }, body };
  }),
  'comments.update': writeCase({}, async (at) => ({
    ids: await createComment(at),
    body: { body: 'Use timber.' },
  })),
  'comments.delete': writeCase({}, async (at) => ({ ids: await createComment(at) })),
  'comments.forward': writeCase({}, async (at) => ({
    ids: await createCommentBelowOwner(at),
    body: { endorsementStance: 'relay' },
  })),
  'comments.resolve': writeCase({}, async (at) => ({
    ids: await createComment(at),
    body: { state: 'closed' },
  })),
  'files.upload': writeCase(REVISION, async (at) => {
    const form = new FormData();
    form.set('files', new Blob([DRAWING], { type: 'application/pdf' }), 'A-102.pdf');
    return { ids: { projectId: (await createProject(at)).id }, form };
  }),
  'files.metadata': writeCase({}, async (at) => ({
    ids: (await createProjectWithFile(at)).ids,
    body: { document_type: 'drawing', tags: ['steel'] },
  })),
  'files.status': writeCase({}, async (at) => ({
    ids: (await createProjectWithFile(at)).ids,
    body: { status: 'review' },
  })),
  'files.move': writeCase({}, async (at) => {
    const { ids } = await createProjectWithFile(at);
    return { ids, body: { folder_id: await createFolder(at, ids.projectId) } };
  }),
  'files.delete': writeCase({}, async (at) => ({ ids: (await createProjectWithFile(at)).ids })),
  'files.detach': writeCase(REVISION, async (at) => {
    const { ids, revisionId } = await createProjectWithFile(at);
    return { ids: { ...ids, revisionId } };
  }),
  'files.folders.create': writeCase({}, async (at) => ({
    ids: { projectId: (await createProject(at)).id },
    body: { name: 'Drawings' },
  })),
  'files.folders.update': writeCase({}, async (at) => ({
    ids: await createProjectWithFolder(at),
    body: { name: 'Renamed' },
  })),
  'files.folders.delete': writeCase({}, async (at) => ({ ids: await createProjectWithFolder(at) })),
  'files.folders.reorder': writeCase({}, async (at) => {
    const { projectId, folderId } = await createProjectWithFolder(at);
    return { ids: { projectId }, body: { folders: [{ id: folderId, sort_order: 7 }] } };
  }),
};
