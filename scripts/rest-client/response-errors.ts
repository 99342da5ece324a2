/** Errors of a service that gives no response, or one that nobody can read. */

/** No whole response came within the time of a request. */
export class ResponseTimeoutError extends Error {}

/** A response that is no JSON, too long, or not what the contract declares. The message names the request. */
export class UnusableResponseError extends Error {}
