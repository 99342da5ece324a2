/**
 * Client of the service over HTTP with one credential, for browsers and Node: typed calls by endpoint name, lists as
 * iterators, files, sign-in. It repeats what is safe to repeat, and asks with the ETag of what it has.
 */
import type { ApiCaller, CallArgsWith } from './api-caller.ts';
import { NotSignedInError } from './api-error.ts';
import { buildRequest, findRoute } from './endpoint-requests.ts';
import type { EndpointParams, EndpointResult, FileEndpointId, RestEndpointId } from './endpoint-types.ts';
import { EtagCache } from './etag-cache.ts';
import { randomKey } from './idempotency-keys.ts';
import { findListRoute, type ListEndpointId, type ListItem, nextPage, pageSize, rowsOf } from './paging.ts';
import { readJson, toApiError } from './response-body.ts';
import { sendRepeatedly } from './retries.ts';
import { exchange, type HttpRequest, type HttpResponse, send } from './transport.ts';
import type { UploadProgress } from './upload-progress.ts';

/** Time for a request with its whole response: a save of 16 MB stays well below it on a busy service. */
const CALL_TIMEOUT_MS = 120_000;
const RETRY_FOR_MS = 60_000;
const CACHED_CHARACTERS = 4_000_000;

/** An API key, or the cookie of a session outside a browser. In a browser its own cookies count without either. */
export interface Credential {
  key?: string | undefined;
  cookie?: string | undefined;
}

export interface ClientOptions {
  /** For each request with its response; default: 120,000. Uploads and downloads end only by their signal. */
  timeoutMs?: number | undefined;
  /** The last repetition begins within this time; default: 60,000. 0: nothing is repeated. */
  retryForMs?: number | undefined;
  /** Characters of JSON that are kept with their ETags; default: 4,000,000. 0: nothing is kept. */
  cachedCharacters?: number | undefined;
}

export interface CallOptions {
  /** Ends the call, which then throws the reason of the signal. */
  signal?: AbortSignal | undefined;
  /** Of a POST: for a day the same call gets the result of the first one. Default: a random one where it may be repeated. */
  idempotencyKey?: string | undefined;
  /** The version that a write is about: it is refused when there is a newer one. */
  ifMatch?: string | undefined;
  /** Called while files are uploaded; an attempt that is repeated begins at 0. */
  onProgress?: ((progress: UploadProgress) => void) | undefined;
}

export class SpecificationClient implements ApiCaller {
  /** URL of the service. */
  readonly base: string;
  readonly credential: Credential;
  readonly #options: ClientOptions;
  readonly #cache: EtagCache;

  /** @param base URL of the service, such as `https://specs.example.org`; '' on a page of the service itself */
  constructor(base: string, credential: Credential = {}, options: ClientOptions = {}) {
    this.base = base.replace(/\/+$/, '');
    this.credential = credential;
    this.#options = options;
    this.#cache = new EtagCache(options.cachedCharacters ?? CACHED_CHARACTERS);
  }

  /** A client of the same service with another credential, which shares nothing with this one. */
  withCredential(credential: Credential): SpecificationClient {
    return new SpecificationClient(this.base, credential, this.#options);
  }

  /**
   * Calls an endpoint.
   * @throws ApiError for an error response; TypeError without a connection; ResponseTimeoutError;
   *   UnusableResponseError; the reason of the signal; Error for parameters that the endpoint does not have
   */
  async call<K extends RestEndpointId>(
    id: K,
    ...[params, options]: CallArgsWith<K, CallOptions>
  ): Promise<EndpointResult<K>> {
    const result: EndpointResult<K> = await this.#callUntyped(id, params ?? {}, options);
    this.checkResult(id, result);
    return result;
  }

  /**
   * The pages of a list, from the one that the parameters name.
   * @throws what `call` throws; Error for an endpoint that is no paged list
   */
  async *pages<K extends ListEndpointId>(
    id: K,
    ...[params, options]: CallArgsWith<K, CallOptions>
  ): AsyncGenerator<EndpointResult<K>, void, undefined> {
    const route = findListRoute(id);
    let about: object | null = { ...pageSize(route), ...params };
    while (about) {
      const page = await this.#callUntyped<EndpointResult<K>>(id, about, options);
      this.checkResult(id, page);
      const next = nextPage(route, page);
      yield page;
      about = next && { ...about, ...next };
    }
  }

  /** The rows of a list, which are read page by page. @throws what `pages` throws */
  async *items<K extends ListEndpointId>(
    id: K,
    ...args: CallArgsWith<K, CallOptions>
  ): AsyncGenerator<ListItem<K>, void, undefined> {
    const route = findListRoute(id);
    for await (const page of this.pages(id, ...args)) yield* rowsOf<ListItem<K>>(route, page);
  }

  /**
   * Reads a file. The response has its bytes, and its name in `content-disposition`.
   * @throws what `call` throws
   */
  download<K extends FileEndpointId>(
    id: K,
    ...[params, { signal } = {}]: CallArgsWith<K, Pick<CallOptions, 'signal'>>
  ): Promise<Response> {
    const { method, path } = buildRequest(id, params ?? {});
    const title = `${method} ${path}`;
    const request = { ...this.#requestTo(path), method, title, signal };
    return this.#repeat(async () => {
      const response = await send({ ...request, followsRedirects: true });
      if (response.ok) return response;
      const bytes = new Uint8Array(await response.arrayBuffer());
      throw toApiError({ status: response.status, headers: response.headers, bytes }, title);
    }, signal);
  }

