/**
 * Handlers of internal actions for datasheets, files and standards: what a revision contains (manifest, heads,
 * files, datasheet pointers), and moves of the pins, datasheets and files of a draft, with their outcome
 * (architecture §4).
 */
import type { projectInternalActions } from '../../../shared/contracts/projects/internal.ts';
import { isDuplicateKey } from '../../../shared/kernel/database/mongo.ts';
import { noOpenDraft, notFound, projectArchived } from '../../../shared/kernel/errors/errors.ts';
import type { Handlers } from '../../../shared/kernel/service/handlers.ts';
import type { RequestContext } from '../../../shared/kernel/service/request-context.ts';
import {
  findProject,
  findReadableFileIds,
  findReadableRevision,
  findRevisionsOfFile,
  manifestOrEmpty,
  type ProjectsResources,
  requireReadableHead,
  withoutDraft,
} from '../access/load-project.ts';
import { presentProjectAccess } from '../access/present.ts';
import type { LoadedProject } from '../access/project-role.ts';
import type { Projects } from '../access/repository.ts';
import type { Drafts } from '../drafts/draft-transactions.ts';
import { withoutDeletedIds } from '../revisions/deleted-files.ts';
import type { FileIds } from '../revisions/file-ids.ts';
import { EMPTY_MANIFEST, type ManifestDatasheet, pinsByStandard } from '../revisions/manifest.ts';
import type { ProjectRevisionHead } from '../revisions/model.ts';
import type { ProjectRevisions, PublishedPointers, RevisionWithManifest } from '../revisions/repository.ts';
import { applyDraftMove, type DraftMoveInput, planFileDeletion } from './apply-draft-move.ts';
import { moveAbandonedError } from './errors.ts';
import type { DraftMoveOutcomes } from './outcomes.ts';

type Contracts = Pick<
  typeof projectInternalActions,
  | 'projects.manifest'
  | 'projects.fileIds'
  | 'projects.revisionHead'
  | 'projects.revisionsOfFile'
  | 'projects.datasheetPointers'
  | 'projects.moveDraftPointers'
  | 'projects.draftMoveOutcome'
>;

interface Deps {
  projects: Projects;
  revisions: ProjectRevisions;
  fileIds: FileIds;
  pointers: PublishedPointers;
  drafts: Drafts;
  moveOutcomes: DraftMoveOutcomes;
}

const presentPointer = ({ version: _, archived_with_standard: __, ...pointer }: ManifestDatasheet) => pointer;

/**
 * Attaching files takes project:upload, deleting them project:update, every other move project:draft:edit;
 * project:update is enough to detach files.
 */
function assertMovePermissions({ subject }: LoadedProject, move: DraftMoveInput, ctx: RequestContext): void {
  const { attachFiles, detachFiles, deleteFiles, datasheets, deleteDatasheets, pins } = move;
  if (attachFiles?.length) ctx.assertAllowed('project:upload', subject);
  if (deleteFiles?.length) ctx.assertAllowed('project:update', subject);
  const edits = [datasheets, deleteDatasheets, pins].some((moves) => moves !== undefined && moves.length > 0);
  if (edits || (detachFiles?.length && !ctx.isAllowed('project:update', subject)))
    ctx.assertAllowed('project:draft:edit', subject);
}

