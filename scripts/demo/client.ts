/** A small REST client as a caller would write one: a credential, JSON in, JSON out, problems as errors. */

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

export type Json = { [member: string]: JsonValue };
export type JsonValue = string | number | boolean | null | JsonValue[] | Json | undefined;

export interface Answer {
  status: number;
  headers: Headers;
  body: Json;
}

interface Credential {
  key?: string;
  cookie?: string;
}

export class Client {
  readonly base: string;
  readonly #credential: Credential;

  constructor(base: string, credential: Credential = {}) {
    this.base = base.replace(/\/+$/, '');
    this.#credential = credential;
  }

  /** The same service as somebody else. */
  as(credential: Credential): Client {
    return new Client(this.base, credential);
  }

  /** The raw exchange; a text goes out as it is. JSON is parsed, other bytes stay in `body.bytes` as base64. Follows no redirect. */
  async exchange(
    method: string,
    path: string,
    body?: Json | FormData | string,
    headers: Record<string, string> = {},
  ): Promise<Answer> {
    const { key, cookie } = this.#credential;
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
  async send(method: string, path: string, body?: Json | FormData, headers: Record<string, string> = {}): Promise<Json> {
    const answer = await this.exchange(method, path, body, headers);
    if (answer.status >= 400) throw new Refused(answer.status, answer.body, `${method} ${path}`);
    return answer.body;
  }

  get(path: string): Promise<Json> {
    return this.send('GET', path);
  }
  post(path: string, body: Json | FormData = {}): Promise<Json> {
    return this.send('POST', path, body);
  }
  put(path: string, body: Json): Promise<Json> {
    return this.send('PUT', path, body);
  }

  /** The refusal a request must meet; an error when it succeeds. */
  async refusal(method: string, path: string, body?: Json): Promise<Refused> {
    const answer = await this.exchange(method, path, body);
    if (answer.status < 400) throw new Error(`${method} ${path} was expected to be refused, but answered ${answer.status}`);
    return new Refused(answer.status, answer.body, `${method} ${path}`);
  }

  /** Signs in or registers: the client with the session cookie of the answer. */
  async session(path: '/api/account/login' | '/api/account/register', body: Json): Promise<Client> {
    const answer = await this.exchange('POST', path, body);
    if (answer.status >= 400) throw new Refused(answer.status, answer.body, `POST ${path}`);
    const cookie = answer.headers.getSetCookie()[0]?.split(';')[0];
    if (!cookie) throw new Error(`${path} set no session cookie`);
    return this.as({ cookie });
  }
}

// ---- reading answers: a member that is missing or of another type is an error that names it ----------------------------------

export const isJson = (value: JsonValue): value is Json => typeof value === 'object' && value !== null && !Array.isArray(value);

export function textOf(body: Json, member: string): string {
  const value = body[member];
  if (typeof value !== 'string') throw new Error(`the answer has no text '${member}': ${JSON.stringify(body).slice(0, 300)}`);
  return value;
}

export function numberOf(body: Json, member: string): number {
  const value = body[member];
  if (typeof value !== 'number') throw new Error(`the answer has no number '${member}': ${JSON.stringify(body).slice(0, 300)}`);
  return value;
}

export function objectOf(body: Json, member: string): Json {
  const value = body[member];
  if (!isJson(value)) throw new Error(`the answer has no object '${member}': ${JSON.stringify(body).slice(0, 300)}`);
  return value;
}

export function listOf(body: Json, member: string): Json[] {
  const value = body[member];
  if (!Array.isArray(value)) throw new Error(`the answer has no list '${member}': ${JSON.stringify(body).slice(0, 300)}`);
  return value.filter(isJson);
}
