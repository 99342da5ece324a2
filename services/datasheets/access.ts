/** Who reaches a datasheet, and which of its revisions (decisions P13, D10). */

import type { Result } from '../../shared/contracts/endpoint.ts';
import type { projectsInternal } from '../../shared/contracts/projects/internal.ts';
import type { Call } from '../../shared/kernel/call.ts';
import { fail, notFound } from '../../shared/kernel/errors.ts';
import type { Loaders } from '../../shared/kernel/implement.ts';
import { loadedIn, loadProject, openDraftOf, type ProjectAccess, subjectOf } from '../../shared/kernel/project-access.ts';
import type { DatasheetRecord, RevisionLink } from './model.ts';
import { ancestry } from './records/history.ts';
import type { DatasheetRecords } from './records/repository.ts';

export type Pointers = Result<(typeof projectsInternal)['projects.datasheetPointers']>;
export type Pointer = NonNullable<Pointers['draft']>;

/** Where the project points to a datasheet, as one call found it. */
export interface Located {
  access: ProjectAccess;
  pointers: Pointers;
  /** The caller may look into the open draft. */
  seesDraft: boolean;
}

/** A datasheet with where the project points to it. */
export interface OpenDatasheet extends Located {
  record: DatasheetRecord;
}

/** What the datasheets service checks before a handler runs. */
export interface Resources {
  datasheet: OpenDatasheet;
  project: ProjectAccess;
}

/** The loaders of the service; whether a project may be known is the projects service's to say. */
export const loadersOf = (records: DatasheetRecords): Loaders<Resources> => ({
  project: loadProject,
  async datasheet(id, call) {
    if (typeof id !== 'number') return null;
    const record = await records.datasheet(id);
    const open = record && (await locate(record, call));
    if (!open) return null;
    const pointer = open.pointers.draft ?? open.pointers.issued;
    const version = async () => (pointer ? (await records.revision(pointer.revision_id)).version : null);
    return { ...loadedIn(open.access, { ...open, record }), version };
  },
});

/**
 * Asks projects where it points to a datasheet. Null when the caller may not know of it: no access, or nothing of it is issued
 * and the account may not look into the draft.
 */
export async function locate(
  { _id, project_id }: Pick<DatasheetRecord, '_id' | 'project_id'>,
  call: Call,
): Promise<Located | null> {
  const pointers = await call.call('projects.datasheetPointers', { project_id, datasheet_id: _id });
  const { access, draft, published_revision_ids } = pointers;
  if (!access) return null;
  const subject = subjectOf(access);
  // What an account may know of is decided by what it holds; what a key may read, by its grant as well.
  const known = published_revision_ids.length > 0 || (draft !== null && call.holds('project:draft:view', subject));
  if (!known) return null;
  return { access, pointers, seesDraft: call.permits('project:draft:view', subject) };
}

/**
 * The pointer a live read follows: the open draft's for those who see it, else the current published revision's (P13).
 * @throws NOT_FOUND where the datasheet is not in it
 */
export function livePointer({ access, pointers, seesDraft }: OpenDatasheet): Pointer {
  const pointer = seesDraft && access.draft_revision_id !== null ? pointers.draft : pointers.issued;
  if (!pointer) throw notFound();
  return pointer;
}

/** The standard revision that the project revision a live read follows pins for the datasheet's standard (P13). */
export const livePin = ({ access, pointers, seesDraft }: OpenDatasheet): Pointers['pinned'] =>
  seesDraft && access.draft_revision_id !== null ? pointers.pinned : pointers.issued_pinned;

/** The part of a datasheet's written revisions that the caller reaches, in the order given (D10). */
export function reachable({ pointers, seesDraft }: OpenDatasheet, links: readonly RevisionLink[]): number[] {
  const ids = links.map((link) => link._id);
  const published = new Set(pointers.published_revision_ids);
  if (!seesDraft) return ids.filter((id) => published.has(id));
  const tips = [pointers.draft, pointers.issued].flatMap((pointer) => (pointer ? [pointer.revision_id] : []));
  const history = ancestry(links, [...tips, ...published]);
  return ids.filter((id) => history.has(id));
}

/**
 * The pointer a save moves: the open draft's.
 * @throws NO_OPEN_DRAFT when the draft was closed meanwhile, NOT_FOUND where the datasheet is not in it, DATASHEET_ARCHIVED (D10)
 */
export function draftPointer({ access, pointers }: OpenDatasheet): Pointer {
  openDraftOf(access);
  const { draft } = pointers;
  if (!draft) throw notFound();
  if (draft.archived) {
    throw fail('DATASHEET_ARCHIVED', 'The datasheet is archived in the draft. Restore it first.');
  }
  return draft;
}
