/**
 * Contracts of the internal actions of projects: access of callers, roles and invitations; manifests and
 * revisions; moves of datasheets, pins and files in the open draft. Others are in `comments.ts`,
 * `sections.ts` and `standard-use.ts`.
 */
import { email, person, revisionRef } from '../common-shapes.ts';
import { internalAction } from '../endpoint.ts';
import { PROJECT_ROLES } from '../permissions.ts';
import { quotaOwner } from '../quotas.ts';
import {
  boolean,
  id,
  integer,
  list,
  nullable,
  object,
  oneOf,
  optional,
  text,
  time,
  uuid,
} from '../schema.ts';
import { section } from './sections.ts';
import { FILE_CHANGE_KINDS, STANDARD_CHANGE_KINDS } from './vocabulary.ts';

export const projectRole = oneOf(...PROJECT_ROLES);

/** A standard of a project revision, with the names sealed in it (P13). */
const manifestStandard = object({
  standard_id: id,
  name: text,
  standard_revision: revisionRef,
  section_id: nullable(id),
  archived: boolean,
});

/** A datasheet of a project revision. */
const manifestDatasheet = object({
  datasheet_id: id,
  name: text,
  standard_id: id,
  /** The sealed datasheet revision. */
  revision_id: id,
  /** The standard revision that datasheet revision is bound to. */
  standard_revision_id: id,
  archived: boolean,
});

const manifestFile = object({ file_id: id, name: text, sha256: text });

/** On what it depends who may read a file, as far as projects does not know it (F3). */
export const fileFacts = object({
  upload_revision_id: id,
  uploaded_by: id,
  /** Before or after the change. */
  approved: boolean,
});

/** A project revision without its content; only a draft has a version. */
const revisionHead = object({ id, code: text, is_draft: boolean, version: nullable(text) });

/** The caller's access to a project. */
export const projectAccess = object({
  project_id: id,
  name: text,
  role: projectRole,
  archived: boolean,
  owner_company_id: nullable(id),
  /** The owner company, else the creator: whose quota its files and standards count against. */
  quota_owner: quotaOwner,
  /** The current published revision; null before the first. */
  issued_revision_id: nullable(id),
  /** The open draft; null when there is none. Known here whether or not the caller may see it. */
  draft_revision_id: nullable(id),
});

