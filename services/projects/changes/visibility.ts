/**
 * Which changes of a project a caller sees: those of the things that it may read. Files as in F3 and F6: by the
 * revisions that contain them, then by the tier of the caller.
 */
import type { Call } from '../../../shared/kernel/service/call.ts';
import { READING_TIERS } from '../../../shared/projects/file-tiers.ts';
import { isAllowedOn } from '../access/load-project.ts';
import type { LoadedProject } from '../access/project-role.ts';
import type { FileIds } from '../revisions/file-ids.ts';
import type { ProjectRevisions } from '../revisions/repository.ts';
import type { ProjectChangeRecord } from './model.ts';

interface Deps {
  revisions: ProjectRevisions;
  fileIds: FileIds;
}

type IsVisible = (change: ProjectChangeRecord) => boolean;

/** The changes among these that the caller may see, in their order. */
export async function visibleChanges(
  deps: Deps,
  project: LoadedProject,
  changes: readonly ProjectChangeRecord[],
  call: Call,
): Promise<ProjectChangeRecord[]> {
  const may = isAllowedOn(call, project);
  const userId = call.principal.kind === 'user' ? call.account.id : null;
  const companyId = project.head.owner_company_id;
  const administers =
    companyId !== null && call.isAllowed('company:administer', { kind: 'company', companyId });
  const ofFiles = changes.filter(({ kind }) => kind.startsWith('file_'));
  const isFileInReach =
    ofFiles.length > 0 && may('project:download')
      ? await loadReach(deps, project, ofFiles, call)
      : () => false;
  const readsAnyFile = Object.values(READING_TIERS).flat().some(may);
  return changes.filter((change) => {
    const { kind, person_id, file } = change;
    const isOwn = person_id !== undefined && person_id === userId;
    if (kind.startsWith('draft_')) return may('project:draft:view');
    if (kind.startsWith('invitation_')) return may('project:update');
    if (kind.startsWith('sponsorship_')) return isOwn || administers;
    if (kind === 'seat_changed') return isOwn;
    if (kind.startsWith('folder')) return may('project:download');
    if (kind === 'working_copy_changed') return may('standard:view_drafts');
    if (kind.startsWith('standard_')) return may('standard:read');
    if (!kind.startsWith('file_')) return true;
    return isFileInReach(change) && (readsAnyFile || file?.approved || file?.uploaded_by === userId);
  });
}

/**
 * Whether the caller reaches a revision with the file of a change: the draft, the current published one, or the one
 * of its upload.
 */
async function loadReach(
  { revisions, fileIds }: Deps,
  project: LoadedProject,
  changes: readonly ProjectChangeRecord[],
  call: Call,
): Promise<IsVisible> {
  const may = isAllowedOn(call, project);
  if (may('project:draft:view')) return () => true;
  const issuedId = project.head.issued_revision_id;
  const issued = new Set<number | string>(issuedId === null ? [] : (await fileIds.load(issuedId))?.fileIds);
  const uploads = may('project:revision:view')
    ? await revisions.findHeads(changes.flatMap(({ file }) => file?.upload_revision_id ?? []))
    : [];
  /** The files of each published revision: one that only its draft had was never in it. */
  const published = new Map<number, ReadonlySet<number | string>>();
  for (const { _id, is_draft } of uploads)
    if (!is_draft) published.set(_id, new Set((await fileIds.load(_id))?.fileIds));
  return ({ subject, file }) =>
    subject !== undefined &&
    (issued.has(subject.id) ||
      (file !== undefined && published.get(file.upload_revision_id)?.has(subject.id) === true));
}
