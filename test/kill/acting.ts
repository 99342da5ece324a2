/** People who act while processes are killed, and how each of their acts is recognised afterwards. */
import { randomUUID } from 'node:crypto';
import { setTimeout as delay } from 'node:timers/promises';
import type { Db } from 'mongodb';
import { Client, Refused } from '../../scripts/rest-client/client.ts';
import type { Json } from '../../scripts/rest-client/json.ts';
import { type Belongings, settle } from '../site/population.ts';
import { acceptAgreement, writePage } from '../site/things.ts';

export interface Act {
  action: string;
  requestId: string;
  /** Acknowledged; else nobody knows, and the effect decides. */
  acknowledged: boolean;
  /** Its last answer was that the first attempt may still come to an end: only where a process died between two steps of it. */
  waiting: boolean;
  /** Whether its effect is there; null where only its entry could tell. */
  hadEffect: ((databases: Databases) => Promise<boolean>) | null;
}

type Databases = (service: string) => Db;

interface Kind {
  action: string;
  /** Not a POST, or one that is logged each time it is done: sent once, whoever insists. */
  isOther?: boolean;
  send(person: Belongings, name: string, headers: Record<string, string>): Promise<unknown>;
  /** Whether the effect is there, where it can be told; a kind without it leaves only its entry. */
  isThere?(databases: Databases, name: string, person: Belongings): Promise<boolean>;
}

const found = async (database: Db, collection: string, filter: Json): Promise<boolean> =>
  (await database.collection(collection).countDocuments(filter)) > 0;

const KINDS: readonly Kind[] = [
  {
    action: 'categories.create',
    send: ({ key }, name, headers) => key.send('POST', '/api/categories', { name, subject_type: 'company' }, headers),
    isThere: (databases, name) => found(databases('standards'), 'categories', { name }),
  },
  {
    action: 'standards.create',
    send: ({ key, categoryId }, name, headers) =>
      key.send('POST', '/api/standards', { name, category_id: categoryId, subject_type: 'company' }, headers),
    isThere: (databases, name) => found(databases('standards'), 'standards', { name }),
  },
  {
    action: 'standards.workingCopy.save',
    isOther: true,
    async send({ session, standardId }, name, headers) {
      const { elements, version } = await session.get(`/api/standards/${standardId}/working-copy`);
      const [first, ...others] = Array.isArray(elements) ? elements : [];
      const resolvedConflicts = [{ elementId: Number(Object(first).element_id), choice: 'mine' }];
      const body = { baseVersion: version, elements: [{ ...Object(first), toc_content: name }, ...others], resolvedConflicts };
      await session.send('PUT', `/api/standards/${standardId}/working-copy`, body, headers);
    },
  },
  {
    action: 'projects.create',
    send: ({ key }, name, headers) => key.send('POST', '/api/projects/create', { name }, headers),
    isThere: (databases, name) => found(databases('projects'), 'projects', { draft_name: name }),
  },
  {
    action: 'projects.export',
    isOther: true,
    send: ({ key, projectId }, _, headers) => key.send('POST', `/api/projects/export/${projectId}`, {}, headers),
  },
  {
    action: 'datasheets.create',
    send: ({ key, projectId, standardId }, name, headers) =>
      key.send('POST', '/api/datasheet', { project_id: projectId, standard_id: standardId, name }, headers),
    async isThere(_, name, { key, projectId, standardId }) {
      const asked = new URLSearchParams({ project_id: String(projectId), standard_id: String(standardId), name });
      return (await key.get(`/api/datasheet/check-name?${asked}`)).available === false;
    },
  },
  {
    action: 'wiki.standards.create',
    send: ({ session }, name, headers) => {
      const content = `---\ntitle: ${name}\n---\n\n# 1 Scope\n\n1.1 Covers concrete.\n`;
      return session.send('POST', '/api/wiki/standards', { librarySlug: 'codes', title: name, content }, headers);
    },
    isThere: (databases, name) => found(databases('wiki-moderation'), 'pages', { title: name }),
  },
  {
    action: 'companies.members.add',
    send: ({ session, companyId }, name, headers) =>
      session.send(
        'POST',
        `/api/companies/${companyId}/members`,
        { email: `${name}@example.org`, role: 'CompanyViewer' },
        headers,
      ),
    isThere: (databases, name) => found(databases('identity'), 'pending_members', { email: `${name}@example.org` }),
  },
];

/** People with a standard and a project each, so that they do not stand in each other's way. */
export async function settlePeople(
  base: string,
  administrator: { email: string; password: string },
  count: number,
): Promise<Belongings[]> {
  const anyone = new Client(base);
  const admin = await anyone.session('account.login', administrator);
  await acceptAgreement(admin);
  await writePage(admin);
  const people: Belongings[] = [];
  for (let at = 0; at < count; at += 1) {
    const person = await settle(anyone, `person${at}`);
    await acceptAgreement(person.session);
    people.push(person);
  }
  return people;
}

/** Longer than a call that died blocks its repetition. */
const INSIST_MS = 120_000;
const AGAIN_MS = 300;

/**
 * One person acts, one kind after the other, until told to stop.
 * @param insists sends a POST that got no answer again with its Idempotency-Key until it has one (R11)
 */
export async function act(person: Belongings, acts: Act[], isOver: () => boolean, insists: boolean): Promise<void> {
  for (let turn = 0; !isOver(); turn += 1) {
    const kind = KINDS[turn % KINDS.length];
    if (!kind) return;
    const name = `n${randomUUID()}`;
    const { isThere } = kind;
    const one: Act = {
      action: kind.action,
      requestId: randomUUID(),
      acknowledged: false,
      waiting: false,
      hadEffect: isThere ? (databases) => isThere(databases, name, person) : null,
    };
    acts.push(one);
    const again = insists && !kind.isOther;
    const headers = { 'x-request-id': one.requestId, ...(again ? { 'idempotency-key': one.requestId } : {}) };
    const until = performance.now() + (again ? INSIST_MS : 0);
    do {
      try {
        await kind.send(person, name, headers);
        one.acknowledged = true;
      } catch (error) {
        // A process is away: whether it was done is seen afterwards, or by asking again.
        one.waiting = error instanceof Refused && error.problem.code === 'IDEMPOTENCY_IN_PROGRESS';
        if (again) await delay(AGAIN_MS);
      }
    } while (!one.acknowledged && performance.now() < until);
  }
}
