/**
 * Endpoints for the export of a project revision (signed when published), the public keys that verify it, and the
 * content of a pinned standard with datasheet values (decisions P12, P18).
 */
import { INPUT_TYPES, STARTING_DISPOSITIONS } from '../../revisioning/outline/outline.ts';
import {
  atRevision,
  disposition,
  elementView,
  idAndName,
  moderationNotice,
  revisionRef,
  revisionRefTo,
} from '../common-shapes.ts';
import { endpoint } from '../endpoint.ts';
import { certifiedValue, treeHead } from '../proofs.ts';
import * as s from '../schema.ts';
import {
  acknowledgment,
  EXPORTED_REVISION,
  headerMembers,
  projectRevisionView,
  revisionIdParam,
  searchQuery,
} from './shapes.ts';

const format = { type: 'enum', values: ['verbose', 'compact'], default: 'verbose', optional: true } as const;

/**
 * One place of the document tree: a section of the project, a standard in it, or a section of that standard.
 */
const exportSection = s.named(
  'ExportSection',
  s.object({
    heading_path: s.list(s.text),
    scope_statement: s.text,
    /** The printed number of a section of the standard; absent where there is none. */
    label: s.optional(s.text),
    /** Its heading and its text are under a moderation notice and are not served. */
    withheld: s.optional(s.boolean),
    /** Of a published revision: the salt under which content covers heading and text; absent while withheld. */
    salt: s.optional(s.text),
    section_id: s.nullable(s.idOf('category')),
    standard_id: s.nullable(s.idOf('standard')),
    address: s.nullable(s.text),
  }),
);

const exportField = s.named(
  'ExportValue',
  s.object({
    ...certifiedValue.props,
    /** Address of the section of the standard that contains the field. */
    section: s.nullable(s.text),
  }),
);

/** A field of the standard as isVerbose adds it. */
const templateField = s.named(
  'ExportField',
  s.object({
    id: s.idOf('field'),
    address: s.text,
    label: s.text,
    input_type: s.oneOf(...INPUT_TYPES),
    options: s.list(s.text),
    default_value: s.fieldValue,
    unit: s.nullable(s.text),
    starting_disposition: s.nullable(s.oneOf(...STARTING_DISPOSITIONS)),
  }),
);

export const exportDatasheet = s.named(
  'ExportDatasheet',
  s.object({
    id: s.idOf('datasheet'),
    name: s.text,
    scope: s.text,
    revision: revisionRefTo('datasheetRevision'),
    standard: idAndName('standard'),
    standard_revision: s.named(
      'RevisionWithFingerprint',
      s.object({ ...revisionRef.props, fingerprint: s.text }),
    ),
    /** The section of the datasheet's standard; null when it is in none. */
    section: s.nullable(
      s.named('DatasheetSection', s.object({ id: s.idOf('category'), heading_path: s.list(s.text) })),
    ),
    values: s.list(exportField),
    /** Of a published revision: the seed of the salts of its tree, which content names. */
    proof_seed: s.optional(s.text),
    template: s.optional(s.list(templateField)),
  }),
);

export const certificate = s.named(
  'Certificate',
  s.object({
    schema_version: s.integer,
    project: idAndName('project'),
    revision: s.object({ ...revisionRefTo('projectRevision').props, name: s.text }),
    content_sha256: s.text,
    /** The Merkle tree over the parts of the content. */
    content_tree: treeHead,
    fingerprints: s.list(
      s.object({
        standard_id: s.idOf('standard'),
        standard_revision_id: s.idOf('standardRevision'),
        code: s.text,
        content_hash: s.text,
      }),
    ),
    acknowledged: s.list(acknowledgment),
    previous_certificate_sha256: s.nullable(s.text),
    keyid: s.text,
    issued_at: s.time,
  }),
);

/** A DSSE envelope: the payload is the canonical certificate. */
export const envelope = s.named(
  'SignatureEnvelope',
  s.object({
    payloadType: s.text,
    payload: s.text,
    signatures: s.list(s.object({ keyid: s.text, sig: s.text })),
  }),
);

/** The value of a field in one datasheet. */
const matchedValue = s.named(
  'IntegratedValue',
  s.object({
    datasheet_id: s.idOf('datasheet'),
    user_value: s.fieldValue,
    disposition: s.optional(disposition),
    disposition_note: s.optional(s.nullable(s.text)),
    /** Present where the datasheet is behind the pin and its field has another label or unit. */
    recorded_under: s.optional(s.object({ label: s.text, unit: s.nullable(s.text) })),
  }),
);
const integratedField = s.named(
  'IntegratedField',
  s.object({
    id: s.idOf('field'),
    label: s.text,
    unit: s.nullable(s.text),
    input_type: s.optional(s.oneOf(...INPUT_TYPES)),
    options: s.optional(s.list(s.text)),
    default_value: s.optional(s.fieldValue),
    values: s.list(matchedValue),
  }),
);
const integratedElement = s.named(
  'IntegratedElement',
  s.object({ ...elementView.props, fields: s.list(integratedField) }),
);
const compactElement = s.named(
  'IntegratedElementCompact',
  s.object({
    address: s.text,
    content: s.text,
    toc_content: s.text,
    /** The printed number. */
    label: s.optional(s.text),
    moderation: s.optional(moderationNotice),
    fields: s.list(integratedField),
  }),
);

