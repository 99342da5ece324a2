/**
 * ETags of conditional reads (decision X2): `<version>-<digest>`. The version is compared by writes
 * (`If-Match`); the digest covers everything else that the representation depends on. A handler that knows
 * both before it reads content calls `call.revalidate`; for all other reads the digest is that of the bytes.
 */
import type { EndpointSpec } from '../../contracts/endpoint.ts';
import { sha256 } from '../../hash.ts';

/** A result as JSON text that the gateway sends as it is; without JSON when it is not modified. */
export interface Representation {
  /** Null on lists and writes. */
  etag: string | null;
  json: string | null;
}

/** @param version null where the resource has none */
export const buildEtag = (version: string | null, content: string): string =>
  version === null ? sha256(content) : `${version}-${sha256(content)}`;

/** The ETag of a result without a version. */
export const contentEtag = (result: unknown): string => buildEtag(null, JSON.stringify(result));

/** The part of an ETag that a write compares: the version, or the digest of an ETag without one. */
export const versionFromEtag = (tag: string): string => tag.replace(/-[0-9a-f]{64}$/, '');

/** Whether the caller has this representation; `*` matches any. */
export const matchesEtag = (tag: string, ifNoneMatch: readonly string[]): boolean =>
  ifNoneMatch.includes(tag) || ifNoneMatch.includes('*');

/** Thrown by `revalidate` when the caller has the representation. */
export const NOT_MODIFIED = new Error('not modified');

/** The ETags in the meta of a call; null where the caller wants the result itself. */
export const parseEtags = (sent: unknown): string[] | null =>
  Array.isArray(sent) ? sent.filter((tag) => typeof tag === 'string') : null;

/** @param etag from `revalidate`; null: it is built from the bytes */
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

/** @throws Error for anything else, which is a defect of the service */
export function parseRepresentation(result: unknown): Representation {
  if (typeof result === 'object' && result !== null && 'etag' in result && 'json' in result) {
    const { etag, json } = result;
    if ((etag === null || typeof etag === 'string') && (json === null || typeof json === 'string'))
      return { etag, json };
  }
  throw new Error('the service did not return a representation');
}
