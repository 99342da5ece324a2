/**
 * Endpoints that create a project, edit its header, and open, check, publish or discard its draft. Pins and sections
 * have their own contracts.
 */
import { person } from '../common-shapes.ts';
import { endpoint } from '../endpoint.ts';
import * as s from '../schema.ts';
import {
  acknowledgment,
  blockedStandard,
  blocker,
  headerInput,
  headerMembers,
  headerView,
  projectName,
  projectRevisionView,
  projectState,
  revisionType,
} from './shapes.ts';

const version = { type: 'string', min: 1, max: 200 } as const;
const revisionName = s.optional(s.nameText(300));
const longText = { ...s.multilineText, max: 20_000, optional: true } as const;

export const projectLifecycleEndpoints = {
  'projects.create': endpoint({
    http: 'POST /api/projects/create',
    group: 'projects',
    summary: 'Creates a project',
    description:
      'Opens the first draft; the caller leads the project. Only name is required. The company is the caller’s own; a free account’s project has none until one is chosen at publishing or inviting. Firms are ids of existing companies.',
    auth: 'key_or_session',
    permissions: ['project:create'],
    mutates: true,
    body: { name: projectName, ...headerInput },
    success: 201,
    location: '/api/projects/details/{id}',
    returns: s.named('CreatedProject', s.object({ ...projectState, ...headerMembers, draftVersion: s.text })),
    errors: ['UNKNOWN_COMPANY', 'COMPANY_NOT_ALLOWED'],
    tool: { toolsets: ['default'] },
    rules: 'P1 P2 P14 R-059 R-063 R-064 R-065 R-066',
  }),
  'projects.edit': endpoint({
    http: 'PUT /api/projects/edit/:id',
    group: 'projects',
    summary: 'Saves header fields of the open draft',
    description:
      'Omitted fields are unchanged. Changing only summary requires project:draft:edit; any other field also requires project:update. A text that does not contain the stored summary discards it, which needs confirm_replace. A stale save is merged field by field; a field that somebody else changed to another value is 409 EDIT_CONFLICT with reason fields and nothing is written. Send it again with resolvedConflicts and conflictVersion (metadata.currentVersion of that response) to settle: `mine` overwrites, `theirs` keeps the stored value. Where the draft was published or discarded the reason is draft_closed.',
    auth: 'key_or_session',
    permissions: ['project:draft:edit'],
    optionalPermissions: ['project:update'],
    on: { resource: 'project', by: 'id' },
    needsDraft: 409,
    closedDraftIsConflict: true,
    mutates: true,
    path: { id: s.idOf('project') },
    body: {
      baseVersion: { ...version, description: 'draftVersion as it was read' },
      name: { ...projectName, optional: true },
      ...headerInput,
      confirm_replace: s.optional(s.boolean),
      resolvedConflicts: {
        type: 'array',
        items: s.object({ field: s.text, choice: s.oneOf('mine', 'theirs') }),
        max: 100,
        optional: true,
        description: 'Resolves conflicts; ignored without conflictVersion',
      },
      conflictVersion: {
        ...version,
        optional: true,
        description: 'The version whose conflicts are resolved. A field changed since then conflicts again',
      },
    },
    returns: s.named(
      'EditedProject',
      s.object({
        id: s.idOf('project'),
        version: s.text,
        header: headerView,
        merged: s.optional(s.boolean),
        mergedChanges: s.optional(s.list(s.object({ field: s.text, editedBy: person, editedAt: s.time }))),
      }),
    ),
    errors: [
      'CONFIRM_REPLACE_REQUIRED',
      'UNKNOWN_COMPANY',
      'COMPANY_NOT_ALLOWED',
      'OWNER_COMPANY_FIXED',
      'DELEGATED_ACCESS_REFUSED',
      'QUOTA_EXCEEDED',
    ],
    rules: 'P5 P14 G9 G10 G12 R-060 R-061 R-190 R-203 R-225',
  }),
  'projects.draft.create': endpoint({
    http: 'POST /api/projects/:id/draft/create',
    group: 'projects',
    summary: 'Opens a draft from the current published revision',
    description:
      'The draft carries the code it will be published under. If one is already open: 409 DRAFT_ALREADY_OPEN.',
    auth: 'key_or_session',
    permissions: ['project:draft:create'],
    on: { resource: 'project', by: 'id' },
    mutates: true,
    path: { id: s.idOf('project') },
    body: { revision_type: s.optional(revisionType), draft_name: revisionName, draft_summary: longText },
    success: 201,
    location: '/api/projects/details/:id?revisionId={revision.id}',
    returns: s.object({ project_id: s.idOf('project'), revision: projectRevisionView, draftVersion: s.text }),
    errors: ['DRAFT_ALREADY_OPEN'],
    tool: { toolsets: ['default'] },
    rules: 'P3 R-101 G10',
  }),
  'projects.publishReadiness': endpoint({
    http: 'GET /api/projects/:id/publish-readiness',
    group: 'projects',
    summary: 'Checks whether the open draft can be published, and lists what blocks it',
    description:
      'ready is about content only; holds and needsCompany are separate. holds lists the standards under a moderation notice, as a publish does. standard_without_datasheet counts standards that have a field and no active datasheet; datasheet_behind counts datasheets that are not on the pinned revision. empty: the draft holds nothing, which blocks nothing. Without a draft hasDraft is false and version null.',
    auth: 'key_or_session',
    permissions: ['project:publish'],
    on: { resource: 'project', by: 'id' },
    mutates: false,
    path: { id: s.idOf('project') },
    returns: s.named(
      'PublishReadiness',
      s.object({
        hasDraft: s.boolean,
        empty: s.boolean,
        ready: s.boolean,
        blockers: s.list(blocker),
        holds: s.list(blockedStandard),
        needsCompany: s.boolean,
        version: s.nullable(s.text),
      }),
    ),
    etag: 'bytes',
    tool: { toolsets: ['default'] },
    rules: 'P6 P15 D11 R-295',
  }),
  'projects.publish': endpoint({
    http: 'POST /api/projects/:id/publish',
    group: 'projects',
    summary: 'Publishes the draft as an immutable revision',
    description:
      'Checks run in this order: open draft, stale baseVersion, content blockers, moderation holds, missing company. A draft with standards under a moderation notice is 409 PROJECT_HOLDS_REVOKED_STANDARD with metadata.blockedStandards and metadata.acknowledgmentToken; it is published with acknowledgeHolds, which repeats the token and lists exactly those standards, unless one is not acknowledgeable. A new token means that the notices have changed. Without baseVersion the current draft is published, and the audit entry records that none was sent. revision_name defaults to the draft’s name, else "Revision N"; revision_type and description to the draft’s. Archived standards and datasheets are not part of the signed content.',
    auth: 'key_or_session',
    permissions: ['project:publish'],
    on: { resource: 'project', by: 'id' },
    needsDraft: 409,
    closedDraftIsConflict: true,
    mutates: true,
    path: { id: s.idOf('project') },
    body: {
      revision_name: revisionName,
      revision_type: s.optional(revisionType),
      baseVersion: { ...version, optional: true },
      description: longText,
      acknowledgeHolds: {
        ...s.object({
          token: s.text,
          standards: s.list(
            s.object({
              standardId: s.idOf('standard'),
              holdingScope: s.optional(s.nullable(s.text)),
              level: s.optional(s.integer),
              heldClauseCount: s.optional(s.integer),
            }),
          ),
        }),
        optional: true,
        description:
          'Acknowledges material under a moderation notice. Has no effect and is not recorded when there is none',
      },
      adopt_company_id: {
        ...s.optional(s.idOf('company')),
        description:
          'Browser sessions only, after a 409 project_needs_company: assigns the project to this company permanently. Only the creator of the project may choose',
      },
    },
    returns: s.object({
      project_id: s.idOf('project'),
      revision: s.object({
        id: s.idOf('projectRevision'),
        code: s.text,
        name: s.text,
        revision_type: revisionType,
        published_at: s.time,
        content_hash: s.text,
      }),
      acknowledged: s.optional(s.list(acknowledgment)),
    }),
    errors: [
      'PUBLISH_BLOCKED',
      'PROJECT_HOLDS_REVOKED_STANDARD',
      'project_needs_company',
      'DELEGATED_ACCESS_REFUSED',
      'COMPANY_NOT_ALLOWED',
      'QUOTA_EXCEEDED',
    ],
    timeoutMs: 60_000,
    tool: { toolsets: ['default'] },
    rules: 'P3 P6 P12 P15 G11 R-102 R-159 R-196 R-203 R-204 R9',
  }),
  'projects.revert': endpoint({
    http: 'POST /api/projects/:id/revert',
    group: 'projects',
    summary: 'Discards the open draft',
    description:
      'The last published revision is current again. Standards of the project that the draft brought or held stay, without a category where their section goes too: import them again, or deprecate them. Datasheets created in the draft are gone. 409 DRAFT_IS_ONLY_REVISION when nothing was published yet, NO_OPEN_DRAFT without a draft.',
    auth: 'key_or_session',
    permissions: ['project:draft:delete'],
    on: { resource: 'project', by: 'id' },
    needsDraft: 409,
    mutates: true,
    path: { id: s.idOf('project') },
    returns: s.object({
      project_id: s.idOf('project'),
      discarded_revision_id: s.idOf('projectRevision'),
      current_revision_id: s.idOf('projectRevision'),
    }),
    errors: ['DRAFT_IS_ONLY_REVISION'],
    tool: { destructive: true, idempotent: true },
    rules: 'P3 R-103',
  }),
} as const;
