/**
 * Conditional reads (decision X2). An ETag is `<version>-<digest>`: the version is what a write compares (`If-Match`), the digest names
 * everything else the representation depends on. A handler that knows these things before it reads content says so (`call.revalidate`); for
 * every other read they are the bytes themselves.
 */
import type { EndpointSpec } from '../../contracts/endpoint.ts';
import { sha256 } from '../../hash.ts';

/** A result as the gateway sends it out: as JSON, which it need not read, and without JSON where not modified already. */
export interface Representation {
  /** Of a read of one resource. */
  etag: string | null;
  json: string | null;
}

/** @param version null where the resource has none */
export const buildEtag = (version: string | null, content: string): string =>
  version === null ? sha256(content) : `${version}-${sha256(content)}`;

/** The ETag of a read without a version that shows this; a write of the same thing compares it. */
export const contentEtag = (shown: unknown): string => buildEtag(null, JSON.stringify(shown));

/** The part of an ETag that a write compares; a bare version is one already, a digest without a version all of it. */
export const versionFromEtag = (tag: string): string => tag.replace(/-[0-9a-f]{64}$/, '');

/** Whether one of the tags that a caller has names this representation; `*` names any. */
export const matchesEtag = (tag: string, ifNoneMatch: readonly string[]): boolean =>
  ifNoneMatch.includes(tag) || ifNoneMatch.includes('*');

/** Thrown where a read finds that its caller has the representation already: one error for all, since nobody asks where it came from. */
export const NOT_MODIFIED = new Error('not modified');

/** The tags in the meta of a call; null where the caller wants the result itself. */
export const parseEtags = (sent: unknown): string[] | null =>
  Array.isArray(sent) ? sent.filter((tag) => typeof tag === 'string') : null;

/**
 * What a handler answered, as a representation.
 * @param etag as it was known before; null: it follows from the bytes
 */
export function toRepresentation(
  spec: EndpointSpec,
  result: unknown,
  { etag, ifNoneMatch }: { etag: string | null; ifNoneMatch: readonly string[] },
): Representation {
  const json = JSON.stringify(result);
  if (spec.etag === undefined) return { etag: null, json };
  const tag = etag ?? buildEtag(findVersionMember(spec, result), json);
  return { etag: tag, json: matchesEtag(tag, ifNoneMatch) ? null : json };
}

/** The member of a result that is its version (G23). */
function findVersionMember({ etag }: EndpointSpec, result: unknown): string | null {
  if (etag === undefined || etag === 'bytes' || typeof result !== 'object' || result === null) return null;
  const value = Object.entries(result).find(([name]) => name === etag)?.[1];
  return typeof value === 'string' ? value : null;
}

/** @throws Error for anything else: only the gateway asks for one, and only our services answer */
export function parseRepresentation(answer: unknown): Representation {
  if (typeof answer === 'object' && answer !== null && 'etag' in answer && 'json' in answer) {
    const { etag, json } = answer;
    if ((etag === null || typeof etag === 'string') && (json === null || typeof json === 'string')) return { etag, json };
  }
  throw new Error('the service did not return a representation');
}
