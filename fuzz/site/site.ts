/** The service under test with everybody who talks to it, and what has been seen of it. */
import type { Asker } from '../../scripts/rest-client/client.ts';
import { placeParams, type RestId, readAnswer, type Told } from '../../scripts/rest-client/endpoints.ts';
import type { EndpointId } from '../../shared/contracts/index.ts';
import { type Draft, encode, type FilePart, render } from '../draft.ts';
import { harvest } from '../harvest.ts';
import { kindsInPath } from '../kinds.ts';
import { Pool } from '../pool.ts';
import type { Wire, WireAnswer } from '../wire.ts';
import type { Mails } from './mails.ts';
import type { Principal } from './principals.ts';

/** A request with its answer. */
export interface Exchange {
  readonly draft: Draft;
  readonly who: Principal;
  /** The `X-Request-Id` it was sent with; null when a mutation sent another. */
  readonly requestId: string | null;
  readonly answer: WireAnswer;
  /** The parsed body of a JSON answer. */
  readonly json: unknown;
}

export class Site {
  readonly pool = new Pool();
  readonly wire: Wire;
  readonly mails: Mails;
  readonly #principals = new Map<string, Principal>();
  readonly #run: string;
  #count = 0;

  constructor(wire: Wire, mails: Mails, run: string) {
    this.wire = wire;
    this.mails = mails;
    this.#run = run;
  }

  admit(principal: Principal): Principal {
    this.#principals.set(principal.name, principal);
    return principal;
  }

  /** Takes somebody away who was only needed while the site was built. */
  dismiss({ name }: Principal): void {
    this.#principals.delete(name);
  }

  get principals(): Principal[] {
    return [...this.#principals.values()];
  }

  principal(name: string): Principal {
    const known = this.#principals.get(name);
    if (!known) throw new Error(`nobody is called ${name}`);
    return known;
  }

  /** Sends a draft as its principal and learns from the answer. */
  async send(draft: Draft): Promise<Exchange> {
    const who = this.principal(draft.who);
    this.#count += 1;
    const own = `${this.#run}.${this.#count}`;
    const requestId = 'x-request-id' in draft.headers ? null : own;
    const answer = await this.wire.send(
      render({ ...draft, headers: { 'x-request-id': own, ...draft.headers } }, who.credential, this.wire.base),
    );
    const exchange = { draft, who, requestId, answer, json: parse(answer) };
    if (answer.status >= 200 && answer.status < 300 && draft.endpoint) this.#learn(draft.endpoint, exchange);
    return exchange;
  }

  /** Somebody who builds the site: every call has to succeed. */
  asker({ name }: Principal): Asker {
    return { call: (id, ...[params]) => this.#must(name, id, params ?? {}) };
  }

  async #must<K extends RestId>(who: string, endpoint: K, params: object): Promise<Told<K>> {
    const { method, pattern, path, query, body } = placeParams(endpoint, params);
    const { files, ...members }: { files?: unknown; [member: string]: unknown } = body ?? {};
    const { answer, json } = await this.send({
      who,
      endpoint,
      method,
      template: pattern,
      path: Object.fromEntries(Object.entries(path).map(([name, value]) => [name, encode(String(value))])),
      query: Object.entries(query),
      ...(body ? { body: members } : {}),
      ...(Array.isArray(files) ? { files: await Promise.all(files.map(partOf)) } : {}),
      headers: {},
    });
    if (answer.status >= 300) throw new Error(`${who} ${endpoint} answered ${answer.status}: ${answer.text.slice(0, 600)}`);
    return readAnswer(endpoint, json);
  }

  #learn(endpoint: EndpointId, { draft, who, json }: Exchange): void {
    const about: Record<string, string | number> = {};
    const kinds = kindsInPath(endpoint);
    for (const [name, value] of Object.entries(draft.path)) {
      const kind = kinds.get(name) ?? '';
      if (kind !== '') about[kind] = /^\d{1,15}$/.test(value) ? Number(value) : value;
    }
    const body = typeof draft.body === 'object' && draft.body !== null ? Object.entries(draft.body) : [];
    for (const [name, value] of body) if (name === 'project_id' && typeof value === 'number') about.project = value;
    harvest(this.pool, { endpoint, who, about }, json);
  }
}

const partOf = async (file: File): Promise<FilePart> => ({ name: file.name, type: file.type, content: await file.text() });

function parse({ headers, text }: WireAnswer): unknown {
  if (headers['content-type']?.includes('json') !== true || text === '') return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
