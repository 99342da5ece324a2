/**
 * Checks that another tenant's private id in the path gets the same error as a missing id, apart from `instance`
 * and `requestId`. Repeats the request with a missing id to compare.
 */
import { pathKinds } from '../parameter-kinds.ts';
import type { ValuePool } from '../value-pool.ts';
import type { FuzzExchange, FuzzWorld } from '../world/fuzz-world.ts';
import type { FuzzPrincipal } from '../world/principals.ts';
import { createFinding, type Finding } from './finding.ts';

/** Kinds that are visible to their tenant only; those of SCOPED in a company or user scope. */
const PRIVATE = new Set(['project', 'datasheet', 'file', 'key', 'notification', 'ownInvitation']);
const SCOPED = new Set(['standard', 'category']);
const MISSING_ID = '987654321';

export async function checkExistenceLeak(
  world: FuzzWorld,
  { request, who, response }: FuzzExchange,
): Promise<Finding[]> {
  const { endpoint } = request;
  if (
    endpoint === null ||
    response.status < 400 ||
    request.raw !== undefined ||
    Object.keys(request.headers).length > 0
  )
    return [];
  const [name] =
    [...pathKinds(endpoint)].find(([each, kind]) =>
      isForeign(world.pool, who, kind, request.path[each] ?? ''),
    ) ?? [];
  if (name === undefined) return [];
  const missing = await world.send({ ...request, path: { ...request.path, [name]: MISSING_ID } });
  if (missing.response.status === response.status && comparableText(missing) === comparableText({ response }))
    return [];
  const message = `an id of another tenant got ${response.status} ${response.text.slice(0, 200)}, a missing id ${missing.response.status} ${missing.response.text.slice(0, 200)}`;
  return [createFinding('existence leak', endpoint, name, message)];
}

function isForeign(pool: ValuePool, who: FuzzPrincipal, kind: string, value: string): boolean {
  if (!PRIVATE.has(kind) && !SCOPED.has(kind)) return false;
  if (pool.findOwn(kind, who).some((entry) => String(entry.value) === value)) return false;
  return pool
    .findForeign(kind, who)
    .some(
      (entry) =>
        String(entry.value) === value &&
        (PRIVATE.has(kind) || entry.facts.subject_type === 'company' || entry.facts.subject_type === 'user'),
    );
}

/** The response without `instance` and `requestId`. */
const comparableText = ({ response }: Pick<FuzzExchange, 'response'>): string =>
  response.text.replace(/"instance":"[^"]*"/, '').replace(/"requestId":"[^"]*"/, '');
