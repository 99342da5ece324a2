/** Sends one request of a client and reads its whole response, by `fetch` in browsers and in Node. */

import { ResponseTimeoutError, UnusableResponseError } from './response-errors.ts';
import { sendWithProgress, type UploadProgress } from './upload-progress.ts';

/** Longest response, in bytes: several times the largest standard. */
const MAX_RESPONSE_BYTES = 128 * 1024 * 1024;

export interface HttpRequest {
  url: string;
  method: string;
  /** The request in error messages: method and path. */
  title: string;
  headers: Readonly<Record<string, string>>;
  body?: string | FormData | undefined;
  /** For the request with its response. */
  timeoutMs?: number | undefined;
  signal?: AbortSignal | undefined;
  onProgress?: ((progress: UploadProgress) => void) | undefined;
  followsRedirects?: boolean;
}

/** A response that was read to its end. */
export interface HttpResponse {
  status: number;
  headers: Headers;
  bytes: Uint8Array;
}

/**
 * Sends a request and reads its response. Follows no redirect.
 * @throws TypeError without a connection; ResponseTimeoutError; UnusableResponseError for a response that is too
 *   long or a redirect in a browser; the reason of the signal
 */
export async function exchange(request: HttpRequest): Promise<HttpResponse> {
  const { signal, timeoutMs, title } = request;
  const stop = new AbortController();
  const onAbort = (): void => stop.abort(signal?.reason);
  signal?.throwIfAborted();
  signal?.addEventListener('abort', onAbort);
  const timer =
    timeoutMs === undefined
      ? undefined
      : setTimeout(
          () =>
            stop.abort(new ResponseTimeoutError(`no whole response to ${title} in ${timeoutMs / 1_000} s`)),
          timeoutMs,
        );
  try {
    const response = await send({ ...request, signal: stop.signal });
    return { status: response.status, headers: response.headers, bytes: await readBytes(response, title) };
  } finally {
    clearTimeout(timer);
    signal?.removeEventListener('abort', onAbort);
  }
}

/** The response once its headers are there. */
export async function send(request: HttpRequest): Promise<Response> {
  if (request.onProgress && request.body instanceof FormData)
    return sendWithProgress(request, request.body, request.onProgress);
  const { url, method, headers, body = null, signal = null, followsRedirects = false } = request;
  return fetch(url, { method, headers, body, signal, redirect: followsRedirects ? 'follow' : 'manual' });
}

/** @throws UnusableResponseError when the body is too long */
async function readBytes(response: Response, title: string): Promise<Uint8Array> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  // Not every browser can iterate a stream.
  const reader = response.body?.getReader();
  for (let part = await reader?.read(); part && !part.done; part = await reader?.read()) {
    length += part.value.length;
    if (length > MAX_RESPONSE_BYTES) {
      await reader?.cancel();
      throw new UnusableResponseError(`the response to ${title} is longer than ${MAX_RESPONSE_BYTES} bytes`);
    }
    chunks.push(part.value);
  }
  const bytes = new Uint8Array(length);
  let at = 0;
  for (const chunk of chunks) {
    bytes.set(chunk, at);
    at += chunk.length;
  }
  return bytes;
}
