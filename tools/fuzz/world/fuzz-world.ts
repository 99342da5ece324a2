/**
 * The fuzz world: the service under test, its principals, and the pool of values. Sends a request as its principal and
 * harvests a successful response (`../response-harvest.ts` says what). Gives callers for the set-up, which do the same
 * and throw unless a call succeeds.
 */

import { type EndpointSpec, parseHttpLine } from '../../../shared/contracts/endpoint.ts';
import { type EndpointId, endpoints } from '../../../shared/contracts/index.ts';
import type { ApiCaller } from '../../../shared/rest-client/api-caller.ts';
import { placeParams } from '../../../shared/rest-client/endpoint-requests.ts';
import type { EndpointResult, RestEndpointId } from '../../../shared/rest-client/endpoint-types.ts';
import { parseResponse } from '../../../shared/rest-client/response-contract.ts';
import { type RawRequest, type RawResponse, sendRawRequest } from '../../world/raw-http.ts';
import { type FilePart, type FuzzRequest, percentEncode, toRawRequest } from '../fuzz-request.ts';
import { pathKinds } from '../parameter-kinds.ts';
import { harvestValues } from '../response-harvest.ts';
import { ValuePool } from '../value-pool.ts';
import type { FuzzPrincipal } from './principals.ts';
import type { TokenMailbox } from './token-mailbox.ts';

/** A request with its response. */
export interface FuzzExchange {
  readonly request: FuzzRequest;
  readonly who: FuzzPrincipal;
  /** The `X-Request-Id` it was sent with; null when a mutation sent another. */
  readonly requestId: string | null;
  readonly response: RawResponse;
  /** The parsed body of a JSON response. */
  readonly json: unknown;
  /** The email addresses that the tenant of the principal has sent so far. */
  readonly sentAddresses: ReadonlySet<string>;
}

const EMAIL_ADDRESS = /[^\s"@]+@[^\s"@]+/g;

export class FuzzWorld {
  readonly pool = new ValuePool();
  readonly base: string;
  readonly mails: TokenMailbox;
  readonly #principals = new Map<string, FuzzPrincipal>();
  readonly #forSetUp = new Set<string>();
  readonly #sentAddresses = new Map<string, Set<string>>();
  readonly #run: string;
  #count = 0;

  constructor(base: string, mails: TokenMailbox, run: string) {
    this.base = base;
    this.mails = mails;
    this.#run = run;
  }

  addPrincipal(principal: FuzzPrincipal): FuzzPrincipal {
    this.#principals.set(principal.name, principal);
    return principal;
  }

  /** Keeps a principal for set-up only: it makes calls, and sends no generated request. */
  keepForSetUp({ name }: FuzzPrincipal): void {
    this.#forSetUp.add(name);
  }

  /** Those that send generated requests. */
  get principals(): FuzzPrincipal[] {
    return [...this.#principals.values()].filter(({ name }) => !this.#forSetUp.has(name));
  }

  principal(name: string): FuzzPrincipal {
    const known = this.#principals.get(name);
    if (!known) throw new Error(`no principal is called ${name}`);
    return known;
  }

  /** Sends a request as its principal and harvests the response. */
  async send(request: FuzzRequest): Promise<FuzzExchange> {
    const who = this.principal(request.who);
    this.#count += 1;
    const own = `${this.#run}.${this.#count}`;
    const requestId = 'x-request-id' in request.headers ? null : own;
    const sent = { ...request, headers: { 'x-request-id': own, ...request.headers } };
    const response = await this.#sendWithOneRetry(toRawRequest(sent, who.credential, this.base));
    const sentAddresses = this.#rememberAddresses(who.tenant, request.body);
    const exchange = { request, who, requestId, response, json: parse(response), sentAddresses };
    if (response.status >= 200 && response.status < 300 && request.endpoint)
      this.#harvest(request.endpoint, exchange);
    return exchange;
  }

  /** The email addresses that a tenant has sent so far, those in this body included. */
  #rememberAddresses(tenant: string, body: unknown): ReadonlySet<string> {
    const sent = this.#sentAddresses.get(tenant) ?? new Set();
    this.#sentAddresses.set(tenant, sent);
    for (const [address] of JSON.stringify(body ?? null).matchAll(EMAIL_ADDRESS)) sent.add(address);
    return sent;
  }

  /** Sends again when the server closed the connection: it may close an idle one, or one whose body it refused. */
  async #sendWithOneRetry(request: RawRequest): Promise<RawResponse> {
    try {
      return await sendRawRequest(this.base, request);
    } catch (error) {
      if (
        error instanceof Error &&
        'code' in error &&
        (error.code === 'ECONNRESET' || error.code === 'EPIPE')
      )
        return sendRawRequest(this.base, request);
      throw error;
    }
  }

  /** Caller for the set-up, which throws unless a call succeeds. */
  callerFor({ name }: FuzzPrincipal): ApiCaller {
    return { call: (id, ...[params]) => this.#callOk(name, id, params ?? {}) };
  }

  async #callOk<K extends RestEndpointId>(
    who: string,
    endpoint: K,
    params: object,
  ): Promise<EndpointResult<K>> {
    const spec: EndpointSpec = endpoints[endpoint];
    const { method, path: template } = parseHttpLine(spec.http ?? '');
    const { path, query, body } = placeParams(endpoint, params);
    const { files, ...members }: { files?: unknown; [member: string]: unknown } = body ?? {};
    const { response, json } = await this.send({
      who,
      endpoint,
      method,
      template,
      path: Object.fromEntries(
        Object.entries(path).map(([name, value]) => [name, percentEncode(String(value))]),
      ),
      query: Object.entries(query),
      ...(body ? { body: members } : {}),
      ...(Array.isArray(files) ? { files: await Promise.all(files.map(partOf)) } : {}),
      headers: {},
    });
    if (response.status >= 300)
      throw new Error(`${who} ${endpoint} answered ${response.status}: ${response.text.slice(0, 600)}`);
    return parseResponse(endpoint, json);
  }

  #harvest(endpoint: EndpointId, { request, who, json }: FuzzExchange): void {
    const about: Record<string, string | number> = {};
    const kinds = pathKinds(endpoint);
    for (const [name, value] of Object.entries(request.path)) {
      const kind = kinds.get(name) ?? '';
      if (kind !== '') about[kind] = /^\d{1,15}$/.test(value) ? Number(value) : value;
    }
    const body =
      typeof request.body === 'object' && request.body !== null ? Object.entries(request.body) : [];
    for (const [name, value] of body)
      if (name === 'project_id' && typeof value === 'number') about.project = value;
    harvestValues(this.pool, { endpoint, who, about }, json);
  }
}

const partOf = async (file: File): Promise<FilePart> => ({
  name: file.name,
  type: file.type,
  content: await file.text(),
});

function parse({ headers, text }: RawResponse): unknown {
  if (headers['content-type']?.includes('json') !== true || text === '') return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