export const draftMoveActions = ({
  projects,
  revisions,
  fileIds,
  pointers,
  drafts,
  moveOutcomes,
}: Deps): Handlers<Contracts, ProjectsResources> => ({
  async 'projects.manifest'({ project_id, revision_id }, ctx) {
    const project = await findProject(projects, project_id, ctx);
    if (!project) throw notFound();
    const full = await findReadableRevision(revisions, project, revision_id, ctx);
    const { standards, datasheets, files, sections } = manifestOrEmpty(full);
    return {
      access: presentProjectAccess(project, ctx),
      revision: full && presentRevisionHead(full.revision),
      standards: standards.map(({ description: _, library: __, ...standard }) => standard),
      datasheets: datasheets.map(presentPointer),
      files,
      sections,
    };
  },

  async 'projects.fileIds'({ project_id, revision_id, before, page }, ctx) {
    const project = await findProject(projects, project_id, ctx);
    if (!project) throw notFound();
    const found = await findReadableFileIds(fileIds, project, revision_id, ctx);
    const inRevision = found?.fileIds ?? [];
    const listed = revision_id === undefined ? withoutDeletedIds(inRevision, project.head) : inRevision;
    const ids = before === undefined ? listed : listed.filter((id) => id < before);
    return {
      access: presentProjectAccess(project, ctx),
      revision: found && presentRevisionHead(found.revision),
      file_ids: page ? ids.slice(page.offset, page.offset + page.limit) : [...ids],
      total: ids.length,
    };
  },

  async 'projects.revisionHead'({ project_id, revision_id }, ctx) {
    const project = await findProject(projects, project_id, ctx);
    if (!project) throw notFound();
    return presentRevisionHead(await requireReadableHead(revisions, project, revision_id, ctx));
  },

  async 'projects.revisionsOfFile'({ project_id, file_id, revision_id, for_change }, ctx) {
    const project = await findProject(projects, project_id, ctx);
    const file = { id: file_id, uploadRevisionId: revision_id, forChange: for_change };
    return { revision_ids: project ? await findRevisionsOfFile(revisions, project, file, ctx) : [] };
  },

  async 'projects.datasheetPointers'({ project_id, datasheet_id }, ctx) {
    const project = await findProject(projects, project_id, ctx);
    if (!project) {
      return {
        access: null,
        draft: null,
        issued: null,
        draft_deletion: null,
        issued_deletion: null,
        published_revision_ids: [],
        pinned: null,
        issued_pinned: null,
      };
    }
    const { draft_revision_id, issued_revision_id } = project.head;
    const [draft, issued, published] = await Promise.all([
      revisions.find(draft_revision_id),
      revisions.find(issued_revision_id),
      pointers.list(project_id, datasheet_id),
    ]);
    // A draft that is gone was discarded between the two reads: the published revision is current then (X14).
    const open = draft ? project : withoutDraft(project);
    const pointerIn = (full: RevisionWithManifest | null): ManifestDatasheet | null =>
      full?.manifest.datasheets.find((datasheet) => datasheet.datasheet_id === datasheet_id) ?? null;
    const deletionIn = (full: RevisionWithManifest | null): number | null =>
      full?.manifest.datasheet_deletions?.find((deletion) => deletion.datasheet_id === datasheet_id)
        ?.revision_id ?? null;
    const [inDraft, inIssued] = [pointerIn(draft), pointerIn(issued)];
    const standardId = (inDraft ?? inIssued)?.standard_id;
    const pinIn = (full: RevisionWithManifest | null) =>
      (standardId === undefined ? null : pinsByStandard(full?.manifest ?? EMPTY_MANIFEST).get(standardId)) ??
      null;
    return {
      access: presentProjectAccess(open, ctx),
      draft: inDraft && presentPointer(inDraft),
      issued: inIssued && presentPointer(inIssued),
      draft_deletion: deletionIn(draft),
      issued_deletion: deletionIn(issued),
      published_revision_ids: published,
      pinned: pinIn(draft ?? issued),
      issued_pinned: pinIn(issued),
    };
  },

  async 'projects.moveDraftPointers'(move, ctx) {
    const { project_id, change_id } = move;
    const project = await findProject(projects, project_id, ctx);
    if (!project) throw notFound();
    assertMovePermissions(project, move, ctx);
    if (project.head.archived_at !== null) throw projectArchived();
    const isDeletion = move.deleteFiles !== undefined;
    if (project.head.draft_revision_id === null && !isDeletion) throw noOpenDraft();
    const { draft } = await drafts
      .updateProject({
        projectId: project_id,
        by: ctx.person,
        decide: async ({ head, draft: open, session }) => {
          if (!isDeletion)
            return { result: null, ...applyDraftMove(requireDraft(open, move).manifest, move) };
          const published = await revisions.find(head.issued_revision_id, session);
          return { result: null, ...planFileDeletion(head, open, published, move) };
        },
        async beforeCommit(session) {
          if (change_id) await moveOutcomes.recordMoved(change_id, session);
          if (ctx.isDryRun) ctx.rollBack(session);
        },
      })
      .catch((error: unknown) => {
        throw change_id && isDuplicateKey(error) ? moveAbandonedError() : error;
      });
    return { draft_revision_id: draft?.id ?? null, version: draft?.version ?? null };
  },

  'projects.draftMoveOutcome': async ({ change_id }) => ({ moved: await moveOutcomes.settle(change_id) }),
});

/** The draft of a move. @throws NO_OPEN_DRAFT also when another one than the caller's is open */
function requireDraft(
  draft: RevisionWithManifest | null,
  { draft_revision_id: expected }: DraftMoveInput,
): RevisionWithManifest {
  if (!draft || (expected !== undefined && draft.revision._id !== expected)) throw noOpenDraft();
  return draft;
}

const presentRevisionHead = ({ _id, code, is_draft, version }: ProjectRevisionHead) => ({
  id: _id,
  code,
  is_draft,
  version,
});
