/**
 * Decides which datasheets and revisions a caller may see: resource loaders of projects and datasheets, the revision
 * that a read shows with the pinned revision of its standard, and the revision in the open draft that a save or
 * deletion replaces.
 */
import type { ResultOf } from '../../shared/contracts/endpoint.ts';
import type { projectInternalActions } from '../../shared/contracts/projects/internal.ts';
import { apiError, notFound } from '../../shared/kernel/errors/errors.ts';
import type { LoadedResource, ResourceLoaders } from '../../shared/kernel/service/handlers.ts';
import type { RequestContext } from '../../shared/kernel/service/request-context.ts';
import type { StateChecks } from '../../shared/kernel/service/resource-checks.ts';
import {
  asProjectResource,
  findProjectAccess,
  loadProjectResource,
  type ProjectAccess,
  projectSubject,
  requireOpenDraft,
} from '../../shared/projects/project-access.ts';
import type { DatasheetRecord, DatasheetRevisionLink } from './model.ts';
import { collectAncestry, orderNewestFirst } from './records/ancestry.ts';
import type { DatasheetRevisions, Datasheets } from './records/repository.ts';

type DatasheetPointers = ResultOf<(typeof projectInternalActions)['projects.datasheetPointers']>;
export type DatasheetPointer = NonNullable<DatasheetPointers['draft']>;

/** The pointers of a project to a datasheet, with the caller's access. */
interface DatasheetAccess {
  access: ProjectAccess;
  pointers: DatasheetPointers;
  /** Whether the caller may view the open draft. */
  canViewDraft: boolean;
}

/** A datasheet with the pointers of its project. */
export interface LoadedDatasheet extends DatasheetAccess {
  record: DatasheetRecord;
}

/** The resources that the kernel loads for the handlers of this service. */
export interface DatasheetsResources {
  datasheet: LoadedDatasheet;
  project: ProjectAccess;
}

/** The loaders of the service; access to projects is decided by the projects service. */
export const datasheetLoaders = ({
  datasheets,
  revisions,
}: {
  datasheets: Datasheets;
  revisions: DatasheetRevisions;
}): ResourceLoaders<DatasheetsResources> => ({
  project: loadProjectResource,
  async datasheet(id, ctx) {
    if (typeof id !== 'number') return null;
    const record = await datasheets.findById(id);
    const loaded = record && (await findDatasheetAccess(record, ctx));
    if (!loaded) return null;
    const pointer = loaded.pointers.draft ?? loaded.pointers.issued;
    const version = async () => (pointer ? (await revisions.require(pointer.revision_id)).version : null);
    return { ...asProjectResource(loaded.access, { ...loaded, record }), version };
  },
});

/** The project of a new datasheet, with the revision of its standard that the open draft pins. */
export async function loadProjectWithPin(
  { project_id, standard_id }: { project_id: number; standard_id: number },
  ctx: RequestContext,
): Promise<LoadedResource<ProjectAccess> | null> {
  const access = await findProjectAccess(project_id, ctx, standard_id);
  return access && asProjectResource(access, access);
}

/**
 * Loads the pointers of a datasheet from projects. Null when the caller may not know of the datasheet: it has
 * no access to the project, or no revision is published and its account may not view the draft.
 */
export async function findDatasheetAccess(
  { _id, project_id }: Pick<DatasheetRecord, '_id' | 'project_id'>,
  ctx: RequestContext,
): Promise<DatasheetAccess | null> {
  const pointers = await ctx.call('projects.datasheetPointers', { project_id, datasheet_id: _id });
  const { access, draft, draft_deletion, issued_deletion, published_revision_ids } = pointers;
  if (!access) return null;
  const subject = projectSubject(access);
  const hasUnpublishedPointer = [draft, draft_deletion, issued_deletion].some((pointer) => pointer !== null);
  // Existence depends on the permissions of the account, reads on those of the key as well.
  const known =
    published_revision_ids.length > 0 ||
    (hasUnpublishedPointer && ctx.accountMay('project:draft:view', subject));
  if (!known) return null;
  return { access, pointers, canViewDraft: ctx.isAllowed('project:draft:view', subject) };
}

/**
 * The pointer of a live read: the open draft's for callers who may view it, else the current published
 * revision's.
 * @throws NOT_FOUND when the datasheet is not in that revision
 */
export function requireLivePointer({ access, pointers, canViewDraft }: LoadedDatasheet): DatasheetPointer {
  const pointer = canViewDraft && access.draft_revision_id !== null ? pointers.draft : pointers.issued;
  if (!pointer) throw notFound();
  return pointer;
}

/** The pin of the datasheet's standard in the project revision of a live read. */
export const livePin = ({ access, pointers, canViewDraft }: LoadedDatasheet): DatasheetPointers['pinned'] =>
  canViewDraft && access.draft_revision_id !== null ? pointers.pinned : pointers.issued_pinned;

/**
 * The revisions of a datasheet that the caller may read, newest first. Once its deletion is
 * published, the one that records it is for all readers of a published datasheet.
 */
export function listAccessibleRevisionIds(
  { pointers, canViewDraft }: LoadedDatasheet,
  links: readonly DatasheetRevisionLink[],
): number[] {
  const ids = orderNewestFirst(links);
  const { draft, issued, draft_deletion, issued_deletion } = pointers;
  const published = new Set(pointers.published_revision_ids);
  if (published.size > 0 && issued_deletion !== null) published.add(issued_deletion);
  if (!canViewDraft) return ids.filter((id) => published.has(id));
  const pointed = [draft?.revision_id, issued?.revision_id, draft_deletion, issued_deletion];
  const tips = pointed.flatMap((tip) => tip ?? []);
  const history = collectAncestry(links, [...tips, ...published]);
  return ids.filter((id) => history.has(id));
}

/**
 * The pointer of the open draft, which a deletion removes.
 * @throws NO_OPEN_DRAFT when the draft has been closed, NOT_FOUND when the datasheet is not in it
 */
export function requirePointerInDraft({ access, pointers }: LoadedDatasheet): DatasheetPointer {
  requireOpenDraft(access);
  if (!pointers.draft) throw notFound();
  return pointers.draft;
}

/**
 * The pointer of the open draft, which a save moves.
 * @throws NO_OPEN_DRAFT, NOT_FOUND like `requirePointerInDraft`, DATASHEET_ARCHIVED
 */
export function requireDraftPointer(datasheet: LoadedDatasheet): DatasheetPointer {
  const pointer = requirePointerInDraft(datasheet);
  if (pointer.archived) {
    throw apiError('DATASHEET_ARCHIVED', 'The datasheet is archived in the draft. Restore it first.');
  }
  return pointer;
}

/** The checks of the writes on a datasheet that depend on nothing but its state. */
export const stateChecks = (datasheet: LoadedDatasheet): StateChecks => ({
  'datasheets.revise': () => requireDraftPointer(datasheet),
  'datasheets.upgrade': () => requireDraftPointer(datasheet),
  'datasheets.delete': () => requirePointerInDraft(datasheet),
});
