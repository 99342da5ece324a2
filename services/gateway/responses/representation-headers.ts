/**
 * Headers of a response that follow from its representation: where a created resource is (`Location`), the other pages
 * of a list (`Link`), whether the response is a replay, and who may cache it. Whole lists
 * (`local-endpoints/list-in-parts.ts`) have none of these; a new header also goes into `callers/cors.ts`.
 */
import type { EndpointSpec } from '../../../shared/contracts/endpoint.ts';
import type { Representation } from '../../../shared/kernel/representations/representation.ts';
import type { HttpContext } from '../http-context.ts';
import { splitTarget } from '../requests/request-target.ts';
import type { ContentHeaders } from './send-response.ts';

export function representationHeaders(
  context: HttpContext,
  spec: EndpointSpec,
  { location, pages = [], replayed, etag }: Representation,
): ContentHeaders {
  const links = [context.response.getHeader('Link'), linkHeader(context, pages)].filter(Boolean);
  return {
    ...(location === undefined ? {} : locationHeader(context, location)),
    ...(links.length > 0 ? { Link: links.join(', ') } : {}),
    ...(replayed === true ? { 'Idempotency-Replayed': 'true' } : {}),
    ...(etag !== null && isPublic(context, spec) ? { 'Cache-Control': 'public, no-cache' } : {}),
  };
}

/** @param path below the base path */
export const locationHeader = ({ basePath }: HttpContext, path: string): ContentHeaders => ({
  Location: `${basePath}${path}`,
});

/**
 * Whether a shared cache may keep the response, and ask each time whether it still holds: that of a public read to a
 * request without any credential, also where the endpoint looks at none.
 */
const isPublic = ({ request, principal }: HttpContext, { auth }: EndpointSpec): boolean =>
  auth === 'none' &&
  principal?.kind === 'anonymous' &&
  request.headers.authorization === undefined &&
  request.headers.cookie === undefined;

/** Proxies reject responses with long headers; the client chose the query, and can change the number itself. */
const MAX_LINK_LENGTH = 4_000;

/** The same request with other pages, as the client sees its path; null for none. */
function linkHeader(
  { request, basePath, path }: HttpContext,
  pages: NonNullable<Representation['pages']>,
): string | null {
  const [, query] = splitTarget(request.url ?? '');
  const links = pages.map(({ relation, parameter, value }) => {
    const search = new URLSearchParams(query);
    search.set(parameter, String(value));
    return `<${encodeDelimiters(`${basePath}${path}`)}?${search}>; rel="${relation}"`;
  });
  const header = links.join(', ');
  return header === '' || header.length > MAX_LINK_LENGTH ? null : header;
}

/** A path is passed on as it was sent, but must not end the reference early. */
const encodeDelimiters = (path: string): string => path.replace(/[<>"\\^`{|}\s]/g, encodeURIComponent);
