/**
 * REST client with one credential: typed calls by endpoint name, raw requests in JSON or as forms, sign-in
 * and registration, and problem documents as errors (`ApiError`).
 */
import type { ApiCaller, CallArgs } from './api-caller.ts';
import {
  buildRequest,
  type EndpointParams,
  type EndpointResult,
  parseResponse,
  type RestEndpointId,
} from './endpoint-requests.ts';
import { isJsonObject, type JsonObject, toText } from './json.ts';
import { ResponseTimeoutError, UnusableResponseError } from './response-errors.ts';

/** Time for a request with its whole response: a save of 16 MB stays well below it on a busy service. */
const REQUEST_TIMEOUT_MS = 120_000;
/** Longest response, in bytes: several times the largest standard. */
const MAX_RESPONSE_BYTES = 128 * 1024 * 1024;

/** An error response with its problem document. */
export class ApiError extends Error {
  readonly status: number;
  readonly problem: JsonObject;

  constructor(status: number, problem: JsonObject, request: string) {
    super(`${request} answered ${status} ${toText(problem.code)}: ${toText(problem.detail)}`);
    this.status = status;
    this.problem = problem;
  }
}

/** A successful response without a session: the email must be verified, or the account approved, first. */
export class NotSignedInError extends Error {}

export interface ApiResponse {
  status: number;
  headers: Headers;
  body: JsonObject;
}

interface Credential {
  key?: string;
  cookie?: string;
}

type ExtraHeaders = Readonly<Record<string, string>>;

export class RestClient implements ApiCaller {
  readonly base: string;
  readonly credential: Credential;
  readonly #timeoutMs: number;

  /** @param timeoutMs for each request with its response */
  constructor(base: string, credential: Credential = {}, timeoutMs = REQUEST_TIMEOUT_MS) {
    this.base = base.replace(/\/+$/, '');
    this.credential = credential;
    this.#timeoutMs = timeoutMs;
  }

  /** A client of the same service with another credential. */
  withCredential(credential: Credential): RestClient {
    return new RestClient(this.base, credential, this.#timeoutMs);
  }

  // ---- typed calls: endpoints by their names in the contract ---------------------------------------------------------------

  /**
   * Calls an endpoint.
   * @throws ApiError for an error response; UnusableResponseError when the response does not match the contract;
   *   what `request` throws
   */
  async call<K extends RestEndpointId>(id: K, ...[params]: CallArgs<K>): Promise<EndpointResult<K>> {
    const { method, path, body } = buildRequest(id, params ?? {});
    return parseResponse(id, await this.requestOk(method, path, body));
  }

  /** The error of a call that must fail. @throws Error when it succeeds */
  callExpectingError<K extends RestEndpointId>(id: K, ...[params]: CallArgs<K>): Promise<ApiError> {
    const { method, path, body } = buildRequest(id, params ?? {});
    return this.requestExpectingError(method, path, body);
  }

  /**
   * Signs in or registers.
   * @returns a client with the session cookie of the response
   * @throws ApiError for an error response; NotSignedInError when there is no cookie
   */
  async openSession<K extends 'account.login' | 'account.register'>(
    id: K,
    params: EndpointParams<K>,
  ): Promise<RestClient> {
    const { method, path, body } = buildRequest(id, params);
    const response = await this.request(method, path, body);
    if (response.status >= 400) throw new ApiError(response.status, response.body, `${method} ${path}`);
    const cookie = response.headers.getSetCookie()[0]?.split(';')[0];
    if (!cookie) throw new NotSignedInError(`${path} answered ${response.status} and set no session cookie`);
    return this.withCredential({ cookie });
  }

  // ---- raw requests --------------------------------------------------------------------------------------------------------

  /**
   * Sends a request; a string is sent unchanged. Parses JSON responses; other bytes are base64 in
   * `body.bytes`. Follows no redirect.
   * @throws TypeError without a connection; ResponseTimeoutError; UnusableResponseError for invalid JSON, or
   *   a response that is too long
   */
  async request(
    method: string,
    path: string,
    body?: object | FormData | string,
    headers: ExtraHeaders = {},
  ): Promise<ApiResponse> {
    const signal = AbortSignal.timeout(this.#timeoutMs);
    try {
      return await this.#send(signal, method, path, body, headers);
    } catch (error) {
      if (!signal.aborted) throw error;
      throw new ResponseTimeoutError(
        `no whole response to ${method} ${path} in ${this.#timeoutMs / 1_000} s`,
      );
    }
  }

  async #send(
    signal: AbortSignal,
    method: string,
    path: string,
    body: object | FormData | string | undefined,
    headers: ExtraHeaders,
  ): Promise<ApiResponse> {
    const { key, cookie } = this.credential;
    const response = await fetch(`${this.base}${path}`, {
      method,
      signal,
      redirect: 'manual',
      headers: {
        ...(key ? { authorization: `Bearer ${key}` } : {}),
        // Sessions require an origin on writes, as browsers send it.
        ...(cookie ? { cookie, origin: this.base } : {}),
        ...(body && !(body instanceof FormData) ? { 'content-type': 'application/json' } : {}),
        ...headers,
      },
      ...(body
        ? { body: body instanceof FormData || typeof body === 'string' ? body : JSON.stringify(body) }
        : {}),
    });
    const json = response.headers.get('content-type')?.includes('json') === true;
    const request = `${method} ${path}`;
    const bytes = await readBytes(response, request);
    const responseBody: JsonObject = json
      ? parseBody(bytes, response.status, request)
      : { bytes: bytes.toString('base64') };
    return { status: response.status, headers: response.headers, body: responseBody };
  }

  /** @throws ApiError for an error response */
  async requestOk(
    method: string,
    path: string,
    body?: object | FormData,
    headers: ExtraHeaders = {},
  ): Promise<JsonObject> {
    const response = await this.request(method, path, body, headers);
    if (response.status >= 400) throw new ApiError(response.status, response.body, `${method} ${path}`);
    return response.body;
  }

  get(path: string): Promise<JsonObject> {
    return this.requestOk('GET', path);
  }
  post(path: string, body: object | FormData = {}): Promise<JsonObject> {
    return this.requestOk('POST', path, body);
  }
  put(path: string, body: object): Promise<JsonObject> {
    return this.requestOk('PUT', path, body);
  }

  /** The error of a request that must fail. @throws Error when it succeeds */
  async requestExpectingError(method: string, path: string, body?: object): Promise<ApiError> {
    const response = await this.request(method, path, body);
    if (response.status < 400)
      throw new Error(`${method} ${path} was expected to fail, but answered ${response.status}`);
    return new ApiError(response.status, response.body, `${method} ${path}`);
  }
}

/** @throws UnusableResponseError when the body is too long */
async function readBytes(response: Response, request: string): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let bytes = 0;
  for await (const chunk of response.body ?? []) {
    bytes += chunk.length;
    if (bytes > MAX_RESPONSE_BYTES)
      throw new UnusableResponseError(
        `the response to ${request} is longer than ${MAX_RESPONSE_BYTES} bytes`,
      );
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/**
 * The JSON of a response; of an error response always an object.
 * @throws UnusableResponseError for invalid JSON, or an error that is not an object
 */
function parseBody(bytes: Buffer, status: number, request: string): JsonObject {
  const unusable = new UnusableResponseError(`the response to ${request} (${status}) is not a JSON object`);
  try {
    const body: JsonObject = JSON.parse(new TextDecoder().decode(bytes));
    if (status < 400 || isJsonObject(body)) return body;
  } catch {
    throw unusable;
  }
  throw unusable;
}
