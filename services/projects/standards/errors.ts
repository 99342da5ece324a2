/** The error of pinning a standard without a published revision. */
import { apiError } from '../../../shared/kernel/errors/errors.ts';

export const notPublishedError = (): Error =>
  apiError(
    'NOT_PUBLISHED',
    'The standard has no saved revision yet, so there is nothing to pin. Publish it first.',
  );
