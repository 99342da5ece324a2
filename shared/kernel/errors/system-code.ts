/** The codes of errors of Node, of drivers and of servers; that of an API error is its type (`hasErrorCode`). */

/** Whether an error has one of these codes. */
export const hasSystemCode = (error: unknown, ...codes: readonly (number | string)[]): boolean =>
  typeof error === 'object' && error !== null && 'code' in error && codes.some((code) => code === error.code);
