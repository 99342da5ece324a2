/**
 * The route table: the endpoint of a method and path, else 404, or 405 with `Allow`. Also the
 * aliases from which moleculer-web builds its routes.
 */
import { type HttpMethod, parseHttpLine } from '../../../shared/contracts/endpoint.ts';
import { type PublishedEndpoint, publishedEndpoints } from '../../../shared/contracts/published-endpoints.ts';
import { apiError } from '../../../shared/kernel/errors/errors.ts';

export interface RouteMatch extends PublishedEndpoint {
  /** Such as `/api/standards/:id`. */
  pattern: string;
  pathParams: Record<string, string>;
}

/** A method on a path, as moleculer-web stores it. */
export interface RouteAlias {
  method: string;
  fullPath: string;
  /** The parameters of a path; false for a path that does not match. */
  match(path: string): Record<string, string> | false;
}

const METHODS: readonly HttpMethod[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

/** The endpoints by `GET /api/standards/:id`; fixed words before parameters, from left to right. */
const ROUTES: ReadonlyMap<string, PublishedEndpoint> = new Map(
  publishedEndpoints()
    .flatMap((route) =>
      [route.spec.http, route.spec.alias].flatMap((http) => (http ? [[http, route] as const] : [])),
    )
    .sort(([one], [other]) => (sortKey(one) < sortKey(other) ? -1 : 1)),
);

/** Parameters sort after fixed words. */
function sortKey(http: string): string {
  return parseHttpLine(http).path.replace(/:\w+/g, '~');
}

/** The aliases of moleculer-web's route at the base path, all with one handler. */
export const buildAliases = <T>(base: string, handler: T): Record<string, T> =>
  Object.fromEntries([...ROUTES.keys()].map((http) => [http.replace(` ${base}/`, ' /'), handler]));

export class RouteTable {
  /** By number of segments: only these can match. */
  readonly #aliases: ReadonlyMap<number, readonly RouteAlias[]>;

  constructor(aliases: readonly RouteAlias[]) {
    this.#aliases = Map.groupBy(aliases, ({ fullPath }) => segmentCount(fullPath));
  }

  /**
   * The endpoint of a request; HEAD is routed as GET.
   * @throws NOT_FOUND for an unknown path, METHOD_NOT_ALLOWED with `allow` in its metadata for a known one
   */
  match(method: string, path: string): RouteMatch & { alias: RouteAlias } {
    const routedMethod = method === 'HEAD' ? 'GET' : method;
    for (const alias of this.#candidates(path)) {
      const params = alias.method === routedMethod && alias.match(path);
      if (params) return { ...routeForAlias(alias), pattern: alias.fullPath, pathParams: params, alias };
    }
    const allow = this.allowedMethods(path);
    if (allow.length === 0) throw apiError('NOT_FOUND', `Endpoint not found. ${this.#hint(path)}`);
    throw apiError('METHOD_NOT_ALLOWED', `This path supports ${allow.join(', ')}.`, { metadata: { allow } });
  }

  /** The methods of a path; empty for an unknown path. */
  allowedMethods(path: string): string[] {
    const matching = this.#candidates(path).filter((alias) => alias.match(path));
    const known = METHODS.filter((method) => matching.some((alias) => alias.method === method));
    if (known.length === 0) return [];
    return [
      ...(known.includes('GET') ? ['GET', 'HEAD'] : []),
      ...known.filter((method) => method !== 'GET'),
      'OPTIONS',
    ];
  }

  #hint(path: string): string {
    const hasTrailingSlash = path.endsWith('/') && this.allowedMethods(path.slice(0, -1)).length > 0;
    return hasTrailingSlash ? 'Remove the trailing slash.' : 'GET /api/help lists all endpoints.';
  }

  #candidates(path: string): readonly RouteAlias[] {
    return this.#aliases.get(segmentCount(path)) ?? [];
  }
}

const segmentCount = (path: string): number => path.split('/').length;

/** The endpoint of an alias. */
export function routeForAlias({ method, fullPath }: RouteAlias): PublishedEndpoint {
  const route = ROUTES.get(`${method} ${fullPath}`);
  if (!route) throw new Error(`no endpoint has the alias ${method} ${fullPath}`);
  return route;
}
