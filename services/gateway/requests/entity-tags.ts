/** `If-Match` and `If-None-Match`: lists of entity tags, or `*` (RFC 9110, 13.1; decision X2). */
import type { IncomingMessage } from 'node:http';
import type { EndpointSpec } from '../../../shared/contracts/endpoint.ts';
import { fail } from '../../../shared/kernel/errors.ts';
import { MAX_TAGS } from '../../../shared/kernel/if-match.ts';

/** An ordinary tag that no representation of ours has; only the bare star means any. */
const QUOTED_STAR = '"*"';

/** The tags of a header, without quotes and without `W/`, which proxies that compress add. A bare version is taken as one. */
function tagsOf(header: string | undefined): string[] {
  return (header ?? '')
    .split(',')
    .map((tag) => tag.trim().replace(/^W\//, ''))
    .map((tag) => (tag === QUOTED_STAR ? tag : tag.replace(/^"(.*)"$/, '$1')))
    .filter((tag) => tag !== '');
}

/** The representations that a client has. */
export const knownTags = (request: IncomingMessage): string[] => tagsOf(request.headers['if-none-match']);

/**
 * The versions on which a client makes its write depend; nothing for a read.
 * @throws MALFORMED_REQUEST for a header that names none, or too many
 */
export function requiredTags(spec: EndpointSpec, request: IncomingMessage): { ifMatch?: string[] } {
  const header = request.headers['if-match'];
  if (!spec.mutates || header === undefined) return {};
  const ifMatch = tagsOf(header);
  if (ifMatch.length > 0 && ifMatch.length <= MAX_TAGS) return { ifMatch };
  throw fail('MALFORMED_REQUEST', `If-Match names 1 to ${MAX_TAGS} ETags, or *.`);
}
