/** An `Idempotency-Key` of a caller, as the header has it and as it travels with a call (decisions G12, G22). */

/** The key of a request, as its sender passes it to the service. */
export interface IdempotencyKey {
  /** The caller's own key. */
  key: string;
  /** Its scope: method and path, tool, or action on the bus. */
  target: string;
  /** A digest of the request: another digest under the same key is a mistake of the caller. */
  request: string;
}

export const MAX_IDEMPOTENCY_KEY_LENGTH = 255;

/** Printable ASCII, so that a key reads the same in every log and client. */
const FORMAT = /^[\x20-\x7e]+$/;

/** Whether a caller may use this text as a key. */
export const isIdempotencyKey = (text: string): boolean =>
  text.length <= MAX_IDEMPOTENCY_KEY_LENGTH && FORMAT.test(text);
