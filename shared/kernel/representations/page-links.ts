/**
 * The other pages of a list, for the header `Link` (RFC 8288): each is the same request with another value of one
 * query parameter.
 */
import type { EndpointSpec } from '../../contracts/endpoint.ts';

export const PAGE_RELATIONS = ['first', 'prev', 'next', 'last'] as const;

interface PageLink {
  relation: (typeof PAGE_RELATIONS)[number];
  /** The query parameter that selects the page. */
  parameter: string;
  value: number;
}

/** The pages beside the one that is the result; none for what has no pages. */
export function linksToPages({ query = {} }: Pick<EndpointSpec, 'query'>, result: unknown): PageLink[] {
  const { total, limit, offset, page, per_page, next, more }: Readonly<Record<string, unknown>> =
    Object(result);
  if ('offset' in query && isCount(total) && isCount(limit) && isCount(offset))
    return numberedPages(total, limit, offset).map((link) => ({ ...link, parameter: 'offset' }));
  if ('page' in query && isCount(total) && isCount(page) && isCount(per_page))
    return numberedPages(total, per_page, (page - 1) * per_page).map(({ relation, value }) => ({
      relation,
      parameter: 'page',
      value: value / per_page + 1,
    }));
  if ('since' in query && isCount(next) && more === true)
    return [{ relation: 'next', parameter: 'since', value: next }];
  return [];
}

const isCount = (value: unknown): value is number => typeof value === 'number';

/**
 * The offsets of the first, the previous, the next and the last page. Following `next` ends at `last`, also from an
 * offset between two pages; beyond the end `prev` is the last page.
 */
function numberedPages(total: number, size: number, offset: number): Pick<PageLink, 'relation' | 'value'>[] {
  const isPastEnd = offset >= total;
  const start = isPastEnd ? 0 : offset;
  const last = start + Math.floor(Math.max(0, total - 1 - start) / size) * size;
  const previous = isPastEnd ? last : Math.max(0, offset - size);
  return [
    { relation: 'first', value: 0 },
    ...(offset > 0 ? [{ relation: 'prev' as const, value: previous }] : []),
    ...(offset + size < total ? [{ relation: 'next' as const, value: offset + size }] : []),
    { relation: 'last', value: last },
  ];
}
