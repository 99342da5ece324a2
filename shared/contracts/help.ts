/**
 * Builds the response of `GET /api/help` from the contracts: guide, groups, endpoints. Also the error codes that an
 * endpoint may return (decisions A9, A23, G8).
 */
import {
  acceptsBaseVersion,
  ENDPOINT_GROUPS,
  type EndpointGroup,
  type EndpointSpec,
  parseHttpLine,
  supportsIdempotencyKey,
} from './endpoint.ts';
import { ERROR_CODES, type ErrorCode } from './error-codes.ts';
import type { PublishedEndpoint } from './published-endpoints.ts';
import { defaultOf, isRequired, type Props, type Schema } from './schema.ts';

/** One sentence about each group. */
export const GROUP_DESCRIPTIONS: Readonly<Record<EndpointGroup, string>> = {
  discovery: 'Availability and capabilities of the service, and the caller’s permissions.',
  account:
    'Registering and signing in, integration keys and their usage, the contributor agreement, notifications.',
  companies: 'Companies, their members, and the sponsorship requests to them.',
  admin: 'Administration of the site: users, companies, the agreement, wiki libraries, the audit trail.',
  standards:
    'Libraries and standards: reading, editing a working copy, publishing revisions, comparing them.',
  categories: 'The categories standards are filed under.',
  wiki: 'The public wiki: pages, their revisions, editions adopted into the library.',
  projects:
    'Projects: header, drafts, the standards they hold, members and seats, publishing, signed exports and the keys that verify them.',
  comments: 'Comments between the parties of a project.',
  datasheet: 'Datasheets: filling in, revising, history, upgrading to another revision of the standard.',
  files: 'Drawings and other files of a project.',
};

/** Guide on authentication, revisions, pagination and errors, part of the index. */
export const GUIDE = {
  authentication:
    'Send an integration key as Authorization: Bearer <API_KEY>, or sign in for a browser session. A key carries exactly the permissions it was granted, and never more than its owner may do at that moment; GET /api/whoami shows them. Tier 1 endpoints need a session, tier 2 take a key or a session, tier 3 need nothing.',
  revisions:
    'Standards, projects and datasheets are revisioned. A saved revision never changes; reads take revisionId to pin one. A draft is guarded by an opaque version: send the version you read back as baseVersion (or its ETag as If-Match; every other write compares If-Match with the ETag of its resource, 412 PRECONDITION_FAILED). A stale save never overwrites another: endpoints that merge accept changes to what nobody else changed; anything else is 409 EDIT_CONFLICT and nothing is written. Where baseVersion is optional, a save without it goes over whatever is current.',
  retries:
    'Send a POST with a unique Idempotency-Key so that you can retry it safely: for a day the same request with the same credential returns the first response, without text that has been withheld since. 409 IDEMPOTENCY_IN_PROGRESS: the first is still in progress; 422 IDEMPOTENCY_KEY_REUSED: the key was used with a different request. Signing in, registering and creating keys ignore it.',
  pagination:
    'A list is an object with one array and total. Lists that grow take limit and offset, or page and per_page; a list that was cut says truncated: true.',
  errors:
    'Errors are application/problem+json with a stable code, a sentence that says what to do, the path of each offending value and a request id. Resources you cannot access answer 404, as if they did not exist.',
} as const;

const tierOf = (spec: EndpointSpec): 1 | 2 | 3 =>
  spec.auth === 'session_only' ? 1 : spec.auth === 'none' ? 3 : 2;

/** null, one permission, or the list of all required ones (A23). */
function permissionOf(spec: EndpointSpec): string | readonly string[] | null {
  const [first, ...more] = spec.permissions;
  return first === undefined ? null : more.length === 0 ? first : spec.permissions;
}

function summaryRow({ id, spec }: PublishedEndpoint): Record<string, unknown> {
  const { method, path } = parseHttpLine(spec.http ?? '');
  return {
    id,
    method,
    path,
    ...(spec.alias ? { alias: parseHttpLine(spec.alias).path } : {}),
    summary: spec.summary,
    permission: permissionOf(spec),
    mutates: spec.mutates,
    tier: tierOf(spec),
  };
}

function fullDescription(endpoint: PublishedEndpoint): Record<string, unknown> {
  const { spec } = endpoint;
  return {
    ...summaryRow(endpoint),
    description: spec.description ?? spec.summary,
    optional_permissions: spec.optionalPermissions ?? [],
    auth: spec.auth,
    needs_draft: spec.needsDraft !== undefined,
    group: spec.group,
    ...(spec.extension ? { extension: true } : {}),
    parameters: [
      ...describeParameters(spec.path, 'path'),
      ...describeParameters(spec.query, 'query'),
      ...describeParameters(spec.body, 'body'),
    ],
    returns: { status: spec.success ?? 200, type: spec.responseType === 'file' ? 'file' : spec.returns.type },
    errors: errorsOfEndpoint(spec),
  };
}

