/** The size of a tool result in bytes, and its limit of 64 KB. */

/** Bytes of the largest result; the message around it has the rest of 64 KB. */
const MAX_RESULT_BYTES = 63 * 1024;
/** Below it a part has little more than the members that are in every part. */
const MIN_BUDGET = 1_000;

/** Bytes of a value as JSON. */
const bytesOf = (value: unknown): number => Buffer.byteLength(JSON.stringify(value) ?? '');

export const fitsMessage = (result: unknown): boolean => bytesOf(result) <= MAX_RESULT_BYTES;

/**
 * The first result that fits a message. Budgets are characters, of which some take several bytes or an escape.
 * @param budget of the first attempt; each further one has half of the one before
 * @param render the result with the lists and texts of a budget
 */
export function fitToMessage<T>(budget: number, render: (budget: number) => T): T {
  const result = render(budget);
  return fitsMessage(result) || budget < MIN_BUDGET ? result : fitToMessage(Math.floor(budget / 2), render);
}
