/** What is another's answers as what is not there: same status, same words (decision G4; hardening H1). */
import { kindsInPath } from '../kinds.ts';
import type { Pool } from '../pool.ts';
import type { Principal } from '../site/principals.ts';
import type { Exchange, Site } from '../site/site.ts';
import { type Finding, finding } from './finding.ts';

/** Things that only their tenant may know of; standards and categories where their scope says so. */
const PRIVATE = new Set(['project', 'datasheet', 'file', 'key', 'notification']);
const SCOPED = new Set(['standard', 'category']);
const NOBODYS = '987654321';

export async function checkSilence(site: Site, { draft, who, answer }: Exchange): Promise<Finding[]> {
  const { endpoint } = draft;
  if (endpoint === null || answer.status < 400 || draft.raw !== undefined || Object.keys(draft.headers).length > 0) return [];
  const [name] = [...kindsInPath(endpoint)].find(([each, kind]) => isForeign(site.pool, who, kind, draft.path[each] ?? '')) ?? [];
  if (name === undefined) return [];
  const missing = await site.send({ ...draft, path: { ...draft.path, [name]: NOBODYS } });
  if (missing.answer.status === answer.status && wordsOf(missing) === wordsOf({ answer })) return [];
  const what = `what is another’s answers ${answer.status} ${answer.text.slice(0, 200)}, what is not there ${missing.answer.status} ${missing.answer.text.slice(0, 200)}`;
  return [finding('another’s is as missing', endpoint, name, what)];
}

function isForeign(pool: Pool, who: Principal, kind: string, value: string): boolean {
  if (!PRIVATE.has(kind) && !SCOPED.has(kind)) return false;
  if (pool.own(kind, who).some((entry) => String(entry.value) === value)) return false;
  return pool
    .foreign(kind, who)
    .some(
      (entry) =>
        String(entry.value) === value &&
        (PRIVATE.has(kind) || entry.facts.subject_type === 'company' || entry.facts.subject_type === 'user'),
    );
}

/** The answer without what names the request itself. */
const wordsOf = ({ answer }: Pick<Exchange, 'answer'>): string =>
  answer.text.replace(/"instance":"[^"]*"/, '').replace(/"requestId":"[^"]*"/, '');
