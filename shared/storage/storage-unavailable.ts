/** The answer to bytes that did not get where they are kept: a full disk, a bucket that is away, a store that nodes do not share (R7). */
import { apiError, toErrorInfo } from '../kernel/errors/errors.ts';

const REASON = 'bytes_not_stored';

/** No fault of the client, and nothing is recorded: it may send them again. */
export const storageUnavailable = (): Error =>
  apiError('SERVICE_UNAVAILABLE', 'File storage is temporarily unavailable. Try again later.', { metadata: { reason: REASON } });

/** Whether this is what a call ended with, so that its outcome is known: no record names the bytes. */
export const isStorageUnavailable = (error: unknown): boolean => toErrorInfo(error).extras.metadata?.reason === REASON;
