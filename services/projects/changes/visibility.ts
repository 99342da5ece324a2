/**
 * Decides which changes of a project a caller sees: those of things that it may read. A change of a file is seen by
 * callers that may read a revision with the file and have a permission of its tier.
 */
import type { Subject } from '../../../shared/kernel/auth/authorization.ts';
import type { RequestContext } from '../../../shared/kernel/service/request-context.ts';
import { READING_TIERS } from '../../../shared/projects/file-tiers.ts';
import { isAllowedOn } from '../access/load-project.ts';
import type { LoadedProject } from '../access/project-role.ts';
import type { FileIds } from '../revisions/file-ids.ts';
import type { ProjectRevisions } from '../revisions/repository.ts';
import type { ProjectChangeKind, ProjectChangeRecord } from './model.ts';

type IsVisible = (change: ProjectChangeRecord) => boolean;

/** The readers of the project who see a change. */
type Audience =
  | 'everybody'
  | 'readers of the draft'
  | 'readers of invitations'
  | 'readers of sponsorship'
  | 'the person concerned'
  | 'readers of the file'
  | 'readers of folders'
  | 'readers of standards'
  | 'readers of working copies';

const AUDIENCES: Readonly<Record<ProjectChangeKind, Audience>> = {
  created: 'everybody',
  draft_opened: 'readers of the draft',
  draft_changed: 'readers of the draft',
  draft_discarded: 'readers of the draft',
  published: 'everybody',
  archived: 'everybody',
  unarchived: 'everybody',
  member_added: 'everybody',
  member_role_changed: 'everybody',
  member_removed: 'everybody',
  lead_changed: 'everybody',
  seat_changed: 'the person concerned',
  invitation_sent: 'readers of invitations',
  invitation_changed: 'readers of invitations',
  invitation_withdrawn: 'readers of invitations',
  invitation_claimed: 'readers of invitations',
  sponsorship_requested: 'readers of sponsorship',
  sponsorship_approved: 'readers of sponsorship',
  sponsorship_declined: 'readers of sponsorship',
  company_assigned: 'everybody',
  section_adopted: 'everybody',
  comment_created: 'everybody',
  comment_changed: 'everybody',
  comment_forwarded: 'everybody',
  comment_resolved: 'everybody',
  comment_deleted: 'everybody',
  file_deleted: 'readers of the file',
  file_changed: 'readers of the file',
  folder_created: 'readers of folders',
  folder_changed: 'readers of folders',
  folder_deleted: 'readers of folders',
  folders_reordered: 'readers of folders',
  standard_created: 'readers of standards',
  standard_changed: 'readers of standards',
  standard_published: 'readers of standards',
  standard_deleted: 'readers of standards',
  working_copy_changed: 'readers of working copies',
  library_created: 'readers of standards',
  library_changed: 'readers of standards',
};

/** The project with its sections and the standards written in it. */
const projectScope = ({ head, role }: LoadedProject): Subject => ({
  kind: 'scope',
  scope: { subject_type: 'project', subject_id: head._id },
  projectRole: role,
});

/** The changes among these that the caller may see, in their order. */
export async function visibleChanges(
  revisions: ProjectRevisions,
  fileIds: FileIds,
  project: LoadedProject,
  changes: readonly ProjectChangeRecord[],
  ctx: RequestContext,
): Promise<ProjectChangeRecord[]> {
  const may = isAllowedOn(ctx, project);
  const userId = ctx.principal.kind === 'user' ? ctx.account.id : null;
  const companyId = project.head.owner_company_id;
  const administers =
    companyId !== null && ctx.isAllowed('company:administer', { kind: 'company', companyId });
  const ofFiles = changes.filter(({ kind }) => AUDIENCES[kind] === 'readers of the file');
  const isInReadableRevision =
    ofFiles.length > 0 && may('project:download')
      ? await loadReadableFiles(revisions, fileIds, project, ofFiles, ctx)
      : () => false;
  const seesUnapprovedFiles = Object.values(READING_TIERS).flat().some(may);
  const isOwn: IsVisible = ({ person_id }) => person_id !== undefined && person_id === userId;
  const isVisibleTo: Readonly<Record<Audience, IsVisible>> = {
    everybody: () => true,
    'readers of the draft': () => may('project:draft:view'),
    'readers of invitations': () => may('project:update'),
    'readers of sponsorship': (change) => isOwn(change) || administers,
    'the person concerned': isOwn,
    'readers of the file': (change) =>
      isInReadableRevision(change) &&
      (seesUnapprovedFiles || change.file?.approved === true || change.file?.uploaded_by === userId),
    'readers of folders': () => may('project:download'),
    // A viewer reads the standards that the project holds, not what is written in its scope.
    'readers of standards': () => ctx.isAllowed('standard:read', projectScope(project)),
    'readers of working copies': () => may('standard:view_drafts'),
  };
  return changes.filter((change) => isVisibleTo[AUDIENCES[change.kind]](change));
}

/**
 * Whether the caller may read a revision with the file of a change: the draft, the current published one, or the one
 * of its upload.
 */
async function loadReadableFiles(
  revisions: ProjectRevisions,
  fileIds: FileIds,
  project: LoadedProject,
  changes: readonly ProjectChangeRecord[],
  ctx: RequestContext,
): Promise<IsVisible> {
  const may = isAllowedOn(ctx, project);
  if (may('project:draft:view')) return () => true;
  const issuedId = project.head.issued_revision_id;
  const issued = new Set<number | string>(issuedId === null ? [] : (await fileIds.load(issuedId))?.fileIds);
  const uploads = may('project:revision:view')
    ? await revisions.findHeads(changes.flatMap(({ file }) => file?.upload_revision_id ?? []))
    : [];
  /** The files of each published revision, which may be fewer than its draft had. */
  const published = new Map<number, ReadonlySet<number | string>>();
  for (const { _id, is_draft } of uploads)
    if (!is_draft) published.set(_id, new Set((await fileIds.load(_id))?.fileIds));
  return ({ subject, file }) =>
    subject !== undefined &&
    (issued.has(subject.id) ||
      (file !== undefined && published.get(file.upload_revision_id)?.has(subject.id) === true));
}
