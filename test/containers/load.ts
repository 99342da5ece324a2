/**
 * Load of accounts that write and read over HTTP while containers are killed or replaced: every request is recorded, a write
 * without a success is sent again with its Idempotency-Key, and at the end every acknowledged write is read back.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import { createKey, registerAccount } from '../../scripts/populate/accounts.ts';
import type { RestClient } from '../../scripts/rest-client/client.ts';
import type { JsonObject } from '../../scripts/rest-client/json.ts';

export interface SentRequest {
  /** `METHOD path`, without ids. */
  kind: string;
  /** Milliseconds since the start of the process. */
  at: number;
  milliseconds: number;
  /** Null without a response. */
  status: number | null;
  retryAfter: string | null;
  /** The code of an error response, or the reason why there is none. */
  code: string;
}

/** What an account has written, as it was acknowledged. */
interface Written {
  name: string;
  standardId: number;
  projectId: number;
  revisionCode: string;
}

/** Variables of a deployment without the limits of accounts, which would distort what is measured. */
export const UNLIMITED = {
  SLOT_LIMIT: '1000000',
  RATE_LIMIT_ANONYMOUS: '100000000',
  RATE_LIMIT_FREE: '100000000',
  RATE_LIMIT_COMPANY: '100000000',
  RATE_LIMIT_REGISTER: '100000000',
};

const RETRY_DELAY_MS = 200;
/** Longer than a lost call blocks its repetition. */
const RETRY_TIMEOUT_MS = 180_000;

class Account {
  readonly written: Written[] = [];
  readonly #client: RestClient;
  readonly #sent: SentRequest[];
  readonly #categoryId: number;

  constructor(client: RestClient, categoryId: number, sent: SentRequest[]) {
    this.#client = client;
    this.#categoryId = categoryId;
    this.#sent = sent;
  }

  /** Creates a standard, saves and publishes it, reads it and creates a project: four writes. */
  async writeOnce(): Promise<void> {
    const name = `n${randomUUID()}`;
    const about = { name, category_id: this.#categoryId, subject_type: 'company' };
    const standardId = Number((await this.#sendUntilSuccess('POST', '/api/standards', about)).id);
    const path = `/api/standards/${standardId}`;
    await this.#sendUntilSuccess('PUT', `${path}/working-copy`, {
      elements: [{ address: '1', toc_content: name }],
    });
    const { revision } = await this.#sendUntilSuccess('POST', `${path}/publish`, { summary: name });
    await this.#sendUntilSuccess('GET', path);
    const project = await this.#sendUntilSuccess('POST', '/api/projects/create', { name });
    this.written.push({
      name,
      standardId,
      projectId: Number(project.id),
      revisionCode: String(Object(revision).code),
    });
  }

  /** Reads everything back. @returns what is missing, changed or there twice, in sentences */
  async check(): Promise<string[]> {
    const wrong: string[] = [];
    for (const { name, standardId, projectId, revisionCode } of this.written) {
      const standard = await this.#client.get(`/api/standards/${standardId}`);
      const elements = Array.isArray(standard.elements) ? standard.elements : [];
      const isWhole =
        standard.name === name &&
        Object(standard.revision).code === revisionCode &&
        elements.length === 1 &&
        Object(elements[0]).toc_content === name;
      if (!isWhole) wrong.push(`standard ${standardId} (${name}) is not as it was acknowledged`);
      const project = await this.#client.get(`/api/projects/details/${projectId}`);
      if (!JSON.stringify(project).includes(name))
        wrong.push(`project ${projectId} (${name}) is not as it was acknowledged`);
    }
    const names = await this.#listedNames();
    const twice = names.filter((name, index) => names.indexOf(name) !== index);
    if (twice.length > 0) wrong.push(`${twice.length} standards are there twice`);
    return wrong;
  }

  async #listedNames(): Promise<string[]> {
    const names: string[] = [];
    for (let page = 1; ; page += 1) {
      const { standards } = await this.#client.get(`/api/standards?page=${page}&per_page=100`);
      const rows: unknown[] = Array.isArray(standards) ? standards : [];
      names.push(...rows.map((row) => String(Object(row).name)));
      if (rows.length < 100) return names;
    }
  }

