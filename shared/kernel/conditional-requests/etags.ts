/**
 * ETags of responses, `<version>-<digest>`: built from a result or, by `ctx.revalidate`,
 * before content is read; compared with `If-None-Match`; and the version inside them, which `If-Match` needs. Also the
 * representation of a result (ETag, JSON, status), which a service sends to the gateway.
 */
import { type EndpointSpec, successStatuses } from '../../contracts/endpoint.ts';
import { sha256 } from '../../hash.ts';

/** A result as JSON text that the gateway sends as it is; without JSON when it is not modified. */
export interface Representation {
  /** Null on lists and writes. */
  etag: string | null;
  json: string | null;
  status: number;
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
  const status = statusOf(spec, result);
  if (spec.etag === undefined) return { etag: null, json, status };
  const tag = etag ?? buildEtag(findVersionMember(spec, result), json);
  return { etag: tag, json: matchesEtag(tag, ifNoneMatch) ? null : json, status };
}

/** The status of a result, which may say itself whether something was created. */
function statusOf(spec: EndpointSpec, result: unknown): number {
  const [success = 200, otherwise = success] = successStatuses(spec);
  return spec.createdIf === undefined || findMember(result, spec.createdIf) === true ? success : otherwise;
}

/** The member of a result that is its version. */
function findVersionMember({ etag }: EndpointSpec, result: unknown): string | null {
  const value = etag === undefined || etag === 'bytes' ? null : findMember(result, etag);
  return typeof value === 'string' ? value : null;
}

function findMember(result: unknown, member: string): unknown {
  if (typeof result !== 'object' || result === null) return undefined;
  return Object.entries(result).find(([name]) => name === member)?.[1];
}

/** @throws Error for anything else, which is a defect of the service */
export function parseRepresentation(result: unknown): Representation {
  if (
    typeof result === 'object' &&
    result !== null &&
    'etag' in result &&
    'json' in result &&
    'status' in result
  ) {
    const { etag, json, status } = result;
    const isText = (value: unknown): value is string | null => value === null || typeof value === 'string';
    if (isText(etag) && isText(json) && typeof status === 'number') return { etag, json, status };
  }
  throw new Error('the service did not return a representation');
}