  /**
   * Signs in or registers outside a browser. In a browser `call` does it, and the session is in its cookies.
   * @returns a client with the session cookie of the response
   * @throws what `call` throws; NotSignedInError when there is no cookie
   */
  async openSession<K extends 'account.login' | 'account.register'>(
    id: K,
    params: EndpointParams<K>,
  ): Promise<SpecificationClient> {
    const { method, path, body } = buildRequest(id, params);
    const response = await this.exchange(method, path, body);
    const title = `${method} ${path}`;
    if (response.status >= 400) throw toApiError(response, title);
    const cookie = response.headers.getSetCookie()[0]?.split(';')[0];
    if (!cookie) throw new NotSignedInError(`${title} answered ${response.status} and set no session cookie`);
    return this.withCredential({ cookie });
  }

  /** Is called with each result; here it accepts all of them. @throws Error for one that is refused */
  protected checkResult(_id: RestEndpointId, _result: unknown): void {}

  /** Sends one request with the credential. @throws what `exchange` of the transport throws */
  protected exchange(
    method: string,
    path: string,
    body?: object | FormData | string,
    options: Pick<HttpRequest, 'signal' | 'onProgress'> & { headers?: Readonly<Record<string, string>> } = {},
  ): Promise<HttpResponse> {
    const isForm = body instanceof FormData;
    const { url, headers } = this.#requestTo(path);
    return exchange({
      url,
      method,
      title: `${method} ${path}`,
      timeoutMs: isForm && options.onProgress ? undefined : (this.#options.timeoutMs ?? CALL_TIMEOUT_MS),
      ...options,
      headers: {
        ...headers,
        ...(body && !isForm ? { 'content-type': 'application/json' } : {}),
        ...options.headers,
      },
      ...(body ? { body: isForm || typeof body === 'string' ? body : JSON.stringify(body) } : {}),
    });
  }

  #requestTo(path: string): Pick<HttpRequest, 'url' | 'headers'> {
    const { key, cookie } = this.credential;
    return {
      url: `${this.base}${path}`,
      headers: {
        ...(key ? { authorization: `Bearer ${key}` } : {}),
        // Sessions require an origin on writes, as browsers send it: without the path of the service.
        ...(cookie ? { cookie, origin: new URL(this.base).origin } : {}),
      },
    };
  }

  async #callUntyped<T>(id: string, params: object, options: CallOptions = {}): Promise<T> {
    const { method, path, body } = buildRequest(id, params);
    const { takesIdempotencyKey } = findRoute(id);
    const {
      signal,
      onProgress,
      idempotencyKey = takesIdempotencyKey && this.#retryForMs > 0 ? randomKey() : undefined,
      ifMatch,
    } = options;
    const cached = method === 'GET' ? this.#cache.find(path) : undefined;
    const headers = {
      ...(idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }),
      ...(ifMatch === undefined ? {} : { 'if-match': ifMatch }),
      ...(cached ? { 'if-none-match': cached.etag } : {}),
    };
    const sendOnce = async (): Promise<T> => {
      const response = await this.exchange(method, path, body, { signal, onProgress, headers });
      if (cached && response.status === 304) return JSON.parse(cached.text);
      const { text, value } = readJson<T>(response, `${method} ${path}`);
      const etag = method === 'GET' ? response.headers.get('etag') : null;
      if (etag !== null) this.#cache.keep(path, { etag, text });
      return value;
    };
    return method === 'GET' || takesIdempotencyKey ? this.#repeat(sendOnce, signal) : sendOnce();
  }

  get #retryForMs(): number {
    return this.#options.retryForMs ?? RETRY_FOR_MS;
  }

  #repeat<T>(sendOnce: () => Promise<T>, signal: AbortSignal | undefined): Promise<T> {
    return sendRepeatedly(sendOnce, this.#retryForMs, signal);
  }
}
