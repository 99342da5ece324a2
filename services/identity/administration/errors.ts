/** The error of publishing an agreement whose version is not the newest. */
import { apiError } from '../../../shared/kernel/errors/errors.ts';

export const staleVersionError = (currentVersion: number): Error =>
  apiError(
    'CLA_VERSION_STALE',
    `Version ${currentVersion} already exists. Publish a higher version number.`,
    { metadata: { currentVersion } },
  );
