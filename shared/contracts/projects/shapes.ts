/**
 * Schemas of projects in requests and responses: header, revision, rows of lists, members, draft changes,
 * blockers of a publish, query parameters (document 1, Project; decisions P1, P2, P13, P14).
 */
import { acknowledgedHold, email, idAndName, person, revisionRef, upgradeStatus } from '../common-shapes.ts';
import {
  boolean,
  idOf,
  integer,
  list,
  multilineText,
  nameText,
  nullable,
  object,
  oneOf,
  optional,
  text,
  time,
  uuidOf,
} from '../schema.ts';
import { projectRole } from './internal.ts';
import { PROJECT_REVISION_TYPES } from './vocabulary.ts';

const addressLine = { ...multilineText, trim: true, max: 500, optional: true, nullable: true } as const;
const contact = {
  ...object({
    email,
    name: optional(nullable(nameText(200))),
  }),
  optional: true,
  nullable: true,
  description:
    'The person at the named firm who can confirm the claim; used only beside the matching company id',
} as const;

/** The header fields a caller may send. null empties a field. */
export const headerInput = {
  summary: {
    ...multilineText,
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
    ...optional(nullable({ type: 'number', integer: true, min: 1, max: 14, idKind: 'vertical' })),
    description: 'Omit when none fits',
  },
  status_id: {
    ...optional(nullable({ type: 'number', integer: true, min: 1, max: 7, idKind: 'projectStatus' })),
    description: 'See GET /api/projects/status-types',
  },
  owner_company_id: {
    ...optional(nullable(idOf('company'))),
    description: "The caller's own company, which is also the default; permanent once set",
  },
  engineer_id: { ...optional(nullable(idOf('company'))), description: 'A company id' },
  prime_contractor_id: { ...optional(nullable(idOf('company'))), description: 'A company id' },
  sub_contractors: {
    type: 'array',
    items: idOf('company'),
    max: 200,
    optional: true,
    nullable: true,
    description: 'Company ids',
  },
  owner_contact: contact,
  engineer_contact: contact,
} as const;

export const projectName = nameText(300);

const contactView = nullable(object({ email: text, name: nullable(text) }));

/** A firm with a part in the project; unconfirmed without a person who can confirm it (document 1). */
const stakeholder = object({
  company: nullable(idAndName('company')),
  contact: optional(contactView),
  claim: nullable(oneOf('unconfirmed', 'contact_named')),
});

export const headerMembers = {
  name: text,
  summary: text,
  address_street: nullable(text),
  address_city: nullable(text),
  address_state: nullable(text),
  address_postal_code: nullable(text),
  address_country: text,
  longitude: nullable(text),
  latitude: nullable(text),
  vertical_id: nullable(integer),
  vertical: nullable(text),
  status_id: nullable(integer),
  status: nullable(text),
  owner_company_id: nullable(idOf('company')),
  owner_company_name: nullable(text),
  engineer_id: nullable(idOf('company')),
  prime_contractor_id: nullable(idOf('company')),
  sub_contractors: list(idOf('company')),
  owner_contact: contactView,
  engineer_contact: contactView,
  stakeholders: object({
    owner: stakeholder,
    engineer: stakeholder,
    prime_contractor: stakeholder,
    sub_contractors: list(idAndName('company')),
  }),
} as const;

export const headerView = object(headerMembers);

export const revisionType = oneOf(...PROJECT_REVISION_TYPES);

/** A project revision without its content. */
/** A standard under a moderation notice, as it was acknowledged with a publish (W15). */
export const acknowledgment = object({
  standardId: idOf('standard'),
  level: oneOf(1, 2),
  by: object({ userId: idOf('user'), name: text }),
  at: time,
});

/** A standard of a draft that is under a moderation notice (document 3, publish; W15). */
export const blockedStandard = object({
  standardId: idOf('standard'),
  name: text,
  /** `standard`: every edition of its wiki page is revoked, and no upgrade clears the hold. */
  holdingScope: nullable(oneOf('standard')),
  level: oneOf(1, 2),
  heldClauseCount: integer,
  heldClauseAddresses: list(text),
  /** Every hold that the token acknowledges, the strictest and widest first. */
  holds: list(acknowledgedHold),
  /** False: the project cannot be published with it. */
  acknowledgeable: boolean,
  fix: oneOf('upgrade', 'remove_or_swap'),
  /** The edition that a moderator marked; its revision is null while it is not in the library. */
  replacement: nullable(
    object({
      adoptedRevisionId: uuidOf('edition'),
      revisionId: nullable(idOf('standardRevision')),
      code: nullable(text),
    }),
  ),
});

export const projectRevisionView = object({
  id: idOf('projectRevision'),
  code: text,
  is_draft: boolean,
  name: text,
  description: text,
  revision_type: revisionType,
  created_at: time,
  created_by: person,
  published_at: nullable(time),
  published_by: nullable(person),
  content_hash: nullable(text),
  /** The notices under which it was published; absent without any. */
  acknowledged: optional(list(acknowledgment)),
});

/** A pinned standard's row (P13). */
export const standardRow = object({
  standard_id: idOf('standard'),
  name: text,
  standard_revision: revisionRef,
  /** The section of the project it is filed in. */
  category: nullable(object({ id: idOf('category'), name: text, parent_id: nullable(idOf('category')) })),
  library: nullable(idAndName('library')),
  datasheet_count: integer,
  archived: boolean,
});

/** A datasheet's row (P13). */
export const datasheetRow = object({
  id: idOf('datasheet'),
  name: text,
  standard_id: idOf('standard'),
  version: text,
  upgrade_status: upgradeStatus,
  archived: boolean,
});

export const member = object({
  user_id: idOf('user'),
  name: text,
  role: projectRole,
  company_id: nullable(idOf('company')),
});

/** Summary of a project (P13). */
export const compactMembers = {
  id: idOf('project'),
  name: text,
  vertical: nullable(text),
  status: nullable(text),
  revision_code: nullable(text),
  city: nullable(text),
  state: nullable(text),
} as const;

export const projectRow = object({ ...compactMembers, role: projectRole, archived: boolean });

/** Current state of a project. Absent from reads of a published revision, which never change. */
export const projectState = {
  id: idOf('project'),
  revision: nullable(projectRevisionView),
  role: optional(projectRole),
  current_revision_id: optional(nullable(idOf('projectRevision'))),
  archived: optional(boolean),
  archived_at: optional(nullable(time)),
  retention_until: optional(nullable(time)),
  archived_reason: optional(nullable(text)),
} as const;

/** A change in a draft since a version of it. */
export const draftChange = object({
  kind: oneOf('header', 'standard', 'datasheet', 'section', 'file'),
  /** The id of the changed resource; of the header: the field. */
  subject: { type: 'multi', rules: [idOf('resource'), text] },
  name: text,
  action: text,
  count: integer,
  editedBy: person,
  editedAt: time,
});

export const blocker = object({
  kind: oneOf('standard_without_datasheet', 'datasheet_without_revision', 'datasheet_behind'),
  id: idOf('resource'),
  name: text,
});

export const revisionIdParam = {
  ...optional(idOf('projectRevision')),
  description:
    'A revision of this project. Default: the open draft for callers who may view it, otherwise the current published revision. 404 for a revision the caller may not view; older published revisions require project:revision:view',
} as const;

/** The same parameter of what is signed. */
export const EXPORTED_REVISION =
  'A revision of this project that the caller may view, otherwise 404; a draft requires project:draft:view';

export const searchQuery = { type: 'string', max: 4000, optional: true } as const;
