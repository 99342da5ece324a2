/**
 * Contracts of the internal actions of projects: access of callers, roles and invitations; manifests and revisions;
 * moves of datasheets, pins and files in the open draft; the projects that an owner pays for; changes that other
 * services report. Others are in `comments.ts`, `replacement-notifications.ts`, `sections.ts` and `standard-use.ts`.
 */
import { email, person, revisionRef } from '../common-shapes.ts';
import { internalAction } from '../endpoint.ts';
import { PROJECT_ROLES } from '../permissions.ts';
import { quotaOwner } from '../quotas.ts';
import * as s from '../schema.ts';
import { FILE_CHANGE_KINDS, STANDARD_CHANGE_KINDS } from './vocabulary.ts';

export const projectRole = s.oneOf(...PROJECT_ROLES);

/** A standard of a project revision, with the names sealed in it (P13). */
const manifestStandard = s.object({
  standard_id: s.id,
  name: s.text,
  standard_revision: revisionRef,
  section_id: s.nullable(s.id),
  archived: s.boolean,
});

const manifestSection = s.object({
  id: s.id,
  project_id: s.id,
  name: s.text,
  description: s.text,
  parent_id: s.nullable(s.id),
  sort_order: s.integer,
});

/** A datasheet of a project revision. */
const manifestDatasheet = s.object({
  datasheet_id: s.id,
  name: s.text,
  standard_id: s.id,
  /** The sealed datasheet revision. */
  revision_id: s.id,
  /** The standard revision that datasheet revision is bound to. */
  standard_revision_id: s.id,
  archived: s.boolean,
});

const manifestFile = s.object({ file_id: s.id, name: s.text, sha256: s.text });

/** What projects needs from files to decide who may read a file (F3). */
export const fileFacts = s.object({
  upload_revision_id: s.id,
  uploaded_by: s.id,
  /** Whether it is approved, or was before the change. */
  approved: s.boolean,
});

/** A project revision without its content; only a draft has a version. */
const revisionHead = s.object({ id: s.id, code: s.text, is_draft: s.boolean, version: s.nullable(s.text) });

/** The caller's access to a project. */
export const projectAccess = s.object({
  project_id: s.id,
  name: s.text,
  role: projectRole,
  archived: s.boolean,
  owner_company_id: s.nullable(s.id),
  /** The owner company, else the creator: whose quota its files and standards count against. */
  quota_owner: quotaOwner,
  /** The current published revision; null before the first. */
  issued_revision_id: s.nullable(s.id),
  /** The open draft; null when there is none. Known here whether or not the caller may see it. */
  draft_revision_id: s.nullable(s.id),
  /** Where a standard was named: the revision of it that the open draft pins; null when it does not contain it. */
  pin: s.optional(s.nullable(revisionRef)),
});

