/**
 * The error for bytes that could not be stored, 503 with a reason of its own, and the check for it: a full
 * disk, an unavailable bucket, a store that nodes do not share (R7).
 */
import { apiError, toErrorInfo } from '../kernel/errors/errors.ts';

const REASON = 'bytes_not_stored';

/** Nothing is recorded, so the client may send the bytes again. */
export const storageUnavailable = (): Error =>
  apiError('SERVICE_UNAVAILABLE', 'File storage is temporarily unavailable. Try again later.', {
    metadata: { reason: REASON },
  });

/** Whether a call failed with this error, after which no record names the bytes. */
export const isStorageUnavailable = (error: unknown): boolean =>
  toErrorInfo(error).extras.metadata?.reason === REASON;
