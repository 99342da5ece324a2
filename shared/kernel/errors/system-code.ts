/**
 * Checks whether an error of Node, of a driver or of a server has one of some codes. For errors of the API:
 * `hasErrorCode` in `errors.ts`.
 */

/** Whether an error has one of these codes. */
export const hasSystemCode = (error: unknown, ...codes: readonly (number | string)[]): boolean =>
  typeof error === 'object' && error !== null && 'code' in error && codes.some((code) => code === error.code);
