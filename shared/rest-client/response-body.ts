/** Reads the body of a response for `SpecificationClient`: its JSON, or the typed error of a problem document. */
import { ApiError } from './api-error.ts';
import { isJsonObject, type JsonValue } from './json.ts';
import { UnusableResponseError } from './response-errors.ts';
import type { HttpResponse } from './transport.ts';

/**
 * The JSON text of a successful response, and its value.
 * @param title the request in messages
 * @throws ApiError for an error response; UnusableResponseError for a redirect, or no JSON
 */
export function readJson<T>(response: HttpResponse, title: string): { text: string; value: T } {
  const { status, headers, bytes } = response;
  if (status >= 400) throw toApiError(response, title);
  if (status < 200 || status >= 300)
    throw new UnusableResponseError(
      `${title} is redirected to ${headers.get('location') ?? 'another address'}: use the URL of the service itself`,
    );
  const text = new TextDecoder().decode(bytes);
  return { text, value: parseJson(text, `the response to ${title} (${status})`) };
}

/**
 * The error of a response, whose problem document is empty when the response is none, as from a proxy.
 * @throws UnusableResponseError for JSON that is no object
 */
export function toApiError({ status, headers, bytes }: HttpResponse, title: string): ApiError {
  const isJson = headers.get('content-type')?.includes('json') === true;
  const what = `the response to ${title} (${status})`;
  const problem: JsonValue = isJson ? parseJson(new TextDecoder().decode(bytes), what) : {};
  if (!isJsonObject(problem)) throw new UnusableResponseError(`${what} is not a JSON object`);
  return new ApiError(status, problem, title, headers);
}

/** @throws UnusableResponseError */
export function parseJson<T>(text: string, what: string): T {
  try {
    return JSON.parse(text);
  } catch {
    throw new UnusableResponseError(`${what} is not JSON`);
  }
}
