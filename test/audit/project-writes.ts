/**
 * One successful write for each mutating endpoint about projects, datasheets, comments and files, except
 * those about members (`member-writes.ts`). Part of `WRITE_CASES`, for the audit, dry-run and query-plan
 * suites.
 */

import type { EndpointResult } from '../../shared/rest-client/endpoint-types.ts';
import { identify, registerAccount } from '../../tools/world/accounts.ts';
import { createDatasheets, createProject as populateProject } from '../../tools/world/projects.ts';
import { createTenantComment } from '../../tools/world/resources.ts';
import { ACCESSIBLE_DOORS } from '../../tools/world/tenant-texts.ts';
import { addProjectMember } from '../world/project-members.ts';
import { createProject, createStandard } from './document-writes.ts';
import { type AuditedWrite, REVISION, type WriteCases, type WriteContext, writeCase } from './write-case.ts';

const DRAWING =
  '%PDF-1.4\n1 0 obj<</Type/Catalog/Pages 2 0 R>>endobj\n2 0 obj<</Type/Pages/Kids[]/Count 0>>endobj\n%%EOF\n';

interface ProjectWithStandard {
  id: number;
  standardId: number;
  nextRevisionId: number;
  sheet: EndpointResult<'datasheets.create'>;
}

type TwoRevisions = ReturnType<typeof createStandard>;

/** A standard that projects pin and no case changes, by the account of its world. */
const pinnedStandards = new WeakMap<WriteContext['ada'], TwoRevisions>();

function pinnedStandard(context: WriteContext): TwoRevisions {
  const standard = pinnedStandards.get(context.ada) ?? createStandard({ ...context, project: undefined }, 2);
  pinnedStandards.set(context.ada, standard);
  return standard;
}

/** A project that pins the first of two revisions of a standard, with a datasheet on it. */
async function createProjectWithStandard(
  context: WriteContext,
  standard: TwoRevisions = pinnedStandard(context),
): Promise<ProjectWithStandard> {
  const { key } = context.ada;
  const { id: standardId, revisionIds } = await standard;
  const [revisionId = 0, nextRevisionId = 0] = revisionIds;
  const id = await populateProject(key, { name: `City Library ${context.n}` }, [{ standardId, revisionId }]);
  const about = { standard_id: standardId, project_id: id };
  const [sheet] = await createDatasheets(key, about, ['Entrance doors']);
  if (!sheet) throw new Error('no datasheet was created');
  return { id, standardId, nextRevisionId, sheet };
}

/** The same with the standard, and so its datasheet, archived. */
async function createProjectWithArchivedStandard(context: WriteContext): Promise<ProjectWithStandard> {
  const project = await createProjectWithStandard(context);
  const { id, standardId } = project;
  await context.ada.key.call('projects.standards.archive', { id, standardId });
  return project;
}

/** Creates a project with a datasheet, archived on request. @returns their ids */
async function createProjectDatasheet(context: WriteContext, archived: boolean): Promise<AuditedWrite> {
  const { id, sheet } = await createProjectWithStandard(context);
  const ids = { id, datasheetInstanceId: sheet.id };
  if (archived) await context.ada.key.call('projects.datasheets.archive', ids);
  return { ids };
}

/** A comment on a new project of Ada's company, which the owner is to answer. */
async function createComment(context: WriteContext): Promise<{ projectId: number; id: number }> {
  const { id: projectId } = await createProject(context);
  return { projectId, id: await createTenantComment(author(context), projectId) };
}

/** A comment that Ada's company is to answer, as the engineer of another company's project. */
async function createCommentBelowOwner(context: WriteContext): Promise<{ projectId: number; id: number }> {
  const { node, ada, n } = context;
  const { base } = context.anyone;
  const owner = await registerAccount(base, `Owner${n}`, `Town Council ${n}`);
  const guest = await registerAccount(base, `Guest${n}`);
  const { id: projectId } = await owner.call('projects.create', {
    name: `Town Hall ${n}`,
    engineer_id: ada.companyId,
  });
  await addProjectMember(node, projectId, ada, 'ProjectEditor');
  await addProjectMember(node, projectId, await identify(guest), 'ProjectViewer');
  return { projectId, id: await createTenantComment({ ...author(context), api: guest }, projectId) };
}

const author = ({ ada }: WriteContext) =>
  ({ api: ada.key, owner: 'ada', scope: 'company', texts: ACCESSIBLE_DOORS }) as const;

async function createPublishedProject(context: WriteContext): Promise<number> {
  const { id } = await createProject(context);
  await context.ada.key.call('projects.publish', { id });
  return id;
}

