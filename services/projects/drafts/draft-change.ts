/**
 * Types of a change of a project or its open draft, for the transactions in `draft-transactions.ts`: what the caller
 * passes in, the state on which it decides, its decision, and the outcome. Also counts of the datasheets that a
 * change concerns.
 */
import type { ClientSession } from 'mongoose';
import type { Person, RequestContext } from '../../../shared/kernel/service/request-context.ts';
import type { MembershipRecord, ProjectRecord } from '../access/model.ts';
import type { ProjectUpdate } from '../access/repository.ts';
import type { ProjectChange } from '../changes/model.ts';
import type { Manifest } from '../revisions/manifest.ts';
import type { DraftChange, ProjectRevisionHead } from '../revisions/model.ts';
import type { NewDraft } from '../revisions/new-draft.ts';
import type { RevisionWithManifest } from '../revisions/repository.ts';

/** Who changes a project, and the versions of it that the change allows (`If-Match`). */
export type Caller = Pick<RequestContext, 'person' | 'ifMatch'>;

/** Runs in the transaction of a change: writes the audit entry, and returns the result of the change. */
export type BeforeCommit<T, A> = (session: ClientSession, outcome: T) => Promise<A>;

/** A new project with its lead and its first draft. */
export interface NewProject<A> {
  project: ProjectRecord;
  lead: MembershipRecord;
  draft: NewDraft;
  manifest: Manifest;
  beforeCommit: BeforeCommit<void, A>;
}

/** The open draft as a change reads it. */
export interface DraftState extends RevisionWithManifest {
  head: ProjectRecord;
  session: ClientSession;
}

/** The decision of a change; the draft is written unless `changes` is empty, the project where `project` is given. */
export interface DraftUpdate<T> {
  result: T;
  changes: DraftChange[];
  manifest?: Manifest;
  header?: Pick<ProjectRevisionHead, 'header' | 'companies' | 'header_edits'>;
  /** Other changes of the project itself. */
  project?: ProjectUpdate;
  /** Entries for the change feed of the project, also visible without the draft. */
  projectChanges?: readonly (Pick<ProjectChange, 'kind' | 'subject' | 'file'> & {
    /** Id of a change that may be decided twice and is recorded once. */
    once?: string;
  })[];
}

/** The project and its open draft, if there is one, as a change reads them. */
export interface ProjectState extends Pick<DraftState, 'head' | 'session'> {
  draft: RevisionWithManifest | null;
}

export interface ProjectUpdateResult<T> {
  result: T;
  /** Whether anything was written in the attempt that was committed. */
  changed: boolean;
  /** The draft after the change; null when none is open. */
  draft: { id: number; version: string } | null;
}

export interface DraftUpdateResult<T> extends ProjectUpdateResult<T> {
  draft: { id: number; version: string };
}

export interface ProjectUpdateInput<T> {
  projectId: number;
  by: Person;
  /** The versions that the caller allows (`If-Match`); default: any. */
  ifMatch?: RequestContext['ifMatch'];
  /** False where the author's trial is known not to start with this change; default: that is looked up. */
  startsTrial?: boolean | undefined;
  /** As in `DraftUpdateInput`; without a draft only the change of the project is written. */
  decide: (state: ProjectState) => Promise<DraftUpdate<T>> | DraftUpdate<T>;
  beforeCommit?: BeforeCommit<ProjectUpdateResult<T>, unknown>;
}

export interface DraftUpdateInput<T> extends Pick<ProjectUpdateInput<T>, 'projectId' | 'by' | 'ifMatch'> {
  /** May run more than once, each time with the current draft. */
  decide: (state: DraftState) => Promise<DraftUpdate<T>> | DraftUpdate<T>;
  /** Runs only when something is written. */
  beforeCommit?: BeforeCommit<DraftUpdateResult<T>, unknown>;
  /** The error when there is no open draft; NO_OPEN_DRAFT by default. */
  closedError?: () => Error;
}

export interface PublishInput<A> {
  projectId: number;
  draft: { id: number; version: string };
  code: string;
  by: Person;
  /** Members of the revision that are sealed with it. */
  revision: Partial<ProjectRevisionHead>;
  project: ProjectUpdate;
  pointers: readonly { datasheet_id: number; revision_id: number }[];
  beforeCommit: BeforeCommit<void, A>;
  /** The error when the draft is no longer open. */
  closedError: () => Error;
}

/** A change of one part of the draft. */
export const draftChange = (
  kind: DraftChange['kind'],
  subject: DraftChange['subject'],
  name: string,
  action: string,
): DraftChange => ({ kind, subject, name, action, count: 1 });

/** The number of datasheets that a change of the draft concerns. */
export const countDatasheets = (changes: readonly DraftChange[]): number =>
  changes.filter(({ kind }) => kind === 'datasheet').length;

/** The number of datasheets that are missing in one of two revisions, or differ between them. */
export function countDifferentDatasheets(left: Manifest | undefined, right: Manifest | undefined): number {
  const statesOf = (manifest: Manifest | undefined) =>
    new Map((manifest?.datasheets ?? []).map((sheet) => [JSON.stringify(sheet), sheet.datasheet_id]));
  const [before, after] = [statesOf(left), statesOf(right)];
  const missingIn =
    (states: typeof before) =>
    ([state]: [string, number]) =>
      !states.has(state);
  const different = [...[...before].filter(missingIn(after)), ...[...after].filter(missingIn(before))];
  return new Set(different.map(([, id]) => id)).size;
}
