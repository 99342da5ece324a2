/**
 * Parsers of the headers `If-Match` and `If-None-Match`: lists of entity tags, or `*` (RFC 9110, 13.1). Also the tag of
 * the markup of a representation.
 */
import type { IncomingMessage } from 'node:http';
import type { EndpointSpec } from '../../../shared/contracts/endpoint.ts';
import { MAX_ETAGS } from '../../../shared/kernel/conditional-requests/if-match.ts';
import { apiError } from '../../../shared/kernel/errors/errors.ts';

/** A quoted star is an ordinary tag, which we never send; only a bare `*` means any. */
const QUOTED_STAR = '"*"';

/**
 * What we (`send-response.ts`) and compressing proxies such as Apache append to the tag of a compressed response.
 * Every tag of ours ends with a digest; a bare version is random and may end like this by itself.
 */
const ENCODING_SUFFIX = /(?<=[0-9a-f]{64}(?:-md)?)--?(?:gzip|br|deflate|zstd)$/;

/** Distinguishes the markup of a resource from its JSON, which has the rest of the tag. */
const MARKDOWN_SUFFIX = /(?<=[0-9a-f]{64})-md$/;

/** The tag of the markup of a representation. */
export const markdownTag = (etag: string): string => `${etag}-md`;

/**
 * The tags of a header, without quotes, without the `W/` and without the suffix that compression adds. A bare
 * version counts as a tag.
 */
const parseEntityTags = (header: string | undefined): string[] => splitTags(header).map(withoutEncoding);

/** The tags with their suffixes. */
const splitTags = (header = ''): string[] =>
  header
    .split(',')
    .map((tag) => tag.trim().replace(/^W\/(?=")/, ''))
    .map((tag) => (tag === QUOTED_STAR ? tag : tag.replace(/^"(.*)"$/, '$1')))
    .filter((tag) => tag !== '');

const withoutEncoding = (tag: string): string => tag.replace(ENCODING_SUFFIX, '');

/** The tags of the representations that a client has. */
export const readIfNoneMatch = (request: IncomingMessage): string[] =>
  parseEntityTags(request.headers['if-none-match']);

/** The tags of the representations of which a client has the markup; a bare `*` remains. */
export const readMarkdownIfNoneMatch = (request: IncomingMessage): string[] =>
  readIfNoneMatch(request).flatMap((tag) =>
    tag === '*' ? [tag] : MARKDOWN_SUFFIX.test(tag) ? [withoutMarkdown(tag)] : [],
  );

const withoutMarkdown = (tag: string): string => tag.replace(MARKDOWN_SUFFIX, '');

/**
 * The tag of If-None-Match that names this representation, as sent: the ETag of the answer 304. For a bare `*` alone it
 * is the tag itself; null where the client does not have the representation.
 */
export function findSentTag(request: IncomingMessage, etag: string): string | null {
  const tags = splitTags(request.headers['if-none-match']);
  return tags.find((tag) => withoutEncoding(tag) === etag) ?? (tags.includes('*') ? etag : null);
}

/**
 * The If-Match tags of a write; none for a read.
 * @throws MALFORMED_REQUEST for a header with none, too many, or `*` among others
 */
export function readIfMatch(spec: EndpointSpec, request: IncomingMessage): { ifMatch?: string[] } {
  const header = request.headers['if-match'];
  if (!spec.mutates || header === undefined) return {};
  const ifMatch = parseEntityTags(header).map(withoutMarkdown);
  const isAnyAmongOthers = ifMatch.length > 1 && ifMatch.includes('*');
  if (ifMatch.length > 0 && ifMatch.length <= MAX_ETAGS && !isAnyAmongOthers) return { ifMatch };
  throw apiError('MALFORMED_REQUEST', `If-Match must be * or a list of 1 to ${MAX_ETAGS} ETags.`);
}
