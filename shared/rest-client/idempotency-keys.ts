/** Makes the `Idempotency-Key` of a write, by which the service knows that it was repeated. */

/** A key that nobody else makes. `randomUUID` is missing on pages that came over plain HTTP. */
export const randomKey = (): string =>
  Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  );
