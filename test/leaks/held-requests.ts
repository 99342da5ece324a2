/**
 * Requests of the leak test: for each endpoint that of the permission matrix, for a read also one for each
 * optional parameter that names a revision or a form of the response.
 */

import type { IdKind } from '../../shared/contracts/id-kinds.ts';
import type { PublishedEndpoint } from '../../shared/contracts/published-endpoints.ts';
import { idKindOf, isRequired, type Schema } from '../../shared/contracts/schema.ts';
import { buildMatrixRequest } from '../matrix/matrix-requests.ts';
import type { MatrixRequest } from '../matrix/request-details.ts';
import type { TenantResources } from '../world/population.ts';
import { resourceIds } from '../world/resource-ids.ts';
import { CANARIES, type HeldResources } from './held-world.ts';

const isRead = ({ spec }: PublishedEndpoint): boolean => spec.http?.startsWith('GET') === true;

/** Parameters whose text is searched for. */
const SEARCH_PARAMETERS: ReadonlySet<string> = new Set(['query', 'search']);

/** The requests to an endpoint about these resources. @throws what `buildMatrixRequest` throws */
export function heldRequests(
  route: PublishedEndpoint,
  of: TenantResources,
  held: HeldResources,
): MatrixRequest[] {
  const request = buildMatrixRequest(route, of, held.resources);
  if (!isRead(route)) return [request];
  // A write is about another edition and revision: none may lift the hold.
  const real = {
    ...resourceIds(of, held.resources.wiki),
    edition: held.editionId,
    wikiRevision: held.revisionId,
  };
  for (const [name, schema] of Object.entries(route.spec.path ?? {})) {
    const kind = idKindOf(schema);
    if (kind === 'edition' || kind === 'wikiRevision') request.ids[name] = real[kind];
  }
  const base = { ...request, query: { ...withSearch(request.query), ...comparedRevisions(route, of) } };
  const variants = Object.entries(route.spec.query ?? {}).flatMap(([name, schema]) =>
    optionalValues(name, schema, real).map((value) => ({ ...base, query: { ...base.query, [name]: value } })),
  );
  return [base, ...variants];
}

const withSearch = (query: MatrixRequest['query']): MatrixRequest['query'] =>
  Object.fromEntries(
    Object.entries(query).map(([name, value]) => [
      name,
      SEARCH_PARAMETERS.has(name) ? (CANARIES[1] ?? '') : value,
    ]),
  );

/** Both revisions of the standard, for a comparison. */
function comparedRevisions({ spec }: PublishedEndpoint, of: TenantResources): MatrixRequest['query'] {
  const { from } = spec.query ?? {};
  return from && idKindOf(from) === 'standardRevision' ? { from: of.revisionIds[0] } : {};
}

const REVISION_KINDS: readonly IdKind[] = [
  'standardRevision',
  'projectRevision',
  'datasheetRevision',
  'wikiRevision',
];

function optionalValues(
  name: string,
  schema: Schema,
  ids: Readonly<Record<IdKind, string | number>>,
): (string | number)[] {
  const kind = idKindOf(schema);
  if (kind && (REVISION_KINDS.includes(kind) || kind === 'project')) return [ids[kind]];
  if (SEARCH_PARAMETERS.has(name)) return isRequired(schema) ? [] : [...CANARIES];
  if (schema.type === 'enum') return schema.values.map(String);
  return schema.type === 'boolean' ? ['true'] : [];
}
