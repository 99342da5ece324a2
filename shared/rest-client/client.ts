/**
 * The client over HTTP that our scripts, tools and tests use: each result is checked against the contract, nothing is
 * repeated or cached by itself, and requests can also be made by method and path.
 */
import type { CallArgs } from './api-caller.ts';
import { ApiError } from './api-error.ts';
import { buildRequest } from './endpoint-requests.ts';
import type { EndpointParams, RestEndpointId } from './endpoint-types.ts';
import { isJsonObject, type JsonObject, type JsonValue } from './json.ts';
import { parseJson } from './response-body.ts';
import { parseResponse } from './response-contract.ts';
import { UnusableResponseError } from './response-errors.ts';
import { type Credential, SpecificationClient } from './specification-client.ts';

export { ApiError, NotSignedInError } from './api-error.ts';

export interface ApiResponse {
  status: number;
  headers: Headers;
  body: JsonObject;
}

type ExtraHeaders = Readonly<Record<string, string>>;

export class RestClient extends SpecificationClient {
  readonly #timeoutMs: number | undefined;

  /** @param timeoutMs for each request with its response */
  constructor(base: string, credential: Credential = {}, timeoutMs?: number) {
    super(base, credential, { retryForMs: 0, cachedCharacters: 0, ...(timeoutMs ? { timeoutMs } : {}) });
    this.#timeoutMs = timeoutMs;
  }

  override withCredential(credential: Credential): RestClient {
    return new RestClient(this.base, credential, this.#timeoutMs);
  }

  override async openSession<K extends 'account.login' | 'account.register'>(
    id: K,
    params: EndpointParams<K>,
  ): Promise<RestClient> {
    const { credential } = await super.openSession(id, params);
    return this.withCredential(credential);
  }

  /** @throws UnusableResponseError when the result does not match the contract */
  protected override checkResult(id: RestEndpointId, result: unknown): void {
    parseResponse(id, result);
  }

  /** The error of a call that must fail. @throws Error when it succeeds */
  callExpectingError<K extends RestEndpointId>(id: K, ...[params]: CallArgs<K>): Promise<ApiError> {
    const { method, path, body } = buildRequest(id, params ?? {});
    return this.requestExpectingError(method, path, body);
  }

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
    const response = await this.exchange(method, path, body, { headers });
    const { status, bytes } = response;
    const isJson = response.headers.get('content-type')?.includes('json') === true;
    const responseBody = isJson
      ? parseBody(bytes, status, `the response to ${method} ${path} (${status})`)
      : { bytes: Buffer.from(bytes).toString('base64') };
    return { status, headers: response.headers, body: responseBody };
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

/**
 * The JSON of a response; of an error response always an object.
 * @throws UnusableResponseError for invalid JSON, or an error that is not an object
 */
function parseBody(bytes: Uint8Array, status: number, what: string): JsonObject {
  const body: JsonValue = parseJson(new TextDecoder().decode(bytes), what);
  // Tests ask for members of a list, too, which then are not there.
  if (status < 400 || isJsonObject(body)) return Object(body);
  throw new UnusableResponseError(`${what} is not a JSON object`);
}
