/**
 * For `kill-audit.ts`: writes that accounts repeat while processes are killed, each recorded with its request id
 * and, where it can be read, a check of its effect, so that audit entries can be matched afterwards.
 */
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Db } from 'mongodb';
import { ApiError, RestClient } from '../../shared/rest-client/client.ts';
import type { JsonObject } from '../../shared/rest-client/json.ts';
import { acceptAgreement } from '../../tools/world/accounts.ts';
import { createTenant, type TenantResources } from '../../tools/world/population.ts';
import { createAdoptedPage } from '../../tools/world/resources.ts';

export interface RecordedAction {
  action: string;
  requestId: string;
  /** Whether the response was a success; without a response the effect decides. */
  acknowledged: boolean;
  /**
   * The last response was that the first attempt is still in progress: only where a process died between two
   * steps of it.
   */
  waiting: boolean;
  /** Whether it took effect; null where only the audit entry shows it. */
  hadEffect: ((databases: Databases) => Promise<boolean>) | null;
}

type Databases = (service: string) => Db;

interface ActionKind {
  action: string;
  /** Not a POST, or one that is logged on each call: sent once, also with `--retry`. */
  isSentOnce?: boolean;
  send(person: TenantResources, name: string, headers: Record<string, string>): Promise<unknown>;
  /** Whether it took effect, where that can be read; other kinds leave only an audit entry. */
  isThere?(databases: Databases, name: string, person: TenantResources): Promise<boolean>;
}

const found = async (database: Db, collection: string, filter: JsonObject): Promise<boolean> =>
  (await database.collection(collection).countDocuments(filter)) > 0;

const ACTION_KINDS: readonly ActionKind[] = [
  {
    action: 'categories.create',
    send: ({ key }, name, headers) =>
      key.requestOk('POST', '/api/categories', { name, subject_type: 'company' }, headers),
    isThere: (databases, name) => found(databases('standards'), 'categories', { name }),
  },
  {
    action: 'standards.create',
    send: ({ key, categoryId }, name, headers) =>
      key.requestOk(
        'POST',
        '/api/standards',
        { name, category_id: categoryId, subject_type: 'company' },
        headers,
      ),
    isThere: (databases, name) => found(databases('standards'), 'standards', { name }),
  },
  {
    action: 'standards.workingCopy.save',
    isSentOnce: true,
    async send({ session, standardId }, name, headers) {
      const { elements, version } = await session.get(`/api/standards/${standardId}/working-copy`);
      const [first, ...others] = Array.isArray(elements) ? elements : [];
      const resolvedConflicts = [{ elementId: Number(Object(first).element_id), choice: 'mine' }];
      const body = {
        baseVersion: version,
        elements: [{ ...Object(first), toc_content: name }, ...others],
        resolvedConflicts,
      };
      await session.requestOk('PUT', `/api/standards/${standardId}/working-copy`, body, headers);
    },
  },
  {
    action: 'projects.create',
    send: ({ key }, name, headers) => key.requestOk('POST', '/api/projects/create', { name }, headers),
    isThere: (databases, name) => found(databases('projects'), 'projects', { draft_name: name }),
  },
  {
    action: 'projects.export',
    isSentOnce: true,
    send: ({ key, projectId }, _, headers) =>
      key.requestOk('POST', `/api/projects/export/${projectId}`, {}, headers),
  },
  {
    action: 'datasheets.create',
    send: ({ key, projectId, standardId }, name, headers) =>
      key.requestOk(
        'POST',
        '/api/datasheet',
        { project_id: projectId, standard_id: standardId, name },
        headers,
      ),
    async isThere(_, name, { key, projectId, standardId }) {
      const requested = new URLSearchParams({
        project_id: String(projectId),
        standard_id: String(standardId),
        name,
      });
      return (await key.get(`/api/datasheet/check-name?${requested}`)).available === false;
    },
  },
  {
    action: 'wiki.standards.create',
    send: ({ session }, name, headers) => {
      const content = `---\ntitle: ${name}\n---\n\n# 1 Scope\n\n1.1 Covers concrete.\n`;
      return session.requestOk(
        'POST',
        '/api/wiki/standards',
        { librarySlug: 'codes', title: name, content },
        headers,
      );
    },
    isThere: (databases, name) => found(databases('wiki-moderation'), 'pages', { title: name }),
  },
  {
    action: 'companies.members.add',
    send: ({ session, companyId }, name, headers) =>
      session.requestOk(
        'POST',
        `/api/companies/${companyId}/members`,
        { email: `${name}@example.org`, role: 'CompanyViewer' },
        headers,
      ),
    isThere: (databases, name) =>
      found(databases('identity'), 'pending_members', { email: `${name}@example.org` }),
  },
];

/** Accounts with a standard and a project each, so that their writes do not conflict. */
export async function createPeople(
  base: string,
  administrator: { email: string; password: string },
  count: number,
): Promise<TenantResources[]> {
  const anyone = new RestClient(base);
  const admin = await anyone.openSession('account.login', administrator);
  await acceptAgreement(admin);
  await createAdoptedPage(admin);
  const people: TenantResources[] = [];
  for (let at = 0; at < count; at += 1) {
    const person = await createTenant(anyone, `person${at}`);
    await acceptAgreement(person.session);
    people.push(person);
  }
  return people;
}

/** Longer than a killed call blocks its repetition. */
const RETRY_TIMEOUT_MS = 120_000;
const RETRY_DELAY_MS = 300;

/**
 * One account writes, one kind after the other, until `isOver`.
 * @param retries sends a POST that got no response again with its Idempotency-Key until it has one
 */
export async function performActions(
  person: TenantResources,
  acts: RecordedAction[],
  isOver: () => boolean,
  retries: boolean,
): Promise<void> {
  for (let turn = 0; !isOver(); turn += 1) {
    const kind = ACTION_KINDS[turn % ACTION_KINDS.length];
    if (!kind) return;
    const name = `n${randomUUID()}`;
    const { isThere } = kind;
    const one: RecordedAction = {
      action: kind.action,
      requestId: randomUUID(),
      acknowledged: false,
      waiting: false,
      hadEffect: isThere ? (databases) => isThere(databases, name, person) : null,
    };
    acts.push(one);
    const again = retries && !kind.isSentOnce;
    const headers = { 'x-request-id': one.requestId, ...(again ? { 'idempotency-key': one.requestId } : {}) };
    const until = performance.now() + (again ? RETRY_TIMEOUT_MS : 0);
    do {
      try {
        await kind.send(person, name, headers);
        one.acknowledged = true;
      } catch (error) {
        // A process is down: the effect is checked afterwards, or by sending again.
        one.waiting = error instanceof ApiError && error.problem.code === 'IDEMPOTENCY_IN_PROGRESS';
        if (again) await delay(RETRY_DELAY_MS);
      }
    } while (!one.acknowledged && performance.now() < until);
  }
}
