/** The audit trail after the run: exactly one entry for each write that was taken, none for one that was refused (A13, A22). */
import { setTimeout as delay } from 'node:timers/promises';
import type { EndpointId } from '../../shared/contracts/index.ts';
import type { Principal } from '../site/principals.ts';
import type { Site } from '../site/site.ts';
import { type Finding, finding } from './finding.ts';

export interface Write {
  readonly endpoint: EndpointId;
  readonly taken: boolean;
}

/** These record even what they refuse, or nothing when nothing changed; each is told so in its contract. */
const MAY_BE_SILENT = new Set<string>([
  'account.cla.accept',
  'account.logout',
  'account.notifications.read',
  'account.passwordReset',
  'account.register',
  'admin.companies.update',
  'admin.users.update',
  'companies.members.add',
  'companies.members.update',
  'companies.update',
  'datasheets.revise',
  'projects.edit',
  'projects.standards.add',
  'standards.batchUpgrade',
  'standards.edit',
  'standards.update',
  'standards.workingCopy.save',
  'wiki.standards.directAdopt',
]);

const PAGE = 200;
const WAIT_MS = 20_000;

export async function checkTrail(site: Site, administrator: Principal, writes: ReadonlyMap<string, Write>): Promise<Finding[]> {
  const entries = await readTrail(site, administrator, writes);
  const found: Finding[] = [];
  for (const [requestId, { endpoint, taken }] of writes) {
    const count = entries.get(requestId) ?? 0;
    const wanted = taken ? (MAY_BE_SILENT.has(endpoint) ? [0, 1] : [1]) : [0];
    if (!wanted.includes(count))
      found.push(
        finding(
          'audit trail',
          endpoint,
          `${taken} ${count}`,
          `request ${requestId} was ${taken ? 'taken' : 'refused'} and has ${count} audit entries`,
        ),
      );
  }
  return found;
}

/** How many entries each request left; waits for those that are still on their way. */
async function readTrail(site: Site, administrator: Principal, writes: ReadonlyMap<string, Write>): Promise<Map<string, number>> {
  const until = Date.now() + WAIT_MS;
  for (;;) {
    const counts = new Map<string, number>();
    let total = 1;
    for (let offset = 0; offset < total; offset += PAGE) {
      const page = await site.asker(administrator).call('admin.audit.list', { limit: PAGE, offset });
      total = page.total;
      for (const { request_id: id } of page.entries) counts.set(id, (counts.get(id) ?? 0) + 1);
    }
    const late = [...writes].some(([id, { endpoint, taken }]) => taken && !MAY_BE_SILENT.has(endpoint) && !counts.has(id));
    if (!late || Date.now() > until) return counts;
    await delay(500);
  }
}
