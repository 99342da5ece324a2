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
  const { total, limit, offset, page, per_page, next, more, truncated }: Readonly<Record<string, unknown>> =
    Object(result);
  if ('offset' in query && isCount(total) && isCount(limit) && isCount(offset)) {
    const rows = truncated === true ? countRows(result) : limit;
    return numberedPages(total, limit, offset, rows).map((link) => ({ ...link, parameter: 'offset' }));
  }
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

/** The rows of a page, which has one list. */
const countRows = (result: unknown): number => Object.values(Object(result)).find(Array.isArray)?.length ?? 0;

const isCount = (value: unknown): value is number => typeof value === 'number';

/**
 * The offsets of the first, the previous, the next and the last page. Following `next` ends at `last`, also from an
 * offset between two pages; beyond the end `prev` is the last page.
 * @param rows of this page, which may be fewer than its size where its texts are long; the next one begins after them
 */
function numberedPages(
  total: number,
  size: number,
  offset: number,
  rows = size,
): Pick<PageLink, 'relation' | 'value'>[] {
  const isPastEnd = offset >= total;
  const following = offset + Math.max(1, rows);
  // Full pages are counted from this one, or from the next one where this one is short.
  const start = isPastEnd ? 0 : rows < size && following < total ? following : offset;
  const last = start + Math.floor(Math.max(0, total - 1 - start) / size) * size;
  const previous = isPastEnd ? last : Math.max(0, offset - size);
  return [
    { relation: 'first', value: 0 },
    ...(offset > 0 ? [{ relation: 'prev' as const, value: previous }] : []),
    ...(following < total ? [{ relation: 'next' as const, value: following }] : []),
    { relation: 'last', value: last },
  ];
}