interface ProjectWithFile {
  ids: { projectId: number; fileId: number };
  /** The open draft, which has the file. */
  revisionId: number;
}

async function createProjectWithFile(context: WriteContext): Promise<ProjectWithFile> {
  const { id: projectId } = await createProject(context);
  const drawing = new File([DRAWING], 'A-102.pdf', { type: 'application/pdf' });
  const { files } = await context.ada.key.call('files.upload', { projectId, files: [drawing] });
  const [file] = files;
  if (!file) throw new Error('no file was uploaded');
  return { ids: { projectId, fileId: file.id }, revisionId: file.project_revision_ids[0] ?? 0 };
}

async function createFolder(context: WriteContext, projectId: number): Promise<number> {
  return (await context.ada.key.call('files.folders.create', { projectId, name: `Details ${context.n}` })).id;
}

async function createProjectWithFolder(
  context: WriteContext,
): Promise<{ projectId: number; folderId: number }> {
  const { id: projectId } = await createProject(context);
  return { projectId, folderId: await createFolder(context, projectId) };
}

export const PROJECT_WRITES: WriteCases = {
  'projects.create': writeCase(
    { revision: true, beforeAndAfter: [null, { role: 'ProjectOwner' }] },
    async ({ n }) => ({
      body: {
        name: `City Library ${n}`,
        summary: 'Alterations of the main entrance',
        address_city: 'Springfield',
      },
    }),
  ),
  'projects.edit': writeCase(REVISION, async (context) => {
    const { id, version } = await createProject(context);
    return { ids: { id }, body: { baseVersion: version, summary: 'Alterations of the main entrance' } };
  }),
  'projects.draft.create': writeCase(REVISION, async (context) => ({
    ids: { id: await createPublishedProject(context) },
  })),
  'projects.publish': writeCase(REVISION, async (context) => ({
    ids: { id: (await createProject(context)).id },
    body: { revision_name: 'Issued for tender' },
  })),
  'projects.revert': writeCase(REVISION, async (context) => {
    const { key } = context.ada;
    const { id, standardId } = await createProjectWithStandard(context);
    await key.call('projects.publish', { id });
    await key.call('projects.draft.create', { id });
    await createDatasheets(key, { standard_id: standardId, project_id: id }, ['Interior doors']);
    return { ids: { id } };
  }),
  'projects.standards.add': writeCase(REVISION, async (context) => ({
    ids: { id: (await createProject(context)).id },
    body: { action: 'import', standardId: context.ada.standardId },
  })),
  'projects.standardRevisions.apply': writeCase(REVISION, async (context) => {
    const { id, standardId, nextRevisionId } = await createProjectWithStandard(context);
    return { ids: { id }, body: { changes: [{ standardId, toStandardRevisionId: nextRevisionId }] } };
  }),
  'projects.archive': writeCase({}, async (context) => ({
    ids: { id: (await createProject(context)).id },
    body: { reason: 'Built' },
  })),
  'projects.unarchive': writeCase({}, async (context) => {
    const { id } = await createProject(context);
    await context.ada.key.call('projects.archive', { id });
    return { ids: { id } };
  }),
  'projects.standards.archive': writeCase(REVISION, async (context) => {
    const { id, standardId } = await createProjectWithStandard(context);
    return { ids: { id, standardId } };
  }),
  'projects.standards.restore': writeCase(REVISION, async (context) => {
    const { id, standardId } = await createProjectWithArchivedStandard(context);
    return { ids: { id, standardId } };
  }),
  'projects.standards.removeArchived': writeCase(REVISION, async (context) => {
    const { id, standardId } = await createProjectWithArchivedStandard(context);
    return { ids: { id, standardId } };
  }),
  'projects.datasheets.archive': writeCase(REVISION, (context) => createProjectDatasheet(context, false)),
  'projects.datasheets.restore': writeCase(REVISION, (context) => createProjectDatasheet(context, true)),
  'projects.datasheets.removeArchived': writeCase(REVISION, (context) =>
    createProjectDatasheet(context, true),
  ),
  'projects.export': writeCase(REVISION, async (context) => ({
    ids: { id: await createPublishedProject(context) },
    body: {},
  })),
  'projects.document': writeCase(REVISION, async (context) => ({
    ids: { id: await createPublishedProject(context) },
  })),
  'datasheets.create': writeCase(REVISION, async (context) => {
    const { id, standardId } = await createProjectWithStandard(context);
    return { body: { standard_id: standardId, project_id: id, name: 'Interior doors' } };
  }),
  'datasheets.revise': writeCase(REVISION, async (context) => {
    const { sheet } = await createProjectWithStandard(context);
    const { id, version, elements } = sheet;
    const changes = elements.slice(0, 1).map((element) => ({ element_id: element.id, new_value: '1/4' }));
    return { ids: { id }, body: { severity: 'MINOR', baseVersion: version, changes } };
  }),
  'datasheets.delete': writeCase(REVISION, async (context) => ({
    ids: { id: (await createProjectWithStandard(context)).sheet.id },
    body: { deletionReason: 'Not built' },
  })),
  'datasheets.upgrade': writeCase(REVISION, async (context) => {
    const { sheet, nextRevisionId } = await createProjectWithStandard(context);
    return { ids: { id: sheet.id }, body: { toStandardRevisionId: nextRevisionId } };
  }),
  'standards.batchUpgrade': writeCase(REVISION, async (context) => {
    const { id, standardId, nextRevisionId } = await createProjectWithStandard(context);
    return { ids: { standardId }, body: { project_id: id, to_revision_id: nextRevisionId } };
  }),
  'datasheets.import': writeCase(REVISION, async (context) => {
    const { id, sheet } = await createProjectWithStandard(context);
    const row = [id, sheet.id, sheet.version, sheet.elements[0]?.id, '1/4'];
    const table = `project_id,datasheet_id,version,field_id,value\n${row.join()}`;
    return { ids: { id }, body: { spreadsheet: Buffer.from(table).toString('base64') } };
  }),
  'comments.create': writeCase({}, async (context) => {
    const { id: projectId } = await createProject(context);
    const body = {
      anchorType: 'project',
      anchorId: projectId,
      intent: 'suggestion',
      body: 'Use automatic doors here.',
    };
    return { ids: { projectId }, body };
  }),
  'comments.update': writeCase({}, async (context) => ({
    ids: await createComment(context),
    body: { body: 'Use sliding doors here.' },
  })),
  'comments.delete': writeCase({}, async (context) => ({ ids: await createComment(context) })),
  'comments.forward': writeCase({}, async (context) => ({
    ids: await createCommentBelowOwner(context),
    body: { endorsementStance: 'relay' },
  })),
  'comments.resolve': writeCase({}, async (context) => ({
    ids: await createComment(context),
    body: { state: 'closed' },
  })),
  'standards.images.upload': writeCase({}, async (at) => {
    const form = new FormData();
    const drawing = `<svg xmlns="http://www.w3.org/2000/svg"><title>Door ${at.n}</title></svg>`;
    form.set('files', new Blob([drawing], { type: 'image/svg+xml' }), 'door.svg');
    return { ids: { id: (await createStandard(at)).id }, form };
  }),
  'files.upload': writeCase(REVISION, async (context) => {
    const form = new FormData();
    form.set('document_type', 'drawing');
    form.set('files', new Blob([DRAWING], { type: 'application/pdf' }), 'A-102.pdf');
    return { ids: { projectId: (await createProject(context)).id }, form };
  }),
  'files.metadata': writeCase({}, async (context) => ({
    ids: (await createProjectWithFile(context)).ids,
    body: { document_type: 'drawing', tags: ['doors'] },
  })),
  'files.status': writeCase({}, async (context) => ({
    ids: (await createProjectWithFile(context)).ids,
    body: { status: 'review' },
  })),
  'files.move': writeCase({}, async (context) => {
    const { ids } = await createProjectWithFile(context);
    return { ids, body: { folder_id: await createFolder(context, ids.projectId) } };
  }),
  'files.delete': writeCase({}, async (context) => ({ ids: (await createProjectWithFile(context)).ids })),
  'files.detach': writeCase(REVISION, async (context) => {
    const { ids, revisionId } = await createProjectWithFile(context);
    return { ids: { ...ids, revisionId } };
  }),
  'files.folders.create': writeCase({}, async (context) => ({
    ids: { projectId: (await createProject(context)).id },
    body: { name: 'Drawings' },
  })),
  'files.folders.update': writeCase({}, async (context) => ({
    ids: await createProjectWithFolder(context),
    body: { name: 'Door schedules' },
  })),
  'files.folders.delete': writeCase({}, async (context) => ({ ids: await createProjectWithFolder(context) })),
  'files.folders.reorder': writeCase({}, async (context) => {
    const { projectId, folderId } = await createProjectWithFolder(context);
    return { ids: { projectId }, body: { folders: [{ id: folderId, sort_order: 7 }] } };
  }),
};
