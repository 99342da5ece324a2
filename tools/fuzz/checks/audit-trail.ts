/**
 * Check of the audit trail after the run: one entry for each successful write, none for a refused one and for
 * a dry run. Listed endpoints may also have none or two. Entries of internal actions are not
 * counted: a service that works for the request has them with its id.
 */
import { setTimeout as delay } from 'node:timers/promises';
import type { EndpointId } from '../../../shared/contracts/index.ts';
import { publishedEndpoints } from '../../../shared/contracts/published-endpoints.ts';
import type { FuzzWorld } from '../world/fuzz-world.ts';
import type { FuzzPrincipal } from '../world/principals.ts';
import { createFinding, type Finding } from './finding.ts';

export interface ExpectedWrite {
  readonly endpoint: EndpointId;
  /** Succeeded, and not as a dry run. */
  readonly accepted: boolean;
}

/** Endpoints that may succeed without an entry, for example when nothing changed. */
const MAY_HAVE_NO_ENTRY = new Set<string>([
  'account.cla.accept',
  'account.logout',
  'account.notifications.read',
  'account.passwordReset',
  'account.register',
  'admin.companies.update',
  'admin.users.update',
  'categories.adopt',
  'categories.update',
  'companies.members.add',
  'companies.members.update',
  'companies.update',
  'datasheets.import',
  'datasheets.revise',
  'files.folders.reorder',
  'files.folders.update',
  'files.metadata',
  'files.move',
  'files.status',
  'libraries.update',
  'projects.edit',
  'projects.lead.appoint',
  'projects.seatProvenance.acknowledgeLapse',
  'projects.standards.add',
  'standards.batchUpgrade',
  'standards.edit',
  'standards.update',
  'standards.workingCopy.save',
  'wiki.errata.correction',
  'wiki.errata.extend',
  'wiki.roles.assign',
  'wiki.standards.directAdopt',
]);

/** A copy in a project may add a section to the draft, which has its own entry. */
const MAY_HAVE_TWO_ENTRIES = new Set<string>(['standards.customize']);

const published: ReadonlySet<string> = new Set(publishedEndpoints().map(({ id }) => id));

const PAGE = 200;
const WAIT_MS = 20_000;

export async function checkAuditTrail(
  world: FuzzWorld,
  administrator: FuzzPrincipal,
  writes: ReadonlyMap<string, ExpectedWrite>,
): Promise<Finding[]> {
  const entries = await readAuditTrail(world, administrator, writes);
  const found: Finding[] = [];
  for (const [requestId, { endpoint, accepted }] of writes) {
    const count = entries.get(requestId) ?? 0;
    const wanted = accepted ? acceptedCounts(endpoint) : [0];
    if (!wanted.includes(count))
      found.push(
        createFinding(
          'audit trail',
          endpoint,
          `${accepted} ${count}`,
          `request ${requestId} was ${accepted ? 'accepted' : 'refused or a dry run'} and has ${count} audit entries`,
        ),
      );
  }
  return found;
}

const acceptedCounts = (endpoint: EndpointId): number[] => [
  ...(MAY_HAVE_NO_ENTRY.has(endpoint) ? [0] : []),
  1,
  ...(MAY_HAVE_TWO_ENTRIES.has(endpoint) ? [2] : []),
];

/** Number of entries of each request; waits for entries that are not written yet. */
async function readAuditTrail(
  world: FuzzWorld,
  administrator: FuzzPrincipal,
  writes: ReadonlyMap<string, ExpectedWrite>,
): Promise<Map<string, number>> {
  const until = Date.now() + WAIT_MS;
  for (;;) {
    const counts = new Map<string, number>();
    let total = 1;
    for (let offset = 0; offset < total; offset += PAGE) {
      const page = await world.callerFor(administrator).call('admin.audit.list', { limit: PAGE, offset });
      total = page.total;
      for (const { request_id: id, action } of page.entries)
        if (published.has(action)) counts.set(id, (counts.get(id) ?? 0) + 1);
    }
    const late = [...writes].some(
      ([id, { endpoint, accepted }]) => accepted && !MAY_HAVE_NO_ENTRY.has(endpoint) && !counts.has(id),
    );
    if (!late || Date.now() > until) return counts;
    await delay(500);
  }
}
