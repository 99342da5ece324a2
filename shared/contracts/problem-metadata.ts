/**
 * Schemas of `metadata` in problem documents, by error code (decisions A9, G2), and the members that a problem repeats
 * at its top level. A code that is not listed has no members of its own; `errors`, the findings with their paths, may
 * be in the metadata of every code.
 */
import { idAndName } from './common-shapes.ts';
import { editConflict } from './edit-conflicts.ts';
import type { ErrorCode } from './error-codes.ts';
import { errorDetail } from './error-detail.ts';
import { blockedStandard, blocker, excludedChange } from './projects/shapes.ts';
import { INELIGIBLE_REASONS } from './projects/vocabulary.ts';
import * as s from './schema.ts';
import { holdScope } from './wiki-moderation/hold-scope.ts';

/** What exists already: its number, or the UUID of a wiki resource. */
const existingId = { type: 'multi', rules: [s.integer, s.text] } as const;
/** `addresses` and `clauses` with CLAUSE_UNDER_MODERATION_NOTICE, the matters with the other codes. */
const heldMatters = s.named(
  'HeldMattersMetadata',
  s.object({
    addresses: s.optional(s.list(s.text)),
    clauses: s.optional(s.list(s.object({ element_id: s.idOf('element'), address: s.nullable(s.text) }))),
    matters: s.optional(
      s.list(
        s.named(
          'MatterChoice',
          s.object({
            id: s.idOf('matter'),
            scope: holdScope,
            level: s.oneOf(1, 2),
            reason_code: s.optional(s.text),
          }),
        ),
      ),
    ),
  }),
);
/** `standard_count` with CATEGORY_NOT_EMPTY. */
const childCategory = s.named(
  'ChildCategory',
  s.object({ id: existingId, name: s.text, standard_count: s.optional(s.integer) }),
);
/** `existingId` with NAME_TAKEN, `archived` with ALREADY_HELD. */
const existsAlready = s.named(
  'ExistsAlreadyMetadata',
  s.object({ existingId: s.optional(existingId), archived: s.optional(s.boolean) }),
);
/** A field in the way of a request. `field_id` with FIELDS_ATTACHED; an `address` is null where the clause is gone. */
const fieldAtFault = s.named(
  'FieldAtFault',
  s.object({
    field_id: s.optional(s.idOf('field')),
    element_id: s.integer,
    address: s.nullable(s.text),
    label: s.text,
  }),
);
/** `limit` with RATE_LIMITED, `reason` with SERVICE_UNAVAILABLE. */
const tryLater = s.named(
  'TryLaterMetadata',
  s.object({ retryAfter: s.optional(s.integer), limit: s.optional(s.integer), reason: s.optional(s.text) }),
);

/** The limit that a request goes over, under the name that the requirements give it for each code. */
const limitReached = s.named(
  'LimitReachedMetadata',
  s.object({
    limit: s.optional(s.integer),
    seat_limit: s.optional(s.integer),
    slot_limit: s.optional(s.integer),
  }),
);

/** `permission` or `permissions` are missing; `reason` says why one that is held does not count here. */
const permissionDenied = s.named(
  'PermissionDeniedMetadata',
  s.object({
    permission: s.optional(s.text),
    permissions: s.optional(s.list(s.text)),
    reason: s.optional(s.text),
  }),
);

/** What is not where it would have to be; `excluded` with NOTHING_TO_CHANGE. */
const notInProject = s.named(
  'NotInProjectMetadata',
  s.object({
    datasheetId: s.optional(s.idOf('datasheet')),
    standardId: s.optional(s.idOf('standard')),
    toStandardRevisionId: s.optional(s.idOf('standardRevision')),
    reason: s.optional(s.oneOf(...INELIGIBLE_REASONS)),
    excluded: s.optional(s.list(excludedChange)),
  }),
);
/** `projects` with IN_PROJECT_DRAFT. */
const standardInUse = s.named(
  'StandardInUseMetadata',
  s.object({ terminal: s.boolean, projects: s.optional(s.list(idAndName('project'))) }),
);

/**
 * Members that the requirements also put at the top level of the problem document, by code; each stands in
 * `metadata` as well.
 */
export const PROBLEM_MEMBERS = {
  VALIDATION_ERROR: {
    requiresChildDisposition: s.optional(s.boolean),
    children: s.optional(s.list(childCategory)),
  },
  CONFIRMATION_REQUIRED: {
    requiresConfirmation: s.optional(s.boolean),
    name: s.optional(s.text),
    customizationCount: s.optional(s.integer),
  },
  CONFIRM_REPLACE_REQUIRED: { requiresConfirmation: s.optional(s.boolean) },
} as const satisfies Partial<Record<ErrorCode, s.Props>>;

