/**
 * Headers of a path that should not be used any more: `Deprecation` (RFC 9745), `Sunset` (RFC 8594) where its end is set,
 * and a link to what replaces it.
 */
import { type Deprecation, type EndpointSpec, parseHttpLine } from '../../../shared/contracts/endpoint.ts';
import { pathParamNames, replacePathParams } from '../../../shared/contracts/path-template.ts';
import { publishedEndpoints } from '../../../shared/contracts/published-endpoints.ts';
import type { HttpContext } from '../http-context.ts';

/** Sets them where the path of the request is deprecated. @param http the route of the request */
export function setDeprecationHeaders(
  { response, basePath }: HttpContext,
  { deprecation, alias }: EndpointSpec,
  http: string,
): void {
  if (!deprecation || (alias !== undefined && alias !== http)) return;
  const { since, sunset, successor } = deprecation;
  response.setHeader('Deprecation', `@${Date.parse(since) / 1000}`);
  if (sunset !== undefined) response.setHeader('Sunset', new Date(sunset).toUTCString());
  response.setHeader('Link', `<${basePath}${successorUrl(deprecation)}>; rel="successor-version"`);
  // A link has no parameters; RFC 9652 has a header for templates.
  if (pathParamNames(successor).length > 0) {
    const template = replacePathParams(successor, (name) => `{${name}}`);
    response.setHeader('Link-Template', `"${basePath}${template}"; rel="successor-version"`);
  }
}

/** The successor itself, or the part of help that describes it where its path has parameters. */
function successorUrl({ successor }: Deprecation): string {
  if (pathParamNames(successor).length === 0) return successor;
  const endpoint = publishedEndpoints().find(({ spec }) => parseHttpLine(spec.http ?? '').path === successor);
  return `/api/help?group=${endpoint?.spec.group ?? ''}`;
}
