/**
 * Requests of the leak test: for each endpoint that of the permission matrix, for a read also one for each
 * optional parameter that names a revision or a form of the response.
 */

import type { IdKind } from '../../shared/contracts/id-kinds.ts';
import type { PublishedEndpoint } from '../../shared/contracts/published-endpoints.ts';
import { idKindOf, isRequired, type Schema } from '../../shared/contracts/schema.ts';
import type { TenantResources } from '../../tools/world/population.ts';
import { buildMatrixRequest } from '../matrix/matrix-requests.ts';
import type { MatrixRequest } from '../matrix/request-details.ts';
import { resourceIds } from '../world/resource-ids.ts';
import { shareOf } from '../world/share-of.ts';
import { CANARIES, type HeldEdition, type HeldResources } from './held-world.ts';

export const isRead = ({ spec }: PublishedEndpoint): boolean => spec.http?.startsWith('GET') === true;

/** What an edition is named by in a path. */
const EDITION_KINDS: ReadonlySet<IdKind> = new Set(['edition', 'editionNumber', 'wikiRevision']);

/** Parameters whose text is searched for. */
const SEARCH_PARAMETERS: ReadonlySet<string> = new Set(['query', 'search']);

/** The requests to an endpoint about these resources. @throws what `buildMatrixRequest` throws */
export function heldRequests(
  route: PublishedEndpoint,
  of: TenantResources,
  held: HeldResources,
): MatrixRequest[] {
  // A write is about another edition and revision: none may lift the hold.
  if (!isRead(route)) return [buildMatrixRequest(route, of, held.resources)];
  const path = Object.values(route.spec.path ?? {}).map((schema) => idKindOf(schema));
  const namesEdition = path.some((kind) => kind !== undefined && EDITION_KINDS.has(kind));
  const editions = namesEdition ? held.editions : held.editions.slice(0, 1);
  return editions.flatMap((edition, at) => readRequests(route, of, held, { ...edition, number: at + 1 }));
}

/** The requests of a read about one edition. */
function readRequests(
  route: PublishedEndpoint,
  of: TenantResources,
  held: HeldResources,
  { editionId, revisionId, number }: HeldEdition & { number: number },
): MatrixRequest[] {
  const request = buildMatrixRequest(route, of, held.resources);
  const real = {
    ...resourceIds(of, held.resources.wiki),
    edition: editionId,
    editionNumber: number,
    wikiRevision: revisionId,
  };
  for (const [name, schema] of Object.entries(route.spec.path ?? {})) {
    const kind = idKindOf(schema);
    if (kind && EDITION_KINDS.has(kind)) request.ids[name] = real[kind];
  }
  const base = { ...request, query: { ...withSearch(request.query), ...comparedRevisions(route, of) } };
  const variants = Object.entries(route.spec.query ?? {}).flatMap(([name, schema]) =>
    optionalValues(name, schema, real).map((value) => ({ ...base, query: { ...base.query, [name]: value } })),
  );
  return [base, ...variants];
}

/** Optional parameters of a read: none, a share of them (all in the long run), or all. */
export type VariantSelection = 'none' | 'a share' | 'all';

/** The usual request, and the chosen ones of those with optional parameters. */
export const chosenVariants = (
  [usual, ...variants]: readonly MatrixRequest[],
  selection: VariantSelection,
  at: number,
): MatrixRequest[] => {
  const chosen = { none: [], 'a share': shareOf(variants, at), all: variants }[selection];
  return usual ? [usual, ...chosen] : [];
};

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
