/** A small REST client as a caller would write one: a credential, JSON in, JSON out, problems as errors. */
import { type RestId, readAnswer, requestOf, type Sent, type Told } from './endpoints.ts';
import type { Json } from './json.ts';

/** An error answer: the status and the problem document. */
export class Refused extends Error {
  readonly status: number;
  readonly problem: Json;

  constructor(status: number, problem: Json, request: string) {
    super(`${request} answered ${status} ${String(problem.code ?? '')}: ${String(problem.detail ?? '')}`);
    this.status = status;
    this.problem = problem;
  }
}

/** Nobody is signed in by a success: the address has to be verified, or the account approved, first. */
export class NotSignedIn extends Error {}

export interface Answer {
  status: number;
  headers: Headers;
  body: Json;
}

interface Credential {
  key?: string;
  cookie?: string;
}

type Headed = Readonly<Record<string, string>>;
/** What a call is given; parameters may be left out where none is required. */
export type Args<K extends RestId> =
  Record<never, never> extends Sent<K> ? [params?: Sent<K>, headers?: Headed] : [params: Sent<K>, headers?: Headed];

/** Whoever asks endpoints by their names. */
export type Asker = Pick<Client, 'call'>;

export class Client {
  readonly base: string;
  readonly credential: Credential;

  constructor(base: string, credential: Credential = {}) {
    this.base = base.replace(/\/+$/, '');
    this.credential = credential;
  }

  /** The same service as somebody else. */
  as(credential: Credential): Client {
    return new Client(this.base, credential);
  }

  // ---- endpoints by their names in the contract: what is sent and told has the declared types ------------------------------

  /**
   * Calls an endpoint.
   * @throws Refused unless the answer is a success; Error when it is not as declared
   */
  async call<K extends RestId>(id: K, ...[params, headers]: Args<K>): Promise<Told<K>> {
    const { method, path, body } = requestOf(id, params ?? {});
    return readAnswer(id, await this.send(method, path, body, headers));
  }

  /** The refusal a call must meet; an error when it succeeds. */
  refused<K extends RestId>(id: K, ...[params]: Args<K>): Promise<Refused> {
    const { method, path, body } = requestOf(id, params ?? {});
    return this.refusal(method, path, body);
  }

  /**
   * Signs in or registers: the client with the session cookie of the answer.
   * @throws Refused; NotSignedIn when there is none
   */
  async session<K extends 'account.login' | 'account.register'>(id: K, params: Sent<K>): Promise<Client> {
    const { method, path, body } = requestOf(id, params);
    const answer = await this.exchange(method, path, body);
    if (answer.status >= 400) throw new Refused(answer.status, answer.body, `${method} ${path}`);
    const cookie = answer.headers.getSetCookie()[0]?.split(';')[0];
    if (!cookie) throw new NotSignedIn(`${path} answered ${answer.status} and set no session cookie`);
    return this.as({ cookie });
  }

  // ---- raw requests: whatever is sent goes out, whatever comes back is JSON ------------------------------------------------

  /** The raw exchange; a text goes out as it is. JSON is parsed, other bytes stay in `body.bytes` as base64. Follows no redirect. */
  async exchange(method: string, path: string, body?: object | FormData | string, headers: Headed = {}): Promise<Answer> {
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
    const read: Json = json
      ? JSON.parse(await response.text())
      : { bytes: Buffer.from(await response.arrayBuffer()).toString('base64') };
    return { status: response.status, headers: response.headers, body: read };
  }

  /** @throws Refused unless the answer is a success */
  async send(method: string, path: string, body?: object | FormData, headers: Headed = {}): Promise<Json> {
    const answer = await this.exchange(method, path, body, headers);
    if (answer.status >= 400) throw new Refused(answer.status, answer.body, `${method} ${path}`);
    return answer.body;
  }

  get(path: string): Promise<Json> {
    return this.send('GET', path);
  }
  post(path: string, body: object | FormData = {}): Promise<Json> {
    return this.send('POST', path, body);
  }
  put(path: string, body: object): Promise<Json> {
    return this.send('PUT', path, body);
  }

  /** The refusal a request must meet; an error when it succeeds. */
  async refusal(method: string, path: string, body?: object): Promise<Refused> {
    const answer = await this.exchange(method, path, body);
    if (answer.status < 400) throw new Error(`${method} ${path} was expected to be refused, but answered ${answer.status}`);
    return new Refused(answer.status, answer.body, `${method} ${path}`);
  }
}