/** The error codes of an endpoint: its own and those of every endpoint of its kind. */
export function errorsOfEndpoint(spec: EndpointSpec): { status: number; code: ErrorCode }[] {
  const general: ErrorCode[] = [
    'VALIDATION_ERROR',
    'MALFORMED_REQUEST',
    'KEY_IN_QUERY',
    'RATE_LIMITED',
    'SERVICE_UNAVAILABLE',
    'INTERNAL_ERROR',
  ];
  if (spec.auth !== 'none') general.push('UNAUTHENTICATED');
  if (spec.auth === 'session_only') general.push('SESSION_REQUIRED');
  if (spec.auth !== 'none' && spec.mutates) general.push('CROSS_SITE_REQUEST');
  if (spec.permissions.length > 0) general.push('PERMISSION_DENIED');
  if (spec.on || spec.path) general.push('NOT_FOUND');
  if (spec.on?.resource === 'project' || spec.on?.resource === 'datasheet') general.push('PROJECT_ARCHIVED');
  if (spec.needsDraft) general.push('NO_OPEN_DRAFT');
  if (spec.closedDraftIsConflict) general.push('EDIT_CONFLICT');
  if (supportsIdempotencyKey(spec)) general.push('IDEMPOTENCY_IN_PROGRESS', 'IDEMPOTENCY_KEY_REUSED');
  // A body is parsed wherever the method may have one, even if the endpoint declares none.
  if (!spec.http?.startsWith('GET'))
    general.push('MALFORMED_JSON', 'PAYLOAD_TOO_LARGE', 'UNSUPPORTED_MEDIA_TYPE');
  if (spec.http?.startsWith('GET')) general.push('PAYLOAD_TOO_LARGE');
  if (acceptsBaseVersion(spec)) general.push('BASE_VERSION_REQUIRED');
  else if (spec.mutates) general.push('PRECONDITION_FAILED');
  if (spec.closed) general.push('ENDPOINT_CLOSED');
  const codes = [...new Set([...general, ...(spec.errors ?? [])])];
  return codes
    .map((code) => ({
      status: code === 'NO_OPEN_DRAFT' && spec.needsDraft ? spec.needsDraft : ERROR_CODES[code][0],
      code,
    }))
    .sort((a, b) => a.status - b.status);
}

function describeParameters(
  props: Props | undefined,
  place: 'path' | 'query' | 'body',
): Record<string, unknown>[] {
  return Object.entries(props ?? {}).map(([name, schema]) => describeParameter(name, schema, place));
}

function describeParameter(name: string, schema: Schema, place: string): Record<string, unknown> {
  return {
    name,
    in: place,
    type: typeName(schema),
    required: place === 'path' || isRequired(schema),
    ...(schema.aliases ? { aliases: schema.aliases } : {}),
    ...(schema.type === 'enum' ? { enum: schema.values } : {}),
    ...defaultOf(schema),
    ...('min' in schema && schema.min !== undefined ? { min: schema.min } : {}),
    ...('max' in schema && schema.max !== undefined ? { max: schema.max } : {}),
    ...(schema.nullable ? { nullable: true } : {}),
    ...(schema.only === 'http' ? { http_only: true } : {}),
    ...(schema.only === 'assistant' ? { assistant_only: true } : {}),
    ...(schema.description ? { description: schema.description } : {}),
    ...(schema.type === 'object' ? { fields: describeParameters(schema.props, 'body') } : {}),
    ...(schema.type === 'array' && schema.items.type === 'object'
      ? { fields: describeParameters(schema.items.props, 'body') }
      : {}),
  };
}

function typeName(schema: Schema): string {
  switch (schema.type) {
    case 'number':
      return schema.integer ? 'integer' : 'number';
    case 'enum':
      return schema.values.every((value) => typeof value === 'number') ? 'integer' : 'string';
    case 'record':
      return 'object';
    case 'multi':
      return 'any';
    default:
      return schema.type;
  }
}

const isGroup = (word: string): word is EndpointGroup => ENDPOINT_GROUPS.some((group) => group === word);

/** The help document; null for a group that does not exist. */
export function buildHelp(
  published: PublishedEndpoint[],
  format: string,
  group?: string,
): Record<string, unknown> | null {
  if (group !== undefined && !isGroup(group)) return null;
  const shown = published.filter(({ spec }) => group === undefined || spec.group === group);
  const groups = ENDPOINT_GROUPS.map((name) => ({
    name,
    count: shown.filter(({ spec }) => spec.group === name).length,
    description: GROUP_DESCRIPTIONS[name],
  })).filter(({ count }) => count > 0);
  return {
    service: 'Construction Specification Service',
    format,
    ...(format === 'index' ? { guide: GUIDE } : {}),
    groups,
    endpoints: shown.map(format === 'index' ? summaryRow : fullDescription),
  };
}

/** The groups with endpoints, for the 404 of an unknown one. */
export const groupsOf = (published: PublishedEndpoint[]): EndpointGroup[] =>
  ENDPOINT_GROUPS.filter((name) => published.some(({ spec }) => spec.group === name));