export const projectExportEndpoints = {
  'projects.integratedContent': endpoint({
    http: 'GET /api/projects/:projectId/standards/:standardId/integrated-content',
    group: 'projects',
    summary: 'Lists the elements of a pinned standard with the values of its datasheets',
    description:
      'standardId is the id of the standard, not of a datasheet. Elements are those of the revision the project pins; every active datasheet of the standard gives its value beside each field. datasheets says on which revision of the standard each one is; the value of one behind the pin has recorded_under, the label and unit it was recorded under, where these are others now. searchQuery selects the elements whose heading or content contains the keyword, case-insensitively. compact omits ids, attributes and dispositions. 404 for a standard that is not part of the revision.',
    auth: 'key_or_session',
    permissions: ['standard:read'],
    optionalPermissions: ['project:draft:view', 'project:revision:view'],
    on: { resource: 'project', by: 'projectId' },
    mutates: false,
    path: { projectId: s.idOf('project'), standardId: s.idOf('standard') },
    query: { searchQuery, revisionId: revisionIdParam, format },
    returns: s.named(
      'IntegratedContent',
      s.object({
        project_id: s.idOf('project'),
        revision: s.object({ ...revisionRefTo('projectRevision').props, is_draft: s.boolean }),
        standard: atRevision('standard'),
        datasheets: s.list(atRevision('datasheet')),
        elements: s.list({
          type: 'multi',
          rules: [s.when('format=verbose', integratedElement), s.when('format=compact', compactElement)],
        }),
        total: s.integer,
      }),
    ),
    etag: 'bytes',
    rules: 'R-240 R-241 P13',
  }),
  'projects.export': endpoint({
    http: 'POST /api/projects/export/:id',
    group: 'projects',
    summary: 'Exports a project revision as JSON, signed when it is published',
    description:
      'Default: the current published revision, or the draft when nothing was published. sections is the document tree: the sections of the project, the standards filed in them, and the sections of each standard with the text under their own heading. datasheetIds picks datasheets; an id that is not an active datasheet of the revision is 404. A published revision carries certificate, signature and content, created once at publish and independent of datasheetIds and isVerbose; verify them offline with npm run verify-export and the keys of GET /api/certificates/keys. content has no headings, texts and values, only salted hashes and trees of them: what is shown beside it is verified against them, and the file verifies whatever is withheld later. Save the response whole, as it came; of a tool that is structuredContent, and not one of its texts. Every call is written to the audit trail.',
    auth: 'key_or_session',
    permissions: ['project:export'],
    optionalPermissions: ['project:draft:view', 'project:revision:view'],
    on: { resource: 'project', by: 'id' },
    allowedOnArchived: true,
    mutates: true,
    // A stored response would show text that has been withheld since.
    idempotency: 'ignored',
    // It would be an export that is in no audit trail.
    noDryRun: true,
    path: { id: s.idOf('project') },
    body: {
      datasheetIds: {
        type: 'array',
        items: s.idOf('datasheet'),
        max: 10_000,
        optional: true,
        description: 'Omit or empty for all',
      },
      isVerbose: {
        type: 'boolean',
        optional: true,
        default: false,
        description: 'Adds every field of the template with options, default_value and input_type',
      },
      revisionId: {
        ...revisionIdParam,
        description: EXPORTED_REVISION,
      },
    },
    returns: s.named(
      'ProjectExport',
      s.object({
        project: s.named('ExportedProject', s.object({ id: s.idOf('project'), ...headerMembers })),
        revision: projectRevisionView,
        sections: s.list(exportSection),
        datasheets: s.list(exportDatasheet),
        certificate: s.optional(certificate),
        signature: s.optional(envelope),
        content: s.optional(s.text),
      }),
    ),
    timeoutMs: 60_000,
    tool: { toolsets: ['default'], continues: true },
    rules: 'P12 P18 A23 R-014 R-070 R-171 R-240 R-241 H39 C3',
  }),
  'certificates.keys': endpoint({
    http: 'GET /api/certificates/keys',
    group: 'projects',
    summary: 'Lists the public keys that verify the certificates of exports',
    description:
      'Save the response as keys.json next to an export: the verifier finds the key by its keyid and needs no network. Retired keys remain listed with not_after, compromised keys have compromised_since.',
    auth: 'none',
    credential: 'ignored',
    permissions: [],
    mutates: false,
    etag: 'bytes',
    returns: s.named(
      'CertificateKeys',
      s.object({
        keys: s.list(
          s.object({
            keyid: s.text,
            pem: s.text,
            jwk: s.object({ kty: s.oneOf('OKP'), crv: s.oneOf('Ed25519'), x: s.text }),
            not_after: s.optional(s.time),
            compromised_since: s.optional(s.time),
          }),
        ),
        total: s.integer,
      }),
    ),
    extension: true,
    tool: { toolsets: ['default'] },
    rules: 'P12 A23 C3',
  }),
} as const;
