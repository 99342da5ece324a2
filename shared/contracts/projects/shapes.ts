/**
 * Schemas of projects in requests and responses: header, revision, rows of lists, members, draft changes, blockers of
 * a publish, query parameters (decisions P1, P2, P13, P14).
 */
import { acknowledgedHold, email, idAndName, person, revisionRef, upgradeStatus } from '../common-shapes.ts';
import * as s from '../schema.ts';
import { projectRole } from './internal.ts';
import { INELIGIBLE_REASONS, PROJECT_REVISION_TYPES, PROJECT_STATUSES, VERTICALS } from './vocabulary.ts';

const addressLine = { ...s.multilineText, trim: true, max: 500, optional: true, nullable: true } as const;
const contact = {
  ...s.named('ContactInput', s.object({ email, name: s.optional(s.nullable(s.nameText(200))) })),
  optional: true,
  nullable: true,
  description:
    'The person at the named firm who can confirm the claim; used only with the matching company id',
} as const;

/** The header fields a caller may send. null empties a field. */
export const headerInput = {
  summary: {
    ...s.multilineText,
    max: 100_000,
    optional: true,
    nullable: true,
    description: 'Replaces the stored text wholesale',
  },
  address_street: addressLine,
  address_city: addressLine,
  address_state: addressLine,
  address_postal_code: addressLine,
  address_country: {
    ...addressLine,
    description: 'USA when it is empty or null, and on a project created without one',
  },
  longitude: { ...addressLine, max: 60 },
  latitude: { ...addressLine, max: 60 },
  vertical_id: {
    ...s.optional(
      s.nullable({ type: 'number', integer: true, min: 1, max: VERTICALS.length, idKind: 'vertical' }),
    ),
    description: 'Omit when none fits',
  },
  status_id: {
    ...s.optional(
      s.nullable({
        type: 'number',
        integer: true,
        min: 1,
        max: PROJECT_STATUSES.length,
        idKind: 'projectStatus',
      }),
    ),
    description: 'See GET /api/projects/status-types',
  },
  owner_company_id: {
    ...s.optional(s.nullable(s.idOf('company'))),
    description: "The caller's own company, which is also the default; permanent once set",
  },
  engineer_id: { ...s.optional(s.nullable(s.idOf('company'))), description: 'A company id' },
  prime_contractor_id: { ...s.optional(s.nullable(s.idOf('company'))), description: 'A company id' },
  sub_contractors: {
    type: 'array',
    items: s.idOf('company'),
    max: 200,
    optional: true,
    nullable: true,
    description: 'Company ids',
  },
  owner_contact: contact,
  engineer_contact: contact,
} as const;

/** The name of a project, when it is created and edited. */
export const projectName = s.nameText(300);

export const contactView = s.named('Contact', s.object({ email: s.text, name: s.nullable(s.text) }));

/** A firm with a part in the project; unconfirmed without a person who can confirm it. */
const stakeholder = s.named(
  'Stakeholder',
  s.object({
    company: s.nullable(idAndName('company')),
    contact: s.optional(s.nullable(contactView)),
    claim: s.nullable(s.oneOf('unconfirmed', 'contact_named')),
  }),
);

export const headerMembers = {
  name: s.text,
  summary: s.text,
  address_street: s.nullable(s.text),
  address_city: s.nullable(s.text),
  address_state: s.nullable(s.text),
  address_postal_code: s.nullable(s.text),
  address_country: s.text,
  longitude: s.nullable(s.text),
  latitude: s.nullable(s.text),
  vertical_id: s.nullable(s.integer),
  vertical: s.nullable(s.text),
  status_id: s.nullable(s.integer),
  status: s.nullable(s.text),
  owner_company_id: s.nullable(s.idOf('company')),
  owner_company_name: s.nullable(s.text),
  engineer_id: s.nullable(s.idOf('company')),
  prime_contractor_id: s.nullable(s.idOf('company')),
  sub_contractors: s.list(s.idOf('company')),
  owner_contact: s.nullable(contactView),
  engineer_contact: s.nullable(contactView),
  stakeholders: s.named(
    'Stakeholders',
    s.object({
      owner: stakeholder,
      engineer: stakeholder,
      prime_contractor: stakeholder,
      sub_contractors: s.list(idAndName('company')),
    }),
  ),
} as const;

export const headerView = s.named('ProjectHeader', s.object(headerMembers));

export const revisionType = s.named('ProjectRevisionType', s.oneOf(...PROJECT_REVISION_TYPES));

/** A standard under a moderation notice, as it was acknowledged with a publish (W15). */
export const acknowledgment = s.named(
  'HoldAcknowledgment',
  s.object({
    standardId: s.idOf('standard'),
    level: s.oneOf(1, 2),
    by: s.object({ userId: s.idOf('user'), name: s.text }),
    at: s.time,
  }),
);

