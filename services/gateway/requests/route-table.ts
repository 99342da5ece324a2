/** The routes of every contract, and what a path without one answers: 404, or 405 with `Allow` (decisions G15–G17). */
import findMyWay, { type HTTPMethod } from 'find-my-way';
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

const METHODS: readonly Method[] = ['GET', 'POST', 'PUT', 'PATCH', 'DELETE'];

/** All endpoints that have a route. */
export function publishedEndpoints(): Route[] {
  return Object.entries<EndpointSpec>(endpoints).flatMap(([id, spec]) => (spec.http && isEndpointId(id) ? [{ id, spec }] : []));
}

const isEndpointId = (id: string): id is EndpointId => Object.hasOwn(endpoints, id);

export class RouteTable {
  // Paths are exact: letter case, no trailing slash, no double slash (G17).
  readonly #router = findMyWay({
    caseSensitive: true,
    ignoreTrailingSlash: false,
    ignoreDuplicateSlashes: false,
    maxParamLength: 500,
  });

  constructor(routes: Route[] = publishedEndpoints()) {
    for (const route of routes) {
      for (const http of [route.spec.http, route.spec.alias]) if (http) this.#add(http, route);
    }
  }

  #add(http: string, route: Route): void {
    const { method, path } = splitHttp(http);
    this.#router.on(method, path, () => undefined, { ...route, pattern: path });
  }

  /**
   * The endpoint of a request; HEAD answers as GET.
   * @throws NOT_FOUND for an unknown path, METHOD_NOT_ALLOWED with `allow` in its metadata for a known one, MALFORMED_REQUEST
   */
  match(method: string, path: string): Match {
    const wanted = method === 'HEAD' ? 'GET' : METHODS.find((known) => known === method);
    const found = wanted ? this.#find(wanted, path) : null;
    if (found) return found;
    const allow = this.allowed(path);
    if (allow.length === 0) throw fail('NOT_FOUND', `There is no such endpoint. ${this.#remedy(path)}`);
    throw fail('METHOD_NOT_ALLOWED', `This address takes ${allow.join(', ')}.`, { metadata: { allow } });
  }

  /** The methods a path takes; empty for an unknown path. */
  allowed(path: string): string[] {
    const known = METHODS.filter((method) => this.#find(method, path));
    if (known.length === 0) return [];
    return [...(known.includes('GET') ? ['GET', 'HEAD'] : []), ...known.filter((method) => method !== 'GET'), 'OPTIONS'];
  }

  #remedy(path: string): string {
    const isOneTooLong = path.endsWith('/') && this.allowed(path.slice(0, -1)).length > 0;
    return isOneTooLong ? 'Leave out the slash at the end.' : 'GET /api/help lists them all.';
  }

  #find(method: HTTPMethod, path: string): Match | null {
    const found = this.#router.find(method, path);
    if (!found) return null;
    const route: Omit<Match, 'path'> = found.store;
    const params: Record<string, string> = {};
    for (const [name, value] of Object.entries(found.params)) {
      // A slash at the end names nothing (G17).
      if (value === '') return null;
      if (typeof value === 'string') params[name] = value;
    }
    return { ...route, path: params };
  }
}