export const projectInternalActions = {
  'projects.access': internalAction({
    group: 'projects',
    mutates: false,
    calledBy: ['standards', 'datasheets', 'files'],
    summary: 'Role of the caller in a project, and the revisions it may read; null without access',
    params: { project_id: s.id, standard_id: s.optional(s.id) },
    returns: s.object({ access: s.nullable(projectAccess) }),
  }),
  'projects.ownedProjects': internalAction({
    group: 'projects',
    mutates: false,
    calledBy: ['identity'],
    summary: 'The projects of a company, or those without one that an account created, for its quota (Y8)',
    params: { owner: quotaOwner },
    returns: s.object({ project_ids: s.list(s.id) }),
    timeoutMs: 2_000,
  }),
  'projects.roles': internalAction({
    group: 'projects',
    mutates: false,
    calledBy: ['identity'],
    summary: 'The projects on which the caller holds a role, for whoami',
    params: {},
    returns: s.object({
      roles: s.list(s.object({ project_id: s.id, role: projectRole })),
      truncated: s.boolean,
    }),
  }),
  'projects.endRoles': internalAction({
    group: 'projects',
    mutates: true,
    calledBy: ['identity'],
    summary:
      'Ends the roles that somebody who left a company was given before on projects it owns, leading included, and its seats for them on other projects, and withdraws their invitations to those it owns (X11, P19, Y1)',
    params: { user_id: s.id, company_id: s.id, before: s.time },
    returns: s.object({ ended: s.list(s.id) }),
    // The request that removes a member waits for it; a job repeats a failed one.
    timeoutMs: 2_000,
  }),
  'projects.claimInvitations': internalAction({
    group: 'projects',
    mutates: true,
    auditEntry: 'outbox',
    calledBy: ['identity'],
    summary:
      'Turns the pending invitations of an email into roles of the account that has verified it, and takes free seats of its company for its roles without one (P10, P19)',
    params: { user_id: s.id, name: s.text, email, company_id: s.nullable(s.id) },
    returns: s.object({ claimed: s.list(s.id) }),
    // Registering and joining a company wait for it; a job repeats a failed one.
    timeoutMs: 2_000,
  }),
  'projects.readableRevisions': internalAction({
    group: 'projects',
    mutates: false,
    calledBy: ['standards', 'datasheets'],
    summary:
      'The revisions of a standard that the caller may read because projects pin them, oldest first; with project_id, through that project only (A18, X11)',
    params: { standard_id: s.id, project_id: s.optional(s.id) },
    returns: s.object({ revisions: s.list(revisionRef) }),
  }),
  'projects.manifest': internalAction({
    group: 'projects',
    mutates: false,
    on: { resource: 'project', by: 'project_id' },
    calledBy: ['standards', 'datasheets', 'files'],
    summary:
      'The manifest of a project revision. Default: the draft for callers who may view it, otherwise the current published revision; 404 when the caller may not view it',
    params: { project_id: s.id, revision_id: s.optional(s.id) },
    returns: s.object({
      access: projectAccess,
      revision: s.nullable(revisionHead),
      standards: s.list(manifestStandard),
      datasheets: s.list(manifestDatasheet),
      files: s.list(manifestFile),
      sections: s.list(manifestSection),
    }),
  }),
  'projects.fileIds': internalAction({
    group: 'projects',
    mutates: false,
    on: { resource: 'project', by: 'project_id' },
    calledBy: ['files'],
    summary:
      'The ids of the files of a project revision, newest first, all or a page of those before a file; which revision as in projects.manifest. The default revision is without deleted files (F4, F6)',
    params: {
      project_id: s.id,
      revision_id: s.optional(s.id),
      before: s.optional(s.id),
      page: s.optional(s.object({ offset: s.integer, limit: s.integer })),
    },
    /** `total` is that of all pages. */
    returns: s.object({
      access: s.optional(projectAccess),
      revision: s.nullable(revisionHead),
      file_ids: s.list(s.id),
      total: s.integer,
    }),
  }),
  'projects.revisionHead': internalAction({
    group: 'projects',
    mutates: false,
    on: { resource: 'project', by: 'project_id' },
    calledBy: ['datasheets', 'files'],
    summary: 'A revision of a project without its content; 404 when the caller may not view it',
    params: { project_id: s.id, revision_id: s.id },
    returns: revisionHead,
  }),
  'projects.revisionsOfFile': internalAction({
    group: 'projects',
    mutates: false,
    calledBy: ['files'],
    summary:
      'The revisions with a file that the caller may view, among the default revision, the current published one and the given one, to which it was uploaded; for a change also the open draft, for callers who may change its files',
    params: { project_id: s.id, file_id: s.id, revision_id: s.id, for_change: s.boolean },
    returns: s.object({ revision_ids: s.list(s.id) }),
  }),
  'projects.datasheetPointers': internalAction({
    group: 'projects',
    mutates: false,
    calledBy: ['datasheets'],
    summary:
      'The revisions of one datasheet to which the draft and the published revisions point; access is null when the caller has no access to the project',
    params: { project_id: s.id, datasheet_id: s.id },
    returns: s.object({
      access: s.nullable(projectAccess),
      /** In the open draft; null when there is no draft or the datasheet is not in it. */
      draft: s.nullable(manifestDatasheet),
      /** In the current published revision. */
      issued: s.nullable(manifestDatasheet),
      /** The revision that records its deletion, where the draft or the published revision has one (D10). */
      draft_deletion: s.nullable(s.id),
      issued_deletion: s.nullable(s.id),
      /** Every sealed datasheet revision that some published revision points to. */
      published_revision_ids: s.list(s.id),
      /** The standard revision the draft (else the issued revision) pins for the datasheet's standard. */
      pinned: s.nullable(revisionRef),
      /** Pinned by the issued revision, for callers who may not see the draft. */
      issued_pinned: s.nullable(revisionRef),
    }),
  }),
  'projects.moveDraftPointers': internalAction({
    group: 'projects',
    mutates: true,
    auditEntry: 'caller',
    on: { resource: 'project', by: 'project_id' },
    calledBy: ['datasheets', 'files'],
    summary:
      'Moves pointers of the open draft in one transaction: all of it or nothing. Deleting files needs no draft',
    params: {
      project_id: s.id,
      /** Id of the change of which this is the second step, so that its outcome is known after a crash. */
      change_id: s.optional(s.uuid),
      /** The draft that must be open; default: whichever is. */
      draft_revision_id: s.optional(s.id),
      /** Compare-and-set: the revision the draft must point to now; null for a new datasheet. */
      datasheets: s.optional(
        s.list(
          s.object({
            datasheet_id: s.id,
            expected_revision_id: s.nullable(s.id),
            revision_id: s.id,
            /** The opaque version of that revision, as lists show it. */
            version: s.optional(s.text),
            name: s.text,
            standard_id: s.id,
            standard_revision_id: s.id,
            /** Who and what, for publish conflicts (`metadata.changes`). */
            action: s.oneOf('added', 'changed', 'upgraded'),
            count: s.integer,
          }),
        ),
      ),
      /** `revision_id`: the sealed revision that records the deletion (D10). */
      deleteDatasheets: s.optional(
        s.list(s.object({ datasheet_id: s.id, expected_revision_id: s.id, revision_id: s.id })),
      ),
      /** Pins that must follow an upgrade past them (D4). */
      pins: s.optional(s.list(s.object({ standard_id: s.id, standard_revision: revisionRef }))),
      attachFiles: s.optional(s.list(manifestFile)),
      detachFiles: s.optional(s.list(s.id)),
      /** Files of published revisions that leave the draft and every later one (F4); such a move has nothing else. */
      deleteFiles: s.optional(s.list(s.id)),
      /** Of the one deleted file. */
      deletedFile: s.optional(fileFacts),
    },
    returns: s.object({ draft_revision_id: s.nullable(s.id), version: s.nullable(s.text) }),
  }),
  'projects.draftMoveOutcome': internalAction({
    group: 'projects',
    mutates: true,
    auditEntry: 'none',
    calledBy: ['standards', 'datasheets', 'files'],
    summary: 'The outcome of a draft move; if the pointers have not moved by now, they never will',
    params: { change_id: s.uuid },
    returns: s.object({ moved: s.boolean }),
  }),
  'projects.recordChange': internalAction({
    group: 'projects',
    mutates: true,
    auditEntry: 'caller',
    calledBy: ['files', 'standards'],
    summary:
      'Numbers a change of files, folders or standards of the project among those of the project, once for each event_id',
    params: {
      event_id: s.uuid,
      project_id: s.id,
      kind: s.oneOf(...FILE_CHANGE_KINDS, ...STANDARD_CHANGE_KINDS),
      at: s.time,
      by: person,
      subject: s.optional(s.object({ type: s.oneOf('file', 'folder', 'standard', 'library'), id: s.id })),
      file: s.optional(fileFacts),
    },
    returns: s.object({ recorded: s.boolean }),
  }),
} as const;
