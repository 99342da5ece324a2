/** `If-Match` on a write (decisions G12, X2): the ETag, the bare version, `*`, or a list of which one must match. */
import type { EndpointSpec } from '../contracts/endpoint.ts';
import { versionIn } from './conditional.ts';
import { fail } from './errors.ts';
import { invalid } from './params.ts';

/** More than a client has open of one resource. */
export const MAX_TAGS = 20;

/** Whether a write names the version it read in its body, for which the header is another name. */
export const takesBaseVersion = ({ body }: EndpointSpec): boolean => body !== undefined && 'baseVersion' in body;

/** The versions that a condition allows; null for none, and for `*`, which every resource that is there fulfils. */
export const versionsOf = (tags: readonly string[] | null): string[] | null =>
  tags === null || tags.includes('*') ? null : tags.map(versionIn);

/** Whether the body of a write names the version it read: then the header must allow that one, and chooses none. */
export const namesBaseVersion = (sent: Readonly<Record<string, unknown>>): boolean => baseVersionIn(sent) !== undefined;

const baseVersionIn = (sent: Readonly<Record<string, unknown>>): unknown => sent.baseVersion ?? sent.base_version;

/**
 * The parameters of a write that takes `baseVersion`, with the first version of the header where the body names none.
 * @throws VALIDATION_ERROR when header and body name different ones
 */
export function withBaseVersion(
  sent: Readonly<Record<string, unknown>>,
  versions: readonly string[],
): Readonly<Record<string, unknown>> {
  if (!namesBaseVersion(sent)) return { ...sent, baseVersion: versions[0] };
  const named = baseVersionIn(sent);
  if (typeof named === 'string' && versions.includes(named)) return sent;
  throw invalid([{ path: 'baseVersion', message: 'If-Match and baseVersion differ; send one of them.' }]);
}

/**
 * @param versions that the caller allows; null: any
 * @param current null where the resource has no version, or is not there
 * @throws PRECONDITION_FAILED, before anything is written
 */
export function assertMatches(versions: readonly string[] | null, current: string | null): void {
  if (versions === null || (current !== null && versions.includes(current))) return;
  throw fail(
    'PRECONDITION_FAILED',
    current === null
      ? 'If-Match names a version of something that has none. Send the request without it.'
      : 'This has changed since you read it. Read it again, and send its new ETag as If-Match.',
  );
}
