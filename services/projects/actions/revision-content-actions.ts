/**
 * Internal actions by which datasheets and files read project revisions: the manifest, the ids of the files, `revisionHead`
 * (id, code and version), the revisions that have a file, and those of a datasheet that draft and published revisions have.
 */
import type { projectInternalActions } from '../../../shared/contracts/projects/internal.ts';
import type { Handlers } from '../../../shared/kernel/service/handlers.ts';
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
import type { ProjectsService } from '../open-projects.ts';
import { EMPTY_MANIFEST, type ManifestDatasheet, pinsByStandard } from '../revisions/manifest.ts';
import type { ProjectRevisionHead } from '../revisions/model.ts';
import type { RevisionWithManifest } from '../revisions/repository.ts';
import { withoutDeletedIds } from '../revisions/unpublished-changes.ts';

type Contracts = Pick<
  typeof projectInternalActions,
  | 'projects.manifest'
  | 'projects.fileIds'
  | 'projects.revisionHead'
  | 'projects.revisionsOfFile'
  | 'projects.datasheetPointers'
>;

const presentPointer = ({ version: _, archived_with_standard: __, ...pointer }: ManifestDatasheet) => pointer;

export const revisionContentActions = ({
  projects,
  revisions,
  fileIds,
  pointers,
}: ProjectsService): Handlers<Contracts, ProjectsResources> => ({
  async 'projects.manifest'({ revision_id }, ctx, project) {
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

  async 'projects.fileIds'({ revision_id, before, page }, ctx, project) {
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

  async 'projects.revisionHead'({ revision_id }, ctx, project) {
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
    // A missing draft was discarded between the two reads: the published revision is current then.
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
});

const presentRevisionHead = ({ _id, code, is_draft, version }: ProjectRevisionHead) => ({
  id: _id,
  code,
  is_draft,
  version,
});
