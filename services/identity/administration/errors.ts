/** The error of publishing an agreement whose version is not the newest. */
import { apiError } from '../../../shared/kernel/errors/errors.ts';

/** A 409 for an agreement whose version is not the newest. */
export const staleVersionError = (currentVersion: number): Error =>
  apiError(
    'CLA_VERSION_STALE',
    `Version ${currentVersion} already exists. Publish a higher version number.`,
    { metadata: { currentVersion } },
  );
