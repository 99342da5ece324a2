/**
 * Errors of a call without a usable response: none in time, or one that is not JSON, too long, or not as
 * the contract declares.
 */

/** No whole response came within the time of a request. */
export class ResponseTimeoutError extends Error {}

/**
 * A response that is no JSON, too long, a redirect, or not what the contract declares. The message names the
 * request.
 */
export class UnusableResponseError extends Error {}