/** A standard of a draft that is under a moderation notice (W15). */
export const blockedStandard = s.named(
  'BlockedStandard',
  s.object({
    standardId: s.idOf('standard'),
    name: s.text,
    /** `standard`: every edition of its wiki page is revoked, and no upgrade clears the hold. */
    holdingScope: s.nullable(s.oneOf('standard')),
    level: s.oneOf(1, 2),
    heldClauseCount: s.integer,
    heldClauseAddresses: s.list(s.text),
    /** Every hold that the token acknowledges, the strictest and widest first. */
    holds: s.list(acknowledgedHold),
    /** False: the project cannot be published with it. */
    acknowledgeable: s.boolean,
    fix: s.oneOf('upgrade', 'remove_or_swap'),
    /** The edition that a moderator marked; its revision is null while it is not in the library. */
    replacement: s.nullable(
      s.object({
        adoptedRevisionId: s.uuidOf('edition'),
        revisionId: s.nullable(s.idOf('standardRevision')),
        code: s.nullable(s.text),
      }),
    ),
  }),
);

/** A project revision without its content. */
export const projectRevisionView = s.named(
  'ProjectRevision',
  s.object({
    id: s.idOf('projectRevision'),
    code: s.text,
    is_draft: s.boolean,
    name: s.text,
    description: s.text,
    revision_type: revisionType,
    created_at: s.time,
    created_by: person,
    published_at: s.nullable(s.time),
    published_by: s.nullable(person),
    content_hash: s.nullable(s.text),
    /** The notices under which it was published; absent without any. */
    acknowledged: s.optional(s.list(acknowledgment)),
  }),
);

/** A pinned standard's row (P13). */
export const standardRow = s.named(
  'ProjectStandard',
  s.object({
    standard_id: s.idOf('standard'),
    name: s.text,
    standard_revision: revisionRef,
    /** The section of the project it is filed in. */
    category: s.nullable(
      s.named(
        'ProjectSection',
        s.object({ id: s.idOf('category'), name: s.text, parent_id: s.nullable(s.idOf('category')) }),
      ),
    ),
    library: s.nullable(idAndName('library')),
    datasheet_count: s.integer,
    archived: s.boolean,
  }),
);

/** A datasheet's row (P13). */
export const datasheetRow = s.named(
  'ProjectDatasheet',
  s.object({
    id: s.idOf('datasheet'),
    name: s.text,
    standard_id: s.idOf('standard'),
    version: s.text,
    upgrade_status: upgradeStatus,
    archived: s.boolean,
  }),
);

export const member = s.named(
  'ProjectMember',
  s.object({
    user_id: s.idOf('user'),
    name: s.text,
    role: projectRole,
    company_id: s.nullable(s.idOf('company')),
  }),
);

/** Summary of a project (P13). */
export const compactMembers = {
  id: s.idOf('project'),
  name: s.text,
  vertical: s.nullable(s.text),
  status: s.nullable(s.text),
  revision_code: s.nullable(s.text),
  city: s.nullable(s.text),
  state: s.nullable(s.text),
} as const;

export const projectRow = s.named(
  'ProjectSummary',
  s.object({ ...compactMembers, role: projectRole, archived: s.boolean }),
);

/** Current state of a project. Absent from reads of a published revision, which never change. */
export const projectState = {
  id: s.idOf('project'),
  revision: s.nullable(projectRevisionView),
  role: s.optional(projectRole),
  current_revision_id: s.optional(s.nullable(s.idOf('projectRevision'))),
  archived: s.optional(s.boolean),
  archived_at: s.optional(s.nullable(s.time)),
  retention_until: s.optional(s.nullable(s.time)),
  archived_reason: s.optional(s.nullable(s.text)),
} as const;

/** A change in a draft since a version of it. */
export const draftChange = s.named(
  'DraftChange',
  s.object({
    kind: s.oneOf('header', 'standard', 'datasheet', 'section', 'file'),
    /** The id of the changed resource; of the header: the field. */
    subject: { type: 'multi', rules: [s.idOf('resource'), s.text] },
    name: s.text,
    action: s.text,
    count: s.integer,
    editedBy: person,
    editedAt: s.time,
  }),
);

export const blocker = s.named(
  'PublishBlocker',
  s.object({
    kind: s.oneOf('standard_without_datasheet', 'datasheet_without_revision', 'datasheet_behind'),
    id: s.idOf('resource'),
    name: s.text,
  }),
);

/** A pin that was not moved. */
export const excludedChange = s.named(
  'ExcludedRevisionChange',
  s.object({
    standardId: s.idOf('standard'),
    toStandardRevisionId: s.idOf('standardRevision'),
    reason: s.oneOf(...INELIGIBLE_REASONS),
  }),
);

export const revisionIdParam = {
  ...s.optional(s.idOf('projectRevision')),
  description:
    'A revision of this project. Default: the open draft for callers who may view it, otherwise the current published revision. 404 for a revision the caller may not view; older published revisions require project:revision:view',
} as const;

/** What the parameter means where the answer is signed. */
export const EXPORTED_REVISION =
  'A revision of this project that the caller may view, otherwise 404; a draft requires project:draft:view';

export const searchQuery = { type: 'string', max: 4000, optional: true } as const;
