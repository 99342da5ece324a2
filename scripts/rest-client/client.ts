/** A small REST client as a caller would write one: a credential, JSON in, JSON out, problems as errors. */
import {
  buildRequest,
  type EndpointParams,
  type EndpointResult,
  parseResponse,
  type RestEndpointId,
} from './endpoint-requests.ts';
import type { JsonObject } from './json.ts';

/** An error answer: the status and the problem document. */
export class ApiError extends Error {
  readonly status: number;
  readonly problem: JsonObject;

  constructor(status: number, problem: JsonObject, request: string) {
    super(`${request} answered ${status} ${String(problem.code ?? '')}: ${String(problem.detail ?? '')}`);
    this.status = status;
    this.problem = problem;
  }
}

/** Nobody is signed in by a success: the address has to be verified, or the account approved, first. */
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
/** What a call is given; parameters may be left out where none is required. */
export type CallArgs<K extends RestEndpointId> =
  Record<never, never> extends EndpointParams<K>
    ? [params?: EndpointParams<K>, headers?: ExtraHeaders]
    : [params: EndpointParams<K>, headers?: ExtraHeaders];

/** Whoever asks endpoints by their names. */
export type ApiCaller = Pick<RestClient, 'call'>;

export class RestClient {
  readonly base: string;
  readonly credential: Credential;

  constructor(base: string, credential: Credential = {}) {
    this.base = base.replace(/\/+$/, '');
    this.credential = credential;
  }

  /** The same service as somebody else. */
  withCredential(credential: Credential): RestClient {
    return new RestClient(this.base, credential);
  }

  // ---- endpoints by their names in the contract: what is sent and told has the declared types ------------------------------

  /**
   * Calls an endpoint.
   * @throws Refused unless the answer is a success; Error when it is not as declared
   */
  async call<K extends RestEndpointId>(id: K, ...[params, headers]: CallArgs<K>): Promise<EndpointResult<K>> {
    const { method, path, body } = buildRequest(id, params ?? {});
    return parseResponse(id, await this.requestOk(method, path, body, headers));
  }

  /** The refusal a call must meet; an error when it succeeds. */
  callExpectingError<K extends RestEndpointId>(id: K, ...[params]: CallArgs<K>): Promise<ApiError> {
    const { method, path, body } = buildRequest(id, params ?? {});
    return this.requestExpectingError(method, path, body);
  }

  /**
   * Signs in or registers: the client with the session cookie of the answer.
   * @throws Refused; NotSignedInError when there is none
   */
  async openSession<K extends 'account.login' | 'account.register'>(id: K, params: EndpointParams<K>): Promise<RestClient> {
    const { method, path, body } = buildRequest(id, params);
    const answer = await this.request(method, path, body);
    if (answer.status >= 400) throw new ApiError(answer.status, answer.body, `${method} ${path}`);
    const cookie = answer.headers.getSetCookie()[0]?.split(';')[0];
    if (!cookie) throw new NotSignedInError(`${path} answered ${answer.status} and set no session cookie`);
    return this.withCredential({ cookie });
  }

  // ---- raw requests: whatever is sent goes out, whatever comes back is JSON ------------------------------------------------

  /** The raw exchange; a text goes out as it is. JSON is parsed, other bytes stay in `body.bytes` as base64. Follows no redirect. */
  async request(
    method: string,
    path: string,
    body?: object | FormData | string,
    headers: ExtraHeaders = {},
  ): Promise<ApiResponse> {
    const { key, cookie } = this.credential;
    const response = await fetch(`${this.base}${path}`, {
      method,
      redirect: 'manual',
      headers: {
        ...(key ? { authorization: `Bearer ${key}` } : {}),
        // A browser names its page on every write; a session needs it.
        ...(cookie ? { cookie, origin: this.base } : {}),
        ...(body && !(body instanceof FormData) ? { 'content-type': 'application/json' } : {}),
        ...headers,
      },
      ...(body ? { body: body instanceof FormData || typeof body === 'string' ? body : JSON.stringify(body) } : {}),
    });
    const json = response.headers.get('content-type')?.includes('json') === true;
    const read: JsonObject = json
      ? JSON.parse(await response.text())
      : { bytes: Buffer.from(await response.arrayBuffer()).toString('base64') };
    return { status: response.status, headers: response.headers, body: read };
  }

  /** @throws Refused unless the answer is a success */
  async requestOk(method: string, path: string, body?: object | FormData, headers: ExtraHeaders = {}): Promise<JsonObject> {
    const answer = await this.request(method, path, body, headers);
    if (answer.status >= 400) throw new ApiError(answer.status, answer.body, `${method} ${path}`);
    return answer.body;
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

  /** The refusal a request must meet; an error when it succeeds. */
  async requestExpectingError(method: string, path: string, body?: object): Promise<ApiError> {
    const answer = await this.request(method, path, body);
    if (answer.status < 400) throw new Error(`${method} ${path} was expected to be refused, but answered ${answer.status}`);
    return new ApiError(answer.status, answer.body, `${method} ${path}`);
  }
}
