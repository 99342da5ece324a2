/** The answer to bytes that did not get where they are kept: a full disk, a bucket that is away, a store that nodes do not share (R7). */
import { fail, readError } from '../kernel/errors.ts';

const REASON = 'bytes_not_stored';

/** No fault of the client, and nothing is recorded: it may send them again. */
export const notStored = (): Error =>
  fail('SERVICE_UNAVAILABLE', 'The files cannot be stored at the moment. Try again later.', { metadata: { reason: REASON } });

/** Whether this is what a call ended with, so that its outcome is known: no record names the bytes. */
export const isNotStored = (error: unknown): boolean => readError(error).extras.metadata?.reason === REASON;
