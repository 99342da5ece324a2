/** Paged lists: their types, the parameters of the following page, and the rows of one. */

import { type EndpointRoute, findRoute } from './endpoint-requests.ts';
import type { EndpointParams, EndpointResult, RestEndpointId } from './endpoint-types.ts';

/** Endpoints that return a list in pages. */
export type ListEndpointId = {
  [K in RestEndpointId]: Extract<keyof EndpointParams<K>, 'offset' | 'page' | 'since'> extends never
    ? never
    : K;
}[RestEndpointId];

/** One row of a list. */
export type ListItem<K extends ListEndpointId> = RowOf<EndpointResult<K>>;

type RowOf<R> = { [M in keyof R]: R[M] extends readonly (infer Row)[] ? Row : never }[keyof R];

/** @throws Error for an endpoint that returns no pages, which types exclude and JavaScript does not */
export function findListRoute(id: string): EndpointRoute {
  const route = findRoute(id);
  if (route.rows === null)
    throw new Error(`${id} is no paged list. Its whole result is that of client.call('${id}').`);
  return route;
}

/** The rows of a page. */
export function rowsOf<T>({ rows }: EndpointRoute, page: object): T[] {
  const list: unknown = rows === null ? [] : Reflect.get(page, rows);
  return Array.isArray(list) ? list : [];
}

/** Rows of a page where a list without a size would be sent whole: as many as such lists allow. */
const DEFAULT_PAGE_SIZE = 100;

/** The size of pages that the caller did not choose, where the service has no default of its own. */
export const pageSize = ({ query }: EndpointRoute): { per_page?: number } =>
  query.includes('per_page') ? { per_page: DEFAULT_PAGE_SIZE } : {};

/** The parameters that choose the page after this one; null at the end of the list. */
export function nextPage(route: EndpointRoute, page: object): object | null {
  const numberOf = (member: string): number => Number(Reflect.get(page, member));
  if (route.query.includes('since'))
    return Reflect.get(page, 'more') === true ? { since: numberOf('next') } : null;
  const count = rowsOf(route, page).length;
  if (count === 0) return null;
  if (route.query.includes('page')) {
    const isLast = numberOf('page') * numberOf('per_page') >= numberOf('total');
    return isLast ? null : { page: numberOf('page') + 1 };
  }
  const offset = numberOf('offset') + count;
  return offset < numberOf('total') ? { offset } : null;
}
