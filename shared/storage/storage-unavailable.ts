/**
 * The error for bytes that could not be stored, 503 with a reason of its own, and the check for it: a full
 * disk, an unavailable bucket, a store that nodes do not share.
 */
import { apiError, toErrorInfo } from '../kernel/errors/errors.ts';
import { hasSystemCode } from '../kernel/errors/system-code.ts';

const REASON = 'bytes_not_stored';

const FULL = 'The disk for files is full. Nothing was stored; try again when the operator has freed space.';
const UNAVAILABLE = 'File storage is temporarily unavailable. Try again later.';

/**
 * Nothing is recorded, so the client may send the bytes again.
 * @param cause for the log of the operator
 */
export function storageUnavailable(cause?: unknown): Error {
  const isFull = hasSystemCode(cause, 'ENOSPC', 'EDQUOT');
  const metadata = { reason: REASON };
  return Object.assign(apiError('SERVICE_UNAVAILABLE', isFull ? FULL : UNAVAILABLE, { metadata }), { cause });
}

/** Whether a call failed with this error, after which no record names the bytes. */
export const isStorageUnavailable = (error: unknown): boolean =>
  toErrorInfo(error).extras.metadata?.reason === REASON;
