/** Who reaches a datasheet, and which of its revisions (decisions P13, D10). */

import type { ResultOf } from '../../shared/contracts/endpoint.ts';
import type { projectInternalActions } from '../../shared/contracts/projects/internal.ts';
import { apiError, notFound } from '../../shared/kernel/errors/errors.ts';
import type { Call } from '../../shared/kernel/service/call.ts';
import type { ResourceLoaders } from '../../shared/kernel/service/implement-action.ts';
import {
  asProjectResource,
  findProject,
  type ProjectAccess,
  projectSubject,
  requireOpenDraft,
} from '../../shared/projects/project-access.ts';
import type { DatasheetRecord, DatasheetRevisionLink } from './model.ts';
import { collectAncestry } from './records/ancestry.ts';
import type { Datasheets } from './records/repository.ts';

export type DatasheetPointers = ResultOf<(typeof projectInternalActions)['projects.datasheetPointers']>;
export type DatasheetPointer = NonNullable<DatasheetPointers['draft']>;

/** Where the project points to a datasheet, as one call found it. */
export interface DatasheetAccess {
  access: ProjectAccess;
  pointers: DatasheetPointers;
  /** The caller may look into the open draft. */
  canViewDraft: boolean;
}

/** A datasheet with where the project points to it. */
export interface LoadedDatasheet extends DatasheetAccess {
  record: DatasheetRecord;
}

/** What the datasheets service checks before a handler runs. */
export interface DatasheetsResources {
  datasheet: LoadedDatasheet;
  project: ProjectAccess;
}

/** The loaders of the service; whether a project may be known is the projects service's to say. */
export const datasheetLoaders = (records: Datasheets): ResourceLoaders<DatasheetsResources> => ({
  project: findProject,
  async datasheet(id, call) {
    if (typeof id !== 'number') return null;
    const record = await records.find(id);
    const open = record && (await findDatasheetAccess(record, call));
    if (!open) return null;
    const pointer = open.pointers.draft ?? open.pointers.issued;
    const version = async () => (pointer ? (await records.requireRevision(pointer.revision_id)).version : null);
    return { ...asProjectResource(open.access, { ...open, record }), version };
  },
});

/**
 * Asks projects where it points to a datasheet. Null when the caller may not know of it: no access, or nothing of it is issued
 * and the account may not look into the draft.
 */
export async function findDatasheetAccess(
  { _id, project_id }: Pick<DatasheetRecord, '_id' | 'project_id'>,
  call: Call,
): Promise<DatasheetAccess | null> {
  const pointers = await call.call('projects.datasheetPointers', { project_id, datasheet_id: _id });
  const { access, draft, published_revision_ids } = pointers;
  if (!access) return null;
  const subject = projectSubject(access);
  // What an account may know of is decided by what it holds; what a key may read, by its grant as well.
  const known = published_revision_ids.length > 0 || (draft !== null && call.accountMay('project:draft:view', subject));
  if (!known) return null;
  return { access, pointers, canViewDraft: call.isAllowed('project:draft:view', subject) };
}

/**
 * The pointer a live read follows: the open draft's for those who see it, else the current published revision's (P13).
 * @throws NOT_FOUND where the datasheet is not in it
 */
export function requireLivePointer({ access, pointers, canViewDraft }: LoadedDatasheet): DatasheetPointer {
  const pointer = canViewDraft && access.draft_revision_id !== null ? pointers.draft : pointers.issued;
  if (!pointer) throw notFound();
  return pointer;
}

/** The standard revision that the project revision a live read follows pins for the datasheet's standard (P13). */
export const livePin = ({ access, pointers, canViewDraft: seesDraft }: LoadedDatasheet): DatasheetPointers['pinned'] =>
  seesDraft && access.draft_revision_id !== null ? pointers.pinned : pointers.issued_pinned;

/** The part of a datasheet's written revisions that the caller reaches, in the order given (D10). */
export function listAccessibleRevisionIds(
  { pointers, canViewDraft: seesDraft }: LoadedDatasheet,
  links: readonly DatasheetRevisionLink[],
): number[] {
  const ids = links.map((link) => link._id);
  const published = new Set(pointers.published_revision_ids);
  if (!seesDraft) return ids.filter((id) => published.has(id));
  const tips = [pointers.draft, pointers.issued].flatMap((pointer) => (pointer ? [pointer.revision_id] : []));
  const history = collectAncestry(links, [...tips, ...published]);
  return ids.filter((id) => history.has(id));
}

/**
 * The pointer a save moves: the open draft's.
 * @throws NO_OPEN_DRAFT when the draft was closed meanwhile, NOT_FOUND where the datasheet is not in it, DATASHEET_ARCHIVED (D10)
 */
export function requireDraftPointer({ access, pointers }: LoadedDatasheet): DatasheetPointer {
  requireOpenDraft(access);
  const { draft } = pointers;
  if (!draft) throw notFound();
  if (draft.archived) {
    throw apiError('DATASHEET_ARCHIVED', 'The datasheet is archived in the draft. Restore it first.');
  }
  return draft;
}