  /** Sends a request until it succeeds. @throws Error when it is refused, or after three minutes */
  async #sendUntilSuccess(method: string, path: string, body?: object): Promise<JsonObject> {
    const headers: Record<string, string> = method === 'GET' ? {} : { 'idempotency-key': randomUUID() };
    const until = performance.now() + RETRY_TIMEOUT_MS;
    for (;;) {
      const request: SentRequest = {
        kind: `${method} ${path.replace(/\d+/g, ':id')}`,
        at: performance.now(),
        milliseconds: 0,
        status: null,
        retryAfter: null,
        code: '',
      };
      this.#sent.push(request);
      let result: JsonObject = {};
      try {
        const response = await this.#client.request(method, path, body, headers);
        request.status = response.status;
        request.retryAfter = response.headers.get('retry-after');
        request.code = String(response.body.code ?? '');
        result = response.body;
      } catch (error) {
        request.code = error instanceof Error ? error.message : String(error);
      }
      request.milliseconds = performance.now() - request.at;
      if (request.status !== null && request.status < 400) return result;
      const mayRepeat = request.status === null || request.status >= 500 || request.status === 409;
      if (!mayRepeat || performance.now() > until)
        throw new Error(`${method} ${path} answered ${request.status} ${request.code}`);
      await delay(RETRY_DELAY_MS);
    }
  }
}

/** Accounts of companies of their own, whose writes do not meet. */
export class Load {
  /** Every request, in the order in which they were sent. */
  readonly sent: SentRequest[] = [];
  readonly #accounts: Account[] = [];
  #running: Promise<unknown> = Promise.resolve();
  #isOver = false;

  private constructor() {}

  static async create(base: string, count: number): Promise<Load> {
    const load = new Load();
    const suffix = randomUUID().slice(0, 8);
    for (let at = 0; at < count; at += 1) {
      const name = `Writer${at}-${suffix}`;
      const session = await registerAccount(base, name, `${name} Limited`);
      const { client } = await createKey(session);
      const category = { name: 'Concrete', subject_type: 'company' } as const;
      const { id } = await client.call('categories.create', category);
      load.#accounts.push(new Account(client, id, load.sent));
    }
    return load;
  }

  start(): void {
    this.#isOver = false;
    this.#running = Promise.all(
      this.#accounts.map(async (account) => {
        while (!this.#isOver) await account.writeOnce();
      }),
    );
    // `stop` gives the error.
    this.#running.catch(() => undefined);
  }

  /** Ends the load; every write that has begun is finished. @throws when a request was refused */
  async stop(): Promise<void> {
    this.#isOver = true;
    await this.#running;
  }

  /** Acknowledged writes. */
  get acknowledged(): number {
    return this.#accounts.reduce((sum, { written }) => sum + 4 * written.length, 0);
  }

  /** What is not as it was acknowledged, in sentences. */
  async check(): Promise<string[]> {
    return (await Promise.all(this.#accounts.map((account) => account.check()))).flat();
  }
}

/** Requests without a success, as the client saw them. */
export const failuresIn = (sent: readonly SentRequest[]): SentRequest[] =>
  sent.filter(({ status }) => status === null || status >= 400);

/** What a run of requests looked like, in one line. */
export function describeRun(sent: readonly SentRequest[]): string {
  const failures = failuresIn(sent);
  const ends = failures.map(({ at, milliseconds }) => at + milliseconds);
  const window = failures.length === 0 ? 0 : Math.max(...ends) - Math.min(...failures.map(({ at }) => at));
  const longest = Math.max(0, ...sent.map(({ milliseconds }) => milliseconds));
  const kinds = [...new Set(failures.map(({ status, code }) => `${status ?? 'no response'} ${code}`))];
  return [
    `${sent.length} requests, ${failures.length} failed`,
    ...(failures.length > 0 ? [`over ${(window / 1000).toFixed(1)} s (${kinds.join(', ')})`] : []),
    `longest ${(longest / 1000).toFixed(1)} s`,
  ].join(', ');
}
