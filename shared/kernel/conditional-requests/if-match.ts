/** `If-Match` on a write (decisions G12, X2): the ETag, the bare version, `*`, or a list of which one must match. */
import type { EndpointSpec } from '../../contracts/endpoint.ts';
import { apiError } from '../errors/errors.ts';
import { validationError } from '../validation/params.ts';
import { versionFromEtag } from './etags.ts';

/** More than a client has open of one resource. */
export const MAX_ETAGS = 20;

/** Whether a write names the version it read in its body, for which the header is another name. */
export const acceptsBaseVersion = ({ body }: EndpointSpec): boolean => body !== undefined && 'baseVersion' in body;

/** The versions that a condition allows; null for none, and for `*`, which every resource that is there fulfils. */
export const allowedVersions = (tags: readonly string[] | null): string[] | null =>
  tags === null || tags.includes('*') ? null : tags.map(versionFromEtag);

/** Whether the body of a write names the version it read: then the header must allow that one, and chooses none. */
export const hasBaseVersion = (sent: Readonly<Record<string, unknown>>): boolean => findBaseVersion(sent) !== undefined;

const findBaseVersion = (sent: Readonly<Record<string, unknown>>): unknown => sent.baseVersion ?? sent.base_version;

/**
 * The parameters of a write that takes `baseVersion`, with the first version of the header where the body names none.
 * @throws VALIDATION_ERROR when header and body name different ones
 */
export function applyBaseVersion(
  sent: Readonly<Record<string, unknown>>,
  versions: readonly string[],
): Readonly<Record<string, unknown>> {
  if (!hasBaseVersion(sent)) return { ...sent, baseVersion: versions[0] };
  const named = findBaseVersion(sent);
  if (typeof named === 'string' && versions.includes(named)) return sent;
  throw validationError([{ path: 'baseVersion', message: 'If-Match and baseVersion differ; send only one of them.' }]);
}

/**
 * @param versions that the caller allows; null: any
 * @param current null where the resource has no version, or is not there
 * @throws PRECONDITION_FAILED, before anything is written
 */
export function assertIfMatch(versions: readonly string[] | null, current: string | null): void {
  if (versions === null || (current !== null && versions.includes(current))) return;
  throw apiError(
    'PRECONDITION_FAILED',
    current === null
      ? 'This resource has no version to compare with If-Match. Send the request without the header.'
      : 'The resource has changed since you read it. Read it again and send the new ETag as If-Match.',
  );
}
