/**
 * Request of the permission matrix for each endpoint, from its contract and `request-details.ts`: the
 * resource it is called on, its owner, the body, and preparations. Where a write would lose something, its
 * body is refused by a rule that is checked after the permissions.
 */

import { type EndpointSpec, parseHttpLine } from '../../shared/contracts/endpoint.ts';
import type { IdKind } from '../../shared/contracts/id-kinds.ts';
import { pathParamNames } from '../../shared/contracts/path-template.ts';
import type { PublishedEndpoint } from '../../shared/contracts/published-endpoints.ts';
import { idKindOf, type Props } from '../../shared/contracts/schema.ts';
import { paramSchemas } from '../../shared/kernel/validation/params.ts';
import type { JsonValue } from '../../shared/rest-client/json.ts';
import type { TenantResources } from '../../tools/world/population.ts';
import { pathValues, type ResourceIds, resourceIds } from '../world/resource-ids.ts';
import { sampleBody } from '../world/sample-values.ts';
import type { MatrixResources } from './callers.ts';
import type { ResourceScope } from './expected-response.ts';
import { type MatrixRequest, openDraft, requestDetails } from './request-details.ts';

/** Ids of the company's resources for the matrix; those that it may remove are spare ones. */
const matrixIds = (of: TenantResources, resources: MatrixResources): ResourceIds => ({
  ...resourceIds(of, resources.wiki),
  user: resources.editorId,
  key: resources.spareKeyId,
  notification: resources.notificationId,
  ownInvitation: resources.ownInvitationId,
  matter: resources.matterId,
});

/** Owner of the resources of a kind. */
const RESOURCE_SCOPES: Partial<Record<IdKind, ResourceScope>> = {
  key: { kind: 'account', account: 'owner' },
  session: { kind: 'account', account: 'owner' },
  notification: { kind: 'account', account: 'viewer' },
  ownInvitation: { kind: 'account', account: 'viewer' },
  company: { kind: 'company' },
  standard: { kind: 'company' },
  category: { kind: 'company' },
  library: { kind: 'company' },
  project: { kind: 'project' },
  datasheet: { kind: 'project' },
  wikiStandard: { kind: 'page' },
};

const isPlain = (value: JsonValue): value is string | number =>
  typeof value === 'string' || typeof value === 'number';

/**
 * The request to an endpoint for a resource of this company.
 * @throws Error that says what to add here, when the endpoint cannot be reached
 */
export function buildMatrixRequest(
  { id, spec }: PublishedEndpoint,
  of: TenantResources,
  resources: MatrixResources,
): MatrixRequest {
  const { method, path: pattern } = parseHttpLine(spec.http ?? '');
  const result = requestDetails(id, of, resources);
  const theirs = matrixIds(of, resources);
  const inAddress = pathParamNames(pattern);
  const ids = { ...pathValues(spec.path, theirs), ...result.ids, ...pathValues(about(spec), theirs) };
  const unknown = inAddress.filter((name) => !(name in ids));
  if (unknown.length > 0) {
    throw new Error(
      `${id} has ${unknown.join(', ')} in its address: its contract says of what that is an id.`,
    );
  }
  const whose = result.place ?? resourceScope(id, spec);
  const place =
    whose?.kind === 'project' && result.permissionToSee
      ? { ...whose, permissionToSee: result.permissionToSee }
      : whose;
  const by = spec.on && !inAddress.includes(spec.on.by) ? { [spec.on.by]: ids[spec.on.by] ?? 0 } : {};
  const sampledQuery = Object.entries(sampleBody(spec.query ?? {}, theirs)).flatMap(([name, value]) =>
    isPlain(value) ? [[name, value]] : [],
  );
  const inBody = spec.on ? spec.on.by in (spec.body ?? {}) : false;
  // A public endpoint asks nobody for anything; an empty body is refused by it before anything happens.
  const body =
    spec.body && spec.auth !== 'none'
      ? { ...sampleBody(spec.body, theirs), ...result.body, ...(inBody ? by : {}) }
      : null;
  const before = result.before ?? (spec.needsDraft ? () => openDraft(of) : undefined);
  return {
    method,
    pattern,
    ids,
    query: { ...Object.fromEntries(sampledQuery), ...result.query, ...(inBody ? {} : by) },
    body: result.form ? null : body,
    form: result.form ?? false,
    spec,
    place,
    ...(result.permissionsOnResource ? { permissionsOnResource: result.permissionsOnResource } : {}),
    ...(before ? { before } : {}),
    ...(result.endsSession ? { endsSession: true } : {}),
  };
}

/** The parameter with the id of the resource. */
const about = (spec: EndpointSpec): Props => {
  const { on } = spec;
  return Object.fromEntries(Object.entries(paramSchemas(spec)).filter(([name]) => name === on?.by));
};

/** Owner of the resource of a call: by its contract, else by the first id in the path. */
function resourceScope(id: string, spec: EndpointSpec): ResourceScope | null {
  const [first] = Object.values(spec.on ? about(spec) : (spec.path ?? {}));
  if (!first || spec.closed || PUBLIC_RESOURCES.has(id) || (!spec.on && spec.auth === 'none')) return null;
  const kind = idKindOf(first);
  const place = kind && RESOURCE_SCOPES[kind];
  if (!place)
    throw new Error(
      `${id} has a resource without a known owner: add the owner of a ${kind} to RESOURCE_SCOPES in test/matrix/matrix-requests.ts.`,
    );
  return place;
}

/**
 * Behind a permission that is held on everything or not at all, or shown to everybody signed in.
 */
const PUBLIC_RESOURCES: ReadonlySet<string> = new Set([
  // The same table for every id.
  'standards.commentResolutions.list',
  'companies.get',
  'wiki.categories.update',
  'wiki.categories.delete',
  'wiki.moderation.worklistItem',
  'admin.users.update',
  'admin.companies.update',
  'admin.tags.update',
  'admin.wiki.libraries.update',
  'admin.wiki.libraries.delete',
]);
