/**
 * ETags of responses, `<version>-<digest>`: built from a result or, by `ctx.revalidate`, before content is read;
 * compared with `If-None-Match`; and the version inside them, which `If-Match` needs.
 */
import { sha256 } from '../../hash.ts';

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