/** The counts of datasheets with CONFIRM_REPLACE_REQUIRED, the other members with CONFIRMATION_REQUIRED. */
const confirmation = s.named(
  'ConfirmationMetadata',
  s.object({
    ...PROBLEM_MEMBERS.CONFIRMATION_REQUIRED,
    newCount: s.optional(s.integer),
    existingCount: s.optional(s.integer),
  }),
);

/** What is wrong with what was sent. `errorCount` with MARKUP_ERRORS, the top-level members with VALIDATION_ERROR. */
const validationError = s.named(
  'ValidationErrorMetadata',
  s.object({
    ...PROBLEM_MEMBERS.VALIDATION_ERROR,
    errors: s.optional(s.list(errorDetail)),
    errorCount: s.optional(s.integer),
    /** Those whose values would be erased: by empty values of a revision, or with their clause. */
    fields: s.optional(s.list(fieldAtFault)),
  }),
);

export const PROBLEM_METADATA = {
  EDIT_CONFLICT: editConflict,
  VALIDATION_ERROR: validationError,
  PROJECT_HOLDS_REVOKED_STANDARD: s.object({
    blockedStandards: s.list(blockedStandard),
    acknowledgmentToken: s.text,
  }),
  project_needs_company: s.object({ companies: s.list(idAndName('company')) }),
  MISSING_RESOLUTION: s.object({
    missing: s.list({
      type: 'multi',
      rules: [
        s.named(
          'MissingMergeResolution',
          s.object({
            conflictId: s.text,
            type: s.text,
            element_id: s.idOf('element'),
            address: s.text,
          }),
        ),
        s.named(
          'MissingUpgradeResolution',
          s.object({
            datasheetId: s.idOf('datasheet'),
            elementId: s.idOf('field'),
            address: s.text,
            label: s.text,
          }),
        ),
      ],
    }),
  }),
  QUOTA_EXCEEDED: s.object({ limit: s.integer, used: s.integer }),
  PUBLISH_BLOCKED: s.object({ blockers: s.optional(s.list(blocker)) }),
  CONFIRMATION_REQUIRED: confirmation,
  CONFIRM_REPLACE_REQUIRED: confirmation,
  NAME_TAKEN: existsAlready,
  CATEGORY_NOT_EMPTY: s.object({
    standardCount: s.integer,
    children: s.optional(s.list(childCategory)),
  }),
  PERMISSION_DENIED: permissionDenied,
  DELEGATED_ACCESS_REFUSED: permissionDenied,
  RATE_LIMITED: tryLater,
  SERVICE_UNAVAILABLE: tryLater,
  IDEMPOTENCY_IN_PROGRESS: tryLater,
  CLA_VERSION_STALE: s.object({
    currentDocumentId: s.optional(s.idOf('agreement')),
    currentVersion: s.nullable(s.integer),
  }),
  KEY_LIMIT_REACHED: limitReached,
  SEAT_LIMIT_REACHED: limitReached,
  SLOT_LIMIT_REACHED: limitReached,
  NOT_FOUND: s.object({ groups: s.optional(s.list(s.text)) }),
  METHOD_NOT_ALLOWED: s.object({ allow: s.list(s.text) }),
  NOTHING_TO_CHANGE: notInProject,
  REVISION_NOT_ELIGIBLE: notInProject,
  ALREADY_HELD: existsAlready,
  STANDARD_NOT_HELD: notInProject,
  DATASHEET_ARCHIVED: notInProject,
  ALREADY_REVOKED: heldMatters,
  HOLDS_DIFFER: heldMatters,
  NOT_REVOKED: heldMatters,
  CLAUSE_UNDER_MODERATION_NOTICE: heldMatters,
  MARKUP_ERRORS: validationError,
  PAYLOAD_TOO_LARGE: limitReached,
  IN_PUBLISHED_PROJECT: standardInUse,
  IN_PROJECT_DRAFT: standardInUse,
  FIELDS_ATTACHED: validationError,
  ILLEGAL_STATUS_MOVE: s.object({ from: s.text, to: s.text, next: s.nullable(s.text) }),
  AMBIGUOUS_ADDRESS: s.object({
    address: s.optional(s.text),
    fields: s.optional(s.list(s.object({ id: s.idOf('field'), label: s.text }))),
  }),
} as const satisfies Partial<Record<ErrorCode, s.Schema>>;

/** The shape of the metadata of a code; undefined for one without members of its own. */
export const metadataOf = (code: ErrorCode): s.Schema | undefined => {
  const byCode: Partial<Record<ErrorCode, s.Schema>> = PROBLEM_METADATA;
  return byCode[code];
};
