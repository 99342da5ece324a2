/** The routes of every contract, and what a path without one answers: 404, or 405 with `Allow` (decisions G15–G17). */
import { type EndpointSpec, type Method, splitHttp } from '../../../shared/contracts/endpoint.ts';
import { type EndpointId, endpoints } from '../../../shared/contracts/index.ts';
import { fail } from '../../../shared/kernel/errors.ts';

export interface Route {
  id: EndpointId;
  spec: EndpointSpec;
}

export interface Match extends Route {
  /** The address with its parameters named, such as `/api/standards/:id`. */
  pattern: string;
  path: Record<string, string>;
}

/** A method on a path, as moleculer-web keeps it. */
export interface Alias {
  method: string;
  fullPath: string;
  /** The parameters of a path; false for a path that is another. */
  match(path: string): Record<string, string> | false;
}

const METHODS: readonly Method[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

/** All endpoints that have a route. */
export function publishedEndpoints(): Route[] {
  return Object.entries<EndpointSpec>(endpoints).flatMap(([id, spec]) => (spec.http && isEndpointId(id) ? [{ id, spec }] : []));
}

const isEndpointId = (id: string): id is EndpointId => Object.hasOwn(endpoints, id);

/** The endpoint of each method and path, such as `GET /api/standards/:id`; fixed words before parameters, from left to right. */
const ROUTES: ReadonlyMap<string, Route> = new Map(
  publishedEndpoints()
    .flatMap((route) => [route.spec.http, route.spec.alias].flatMap((http) => (http ? [[http, route] as const] : [])))
    .sort(([one], [other]) => (precedence(one) < precedence(other) ? -1 : 1)),
);

/** A parameter sorts behind every fixed word. */
function precedence(http: string): string {
  return splitHttp(http).path.replace(/:\w+/g, '~');
}

/** The aliases of moleculer-web's route at this path: every endpoint with what answers it. */
export const aliasesBelow = <T>(base: string, handler: T): Record<string, T> =>
  Object.fromEntries([...ROUTES.keys()].map((http) => [http.replace(` ${base}/`, ' /'), handler]));

/** Finds the alias of a request. */
export class RouteTable<A extends Alias = Alias> {
  /** By the number of their segments: only these can match. */
  readonly #aliases: ReadonlyMap<number, readonly A[]>;

  constructor(aliases: readonly A[]) {
    this.#aliases = Map.groupBy(aliases, ({ fullPath }) => depthOf(fullPath));
  }

  /**
   * The endpoint of a request; HEAD answers as GET.
   * @throws NOT_FOUND for an unknown path, METHOD_NOT_ALLOWED with `allow` in its metadata for a known one
   */
  match(method: string, path: string): Match & { alias: A } {
    const wanted = method === 'HEAD' ? 'GET' : method;
    for (const alias of this.#aliasesAt(path)) {
      const params = alias.method === wanted && alias.match(path);
      if (params) return { ...routeOf(alias), pattern: alias.fullPath, path: params, alias };
    }
    const allow = this.allowed(path);
    if (allow.length === 0) throw fail('NOT_FOUND', `There is no such endpoint. ${this.#remedy(path)}`);
    throw fail('METHOD_NOT_ALLOWED', `This address takes ${allow.join(', ')}.`, { metadata: { allow } });
  }

  /** The methods a path takes; empty for an unknown path. */
  allowed(path: string): string[] {
    const matching = this.#aliasesAt(path).filter((alias) => alias.match(path));
    const known = METHODS.filter((method) => matching.some((alias) => alias.method === method));
    if (known.length === 0) return [];
    return [...(known.includes('GET') ? ['GET', 'HEAD'] : []), ...known.filter((method) => method !== 'GET'), 'OPTIONS'];
  }

  #remedy(path: string): string {
    const isOneTooLong = path.endsWith('/') && this.allowed(path.slice(0, -1)).length > 0;
    return isOneTooLong ? 'Leave out the slash at the end.' : 'GET /api/help lists them all.';
  }

  #aliasesAt(path: string): readonly A[] {
    return this.#aliases.get(depthOf(path)) ?? [];
  }
}

const depthOf = (path: string): number => path.split('/').length;

/** The endpoint an alias stands for. */
export function routeOf({ method, fullPath }: Alias): Route {
  const route = ROUTES.get(`${method} ${fullPath}`);
  if (!route) throw new Error(`no endpoint has the alias ${method} ${fullPath}`);
  return route;
}
