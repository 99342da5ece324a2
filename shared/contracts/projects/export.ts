/**
 * Endpoints for the export of a project revision (signed when published), the public keys that verify it,
 * and the content of a pinned standard with datasheet values (document 3; decisions P12, P18).
 */
import { INPUT_TYPES, STARTING_DISPOSITIONS } from '../../revisioning/outline.ts';
import {
  disposition,
  elementView,
  idAndName,
  moderationNotice,
  revisionRef,
  revisionRefTo,
} from '../common-shapes.ts';
import { endpoint } from '../endpoint.ts';
import { certifiedValue, treeHead } from '../proofs.ts';
import {
  anyValue,
  boolean,
  idOf,
  integer,
  list,
  nullable,
  object,
  oneOf,
  optional,
  text,
  time,
} from '../schema.ts';
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
const exportSection = object({
  heading_path: list(text),
  scope_statement: text,
  /** Its heading and its text are under a moderation notice and are not served. */
  withheld: optional(boolean),
  /** Of a published revision: the salt under which content covers heading and text; absent while withheld. */
  salt: optional(text),
  section_id: nullable(idOf('category')),
  standard_id: nullable(idOf('standard')),
  address: nullable(text),
});

const exportField = object({
  ...certifiedValue.props,
  /** Address of the section of the standard that contains the field. */
  section: nullable(text),
});

/** A field of the standard as isVerbose adds it. */
const templateField = object({
  id: idOf('field'),
  address: text,
  label: text,
  input_type: oneOf(...INPUT_TYPES),
  options: list(text),
  default_value: anyValue,
  unit: nullable(text),
  starting_disposition: nullable(oneOf(...STARTING_DISPOSITIONS)),
});

export const exportDatasheet = object({
  id: idOf('datasheet'),
  name: text,
  scope: text,
  revision: revisionRefTo('datasheetRevision'),
  standard: idAndName('standard'),
  standard_revision: object({ ...revisionRef.props, fingerprint: text }),
  /** The section of the datasheet's standard; null when it is in none. */
  section: nullable(object({ id: idOf('category'), heading_path: list(text) })),
  values: list(exportField),
  /** Of a published revision: the seed of the salts of its tree, which content names. */
  proof_seed: optional(text),
  template: optional(list(templateField)),
});

export const certificate = object({
  schema_version: integer,
  project: idAndName('project'),
  revision: object({ ...revisionRefTo('projectRevision').props, name: text }),
  content_sha256: text,
  /** The Merkle tree over the parts of the content; absent where the revision was published before proofs. */
  content_tree: optional(treeHead),
  fingerprints: list(
    object({
      standard_id: idOf('standard'),
      standard_revision_id: idOf('standardRevision'),
      code: text,
      content_hash: text,
    }),
  ),
  acknowledged: list(acknowledgment),
  previous_certificate_sha256: nullable(text),
  keyid: text,
  issued_at: time,
});

/** A DSSE envelope: the payload is the canonical certificate. */
export const envelope = object({
  payloadType: text,
  payload: text,
  signatures: list(object({ keyid: text, sig: text })),
});

/** The value of a field in one datasheet. */
const matchedValue = object({
  datasheet_id: idOf('datasheet'),
  user_value: anyValue,
  disposition: optional(disposition),
  disposition_note: optional(nullable(text)),
  /** Present where the datasheet is behind the pin and its field has another label or unit. */
  recorded_under: optional(object({ label: text, unit: nullable(text) })),
});
const integratedField = object({
  id: idOf('field'),
  label: text,
  unit: nullable(text),
  input_type: optional(oneOf(...INPUT_TYPES)),
  options: optional(list(text)),
  default_value: optional(anyValue),
  values: list(matchedValue),
});
const integratedElement = object({ ...elementView.props, fields: list(integratedField) });
const compactElement = object({
  address: text,
  content: text,
  toc_content: text,
  moderation: optional(moderationNotice),
  fields: list(integratedField),
});

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
    path: { projectId: idOf('project'), standardId: idOf('standard') },
    query: { searchQuery, revisionId: revisionIdParam, format },
    returns: object({
      project_id: idOf('project'),
      revision: object({ ...revisionRefTo('projectRevision').props, is_draft: boolean }),
      standard: object({ ...idAndName('standard').props, standard_revision: revisionRef }),
      datasheets: list(object({ ...idAndName('datasheet').props, standard_revision: revisionRef })),
      elements: list({ type: 'multi', rules: [integratedElement, compactElement] }),
      total: integer,
    }),
    etag: 'bytes',
    rules: ['R-240', 'R-241', 'P13'],
  }),
  'projects.export': endpoint({
    http: 'POST /api/projects/export/:id',
    group: 'projects',
    summary: 'Exports a project revision as JSON, signed when it is published',
    description:
      'Default: the current published revision, or the draft when nothing was published. sections is the document tree: the sections of the project, the standards filed in them, and the sections of each standard with the text under their own heading. datasheetIds picks datasheets; an id that is not an active datasheet of the revision is 404. A published revision carries certificate, signature and content, created once at publish and independent of datasheetIds and isVerbose; verify them offline with npm run verify-export and the keys of GET /api/certificates/keys. content has no headings, texts and values, only salted hashes and trees of them: what is shown beside it is verified against them, and the file verifies whatever is withheld later. A revision published under the first schema has its headings in content, which is left out while one of them is withheld. Every call is written to the audit trail.',
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
    path: { id: idOf('project') },
    body: {
      datasheetIds: {
        type: 'array',
        items: idOf('datasheet'),
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
    returns: object({
      project: object({ id: idOf('project'), ...headerMembers }),
      revision: projectRevisionView,
      sections: list(exportSection),
      datasheets: list(exportDatasheet),
      certificate: optional(certificate),
      signature: optional(envelope),
      content: optional(text),
    }),
    timeoutMs: 60_000,
    rules: ['P12', 'P18', 'A23', 'R-014', 'R-070', 'R-171', 'R-240', 'R-241', 'H39', 'C3'],
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
    returns: object({
      keys: list(
        object({
          keyid: text,
          pem: text,
          jwk: object({ kty: oneOf('OKP'), crv: oneOf('Ed25519'), x: text }),
          not_after: optional(time),
          compromised_since: optional(time),
        }),
      ),
      total: integer,
    }),
    extension: true,
    rules: ['P12', 'A23', 'C3'],
  }),
} as const;
