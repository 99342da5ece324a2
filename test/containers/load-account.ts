/**
 * An account that writes and reads through every service while containers are killed or replaced: it records each request,
 * sends one without a success again with its Idempotency-Key, and reads back what was acknowledged.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { RestClient } from '../../shared/rest-client/client.ts';
import type { JsonObject } from '../../shared/rest-client/json.ts';
import { listMember, numberMember, objectMember, stringMember } from '../../shared/rest-client/json.ts';
import { acceptAgreement, createKey, registerAccount } from '../../tools/world/accounts.ts';

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
  datasheetId: number;
  revisionCode: string;
}

/** Writes of one round: a standard, its text and revision, a project, its pin, a datasheet, its value, a file. */
const WRITES_PER_ROUND = 8;
const RETRY_DELAY_MS = 200;
/** Longer than a lost call blocks its repetition. */
const RETRY_TIMEOUT_MS = 180_000;

export class LoadAccount {
  readonly #written: Written[] = [];
  readonly #client: RestClient;
  readonly #sent: SentRequest[];
  readonly #categoryId: number;

  private constructor(client: RestClient, categoryId: number, sent: SentRequest[]) {
    this.#client = client;
    this.#categoryId = categoryId;
    this.#sent = sent;
  }

  /** Registers an account with a company, a category and a key. @param sent takes every request */
  static async register(base: string, name: string, sent: SentRequest[]): Promise<LoadAccount> {
    const session = await registerAccount(base, name, `${name} Limited`);
    await acceptAgreement(session);
    const { client } = await createKey(session);
    const category = { name: 'Concrete', subject_type: 'company' } as const;
    const { id } = await client.call('categories.create', category);
    return new LoadAccount(client, id, sent);
  }

  /** Acknowledged writes. */
  get acknowledged(): number {
    return WRITES_PER_ROUND * this.#written.length;
  }

  /** Writes a standard, a project with a datasheet of it, and a file; reads and searches in between. */
  async writeOnce(): Promise<void> {
    const name = `n${randomUUID()}`;
    const post = (path: string, body: object): Promise<JsonObject> =>
      this.#sendUntilSuccess('POST', path, body);
    const about = { name, category_id: this.#categoryId, subject_type: 'company' };
    const standardId = numberMember(await post('/api/standards', about), 'id');
    const path = `/api/standards/${standardId}`;
    await this.#sendUntilSuccess('PUT', `${path}/working-copy`, {
      elements: [{ address: '1', toc_content: name }],
      datasheetElements: [{ element_address: '1', label: 'Strength', input_type: 'text' }],
    });
    const { revision } = await post(`${path}/publish`, { summary: name });
    await this.#sendUntilSuccess('GET', path);
    await this.#sendUntilSuccess('GET', `/api/standards/search-content?query=${name}`);
    await post('/api/wiki/standards/validate', { content: `# 1 ${name}\n` });
    const projectId = numberMember(await post('/api/projects/create', { name }), 'id');
    await post(`/api/projects/${projectId}/standards`, { action: 'import', standardId });
    const sheet = await post('/api/datasheet', { standard_id: standardId, project_id: projectId, name });
    const datasheetId = numberMember(sheet, 'id');
    await post(`/api/datasheet/${datasheetId}/revise`, {
      severity: 'MINOR',
      baseVersion: stringMember(sheet, 'version'),
      changes: listMember(sheet, 'elements').map(({ id }) => ({ element_id: id, new_value: name })),
    });
    const form = new FormData();
    form.set('files', new File([name], `${name}.txt`, { type: 'text/plain' }));
    await post(`/api/files/projects/${projectId}/upload`, form);
    const revisionCode = String(Object(revision).code);
    this.#written.push({ name, standardId, projectId, datasheetId, revisionCode });
  }

  /** Reads everything back. @returns what is missing, changed or there twice, in sentences */
  async check(): Promise<string[]> {
    const wrong: string[] = [];
    for (const written of this.#written) wrong.push(...(await this.#differences(written)));
    const names = await this.#listedNames();
    const twice = names.filter((name, index) => names.indexOf(name) !== index);
    if (twice.length > 0) wrong.push(`${twice.length} standards are there twice`);
    return wrong;
  }

  async #differences(written: Written): Promise<string[]> {
    const { name, standardId, projectId, datasheetId, revisionCode } = written;
    const standard = await this.#client.get(`/api/standards/${standardId}`);
    const project = await this.#client.get(`/api/projects/details/${projectId}`);
    const sheet = await this.#client.get(`/api/datasheet/${datasheetId}`);
    const { files } = await this.#client.get(`/api/files/projects/${projectId}/list`);
    const texts = listMember(standard, 'elements').map(({ toc_content }) => toc_content);
    const values = listMember(sheet, 'elements').map(({ user_value }) => user_value);
    const fileNames = Array.isArray(files) ? files.map((file) => Object(file).name) : [];
    const isWhole = {
      standard:
        standard.name === name &&
        objectMember(standard, 'revision').code === revisionCode &&
        texts.join() === name,
      project: project.name === name,
      datasheet: values.join() === name,
      file: fileNames.join() === `${name}.txt`,
    };
    return Object.entries(isWhole)
      .filter(([, whole]) => !whole)
      .map(([kind]) => `the ${kind} of ${name} (project ${projectId}) is not as it was acknowledged`);
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