export const projectInternalActions = {
  'projects.access': internalAction({
    calledBy: ['standards', 'datasheets', 'files'],
    summary: 'Role of the caller in a project, and the revisions it may read; null without access',
    params: { project_id: id },
    returns: object({ access: nullable(projectAccess) }),
  }),
  'projects.owned': internalAction({
    calledBy: ['identity'],
    summary: 'The projects of a company, or those without one that an account created, for its quota (Y8)',
    params: { owner: quotaOwner },
    returns: object({ project_ids: list(id) }),
    timeoutMs: 2_000,
  }),
  'projects.roles': internalAction({
    calledBy: ['identity'],
    summary: 'The projects on which the caller holds a role, for whoami',
    params: {},
    returns: object({ roles: list(object({ project_id: id, role: projectRole })), truncated: boolean }),
  }),
  'projects.endRoles': internalAction({
    calledBy: ['identity'],
    summary:
      'Ends the roles that somebody who left a company was given before on projects it owns, leading included, and its seats for them on other projects, and withdraws their invitations to those it owns (X11, P19, Y1)',
    params: { user_id: id, company_id: id, before: time },
    returns: object({ ended: list(id) }),
    // The request that removes a member waits for it; a job repeats a failed one.
    timeoutMs: 2_000,
  }),
  'projects.claimInvitations': internalAction({
    calledBy: ['identity'],
    summary:
      'Turns the pending invitations of an email into roles of the account that has verified it, and takes free seats of its company for its roles without one (P10, P19)',
    params: { user_id: id, name: text, email, company_id: nullable(id) },
    returns: object({ claimed: list(id) }),
    // Registering and joining a company wait for it; a job repeats a failed one.
    timeoutMs: 2_000,
  }),
  'projects.readableRevisions': internalAction({
    calledBy: ['standards', 'datasheets'],
    summary:
      'The revisions of a standard that the caller may read because projects pin them, oldest first; with project_id, through that project only (A18, X11)',
    params: { standard_id: id, project_id: optional(id) },
    returns: object({ revisions: list(revisionRef) }),
  }),
  'projects.manifest': internalAction({
    calledBy: ['standards', 'datasheets', 'files'],
    summary:
      'The manifest of a project revision. Default: the draft for callers who may view it, otherwise the current published revision; 404 when the caller may not view it',
    params: { project_id: id, revision_id: optional(id) },
    returns: object({
      access: projectAccess,
      revision: nullable(revisionHead),
      standards: list(manifestStandard),
      datasheets: list(manifestDatasheet),
      files: list(manifestFile),
      sections: list(section),
    }),
  }),
  'projects.fileIds': internalAction({
    calledBy: ['files'],
    summary:
      'The ids of the files of a project revision, newest first, all or a page of those before a file; which revision as in projects.manifest. The default revision is without deleted files (F4, F6)',
    params: {
      project_id: id,
      revision_id: optional(id),
      before: optional(id),
      page: optional(object({ offset: integer, limit: integer })),
    },
    /** `total` is that of all pages. */
    returns: object({
      access: optional(projectAccess),
      revision: nullable(revisionHead),
      file_ids: list(id),
      total: integer,
    }),
  }),
  'projects.revisionHead': internalAction({
    calledBy: ['datasheets', 'files'],
    summary: 'A revision of a project without its content; 404 when the caller may not view it',
    params: { project_id: id, revision_id: id },
    returns: revisionHead,
  }),
  'projects.revisionsOfFile': internalAction({
    calledBy: ['files'],
    summary:
      'The revisions with a file that the caller may view, among the default revision, the current published one and the given one, to which it was uploaded; for a change also the open draft, for callers who may change its files',
    params: { project_id: id, file_id: id, revision_id: id, for_change: boolean },
    returns: object({ revision_ids: list(id) }),
  }),
  'projects.datasheetPointers': internalAction({
    calledBy: ['datasheets'],
    summary:
      'The revisions of one datasheet to which the draft and the published revisions point; access is null when the caller has no access to the project',
    params: { project_id: id, datasheet_id: id },
    returns: object({
      access: nullable(projectAccess),
      /** In the open draft; null when there is no draft or the datasheet is not in it. */
      draft: nullable(manifestDatasheet),
      /** In the current published revision. */
      issued: nullable(manifestDatasheet),
      /** The revision that records its deletion, where the draft or the published revision has one (D10). */
      draft_deletion: nullable(id),
      issued_deletion: nullable(id),
      /** Every sealed datasheet revision that some published revision points to. */
      published_revision_ids: list(id),
      /** The standard revision the draft (else the issued revision) pins for the datasheet's standard. */
      pinned: nullable(revisionRef),
      /** Pinned by the issued revision, for callers who may not see the draft. */
      issued_pinned: nullable(revisionRef),
    }),
  }),
  'projects.moveDraftPointers': internalAction({
    calledBy: ['datasheets', 'files'],
    summary:
      'Moves pointers of the open draft in one transaction: all of it or nothing. Deleting files needs no draft',
    params: {
      project_id: id,
      /** Id of the change of which this is the second step, so that its outcome is known after a crash. */
      change_id: optional(uuid),
      /** The draft that must be open; default: whichever is. */
      draft_revision_id: optional(id),
      /** Compare-and-set: the revision the draft must point to now; null for a new datasheet. */
      datasheets: optional(
        list(
          object({
            datasheet_id: id,
            expected_revision_id: nullable(id),
            revision_id: id,
            /** The opaque version of that revision, as lists show it. */
            version: optional(text),
            name: text,
            standard_id: id,
            standard_revision_id: id,
            /** Who and what, for publish conflicts (`metadata.changes`). */
            action: oneOf('added', 'changed', 'upgraded'),
            count: integer,
          }),
        ),
      ),
      /** `revision_id`: the sealed revision that records the deletion (D10). */
      deleteDatasheets: optional(
        list(object({ datasheet_id: id, expected_revision_id: id, revision_id: id })),
      ),
      /** Pins that must follow an upgrade past them (D4). */
      pins: optional(list(object({ standard_id: id, standard_revision: revisionRef }))),
      attachFiles: optional(list(manifestFile)),
      detachFiles: optional(list(id)),
      /** Files of published revisions that leave the draft and every later one (F4); such a move has nothing else. */
      deleteFiles: optional(list(id)),
      /** Of the one deleted file. */
      deletedFile: optional(fileFacts),
    },
    returns: object({ draft_revision_id: nullable(id), version: nullable(text) }),
  }),
  'projects.draftMoveOutcome': internalAction({
    calledBy: ['standards', 'datasheets', 'files'],
    summary: 'The outcome of a draft move; if the pointers have not moved by now, they never will',
    params: { change_id: uuid },
    returns: object({ moved: boolean }),
  }),
  'projects.recordChange': internalAction({
    calledBy: ['files', 'standards'],
    summary:
      'Numbers a change of files, folders or standards of the project among those of the project, once for each event_id',
    params: {
      event_id: uuid,
      project_id: id,
      kind: oneOf(...FILE_CHANGE_KINDS, ...STANDARD_CHANGE_KINDS),
      at: time,
      by: person,
      subject: optional(object({ type: oneOf('file', 'folder', 'standard', 'library'), id })),
      file: optional(fileFacts),
    },
    returns: object({ recorded: boolean }),
  }),
} as const;
