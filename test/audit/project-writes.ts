/**
 * One successful write for each mutating endpoint about projects, datasheets, comments and files, except those
 * about members (`member-writes.ts`).
 */
import { identify, registerAccount } from '../../scripts/populate/accounts.ts';
import { createDatasheets, createProject as populateProject } from '../../scripts/populate/projects.ts';
import type { EndpointResult } from '../../scripts/rest-client/endpoint-requests.ts';
import { addProjectMember } from '../world/project-members.ts';
import { createTenantComment } from '../world/resources.ts';
import { createProject, createStandard } from './document-writes.ts';
import { type AuditedWrite, REVISION, type WriteCases, type WriteContext, writeCase } from './write-case.ts';

const DRAWING =
  '%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[]/Count 0>>endobj\n%%EOF\n';

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

export const PROJECT_WRITES: WriteCases = {
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
