/**
 * Parsers of the headers `If-Match` and `If-None-Match`: lists of entity tags, or `*` (RFC 9110, 13.1;
 * decision X2).
 */
import type { IncomingMessage } from 'node:http';
import type { EndpointSpec } from '../../../shared/contracts/endpoint.ts';
import { MAX_ETAGS } from '../../../shared/kernel/conditional-requests/if-match.ts';
import { apiError } from '../../../shared/kernel/errors/errors.ts';

/** A quoted star is an ordinary tag, which we never send; only a bare `*` means any. */
const QUOTED_STAR = '"*"';

/**
 * The tags of a header, without quotes and without the `W/` that compressing proxies add. A bare version
 * counts as a tag.
 */
function parseEntityTags(header: string | undefined): string[] {
  return (header ?? '')
    .split(',')
    .map((tag) => tag.trim().replace(/^W\/(?=")/, ''))
    .map((tag) => (tag === QUOTED_STAR ? tag : tag.replace(/^"(.*)"$/, '$1')))
    .filter((tag) => tag !== '');
}

/** The tags of the representations that a client has. */
export const readIfNoneMatch = (request: IncomingMessage): string[] =>
  parseEntityTags(request.headers['if-none-match']);

/**
 * The If-Match tags of a write; none for a read.
 * @throws MALFORMED_REQUEST for a header with none, too many, or `*` among others
 */
export function readIfMatch(spec: EndpointSpec, request: IncomingMessage): { ifMatch?: string[] } {
  const header = request.headers['if-match'];
  if (!spec.mutates || header === undefined) return {};
  const ifMatch = parseEntityTags(header);
  const isAnyAmongOthers = ifMatch.length > 1 && ifMatch.includes('*');
  if (ifMatch.length > 0 && ifMatch.length <= MAX_ETAGS && !isAnyAmongOthers) return { ifMatch };
  throw apiError('MALFORMED_REQUEST', `If-Match must be * or a list of 1 to ${MAX_ETAGS} ETags.`);
}
