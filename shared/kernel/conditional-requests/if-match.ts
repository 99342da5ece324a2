/**
 * `If-Match` on a write: the versions it allows, its use as `baseVersion`, and the check against the current version.
 */
import { apiError } from '../errors/errors.ts';
import { validationError } from '../validation/params.ts';
import { versionFromEtag } from './etags.ts';

/** More than a client has of one resource. */
export const MAX_ETAGS = 20;

/**
 * The versions that `If-Match` allows; null without the header, and for `*`, which every existing resource
 * matches.
 */
export const allowedVersions = (tags: readonly string[] | null): string[] | null =>
  tags === null || tags.includes('*') ? null : tags.map(versionFromEtag);

/** Whether the body has the version that was read; the header must then allow it. */
export const hasBaseVersion = (sent: Readonly<Record<string, unknown>>): boolean =>
  findBaseVersion(sent) !== undefined;

const findBaseVersion = (sent: Readonly<Record<string, unknown>>): unknown =>
  sent.baseVersion ?? sent.base_version;

/**
 * The parameters of a write with `baseVersion`, by default the first version of the header.
 * @throws VALIDATION_ERROR when header and body differ
 */
export function applyBaseVersion(
  sent: Readonly<Record<string, unknown>>,
  versions: readonly string[],
): Readonly<Record<string, unknown>> {
  if (!hasBaseVersion(sent)) return { ...sent, baseVersion: versions[0] };
  const baseVersion = findBaseVersion(sent);
  if (typeof baseVersion === 'string' && versions.includes(baseVersion)) return sent;
  throw validationError([
    { path: 'baseVersion', message: 'If-Match and baseVersion differ; send only one of them.' },
  ]);
}

/**
 * @param versions allowed by the caller; null: any
 * @param current null where the resource has no version, or does not exist
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
