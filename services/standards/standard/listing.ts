/** The list of standards: by pages for everybody, in parts for the gateway, which sends all of it. */

import type { Params } from '../../../shared/contracts/endpoint.ts';
import { LIST_CAP } from '../../../shared/contracts/shapes.ts';
import { standardsListing } from '../../../shared/contracts/standards/listing.ts';
import type { Call } from '../../../shared/kernel/call.ts';
import { notFound } from '../../../shared/kernel/errors.ts';
import { admit, type Handlers } from '../../../shared/kernel/implement.ts';
import type { Resources } from '../access.ts';
import { ownPlaces, placeOf, type Scope } from '../subject.ts';
import { cursorOf, type Listing } from './list-order.ts';
import type { StandardRecord } from './model.ts';
import { presentCompact, presentStandard, type StandardCompact } from './present.ts';
import type { Standards } from './repository.ts';
import { sectionNames } from './section-names.ts';

type Contracts = typeof standardsListing;
/** Which list, and in which form. */
type Asked = Omit<Params<Contracts['standards.listPart']>, 'after' | 'at_most'>;

/** What a part may have, as JSON: a description alone may have 60 KB, and a part lies in the gateway until a slow reader has taken it (H35). */
const PART_BYTES = 256 * 1024;

export const listingActions = (standards: Standards): Handlers<Contracts, Resources> => ({
  async 'standards.list'({ page, per_page, ...asked }, call) {
    const { rows, total } = await standards.page(await listingOf(asked, call), page, per_page ?? LIST_CAP);
    // Without per_page there is one page.
    const shown = per_page === undefined && page > 1 ? [] : rows;
    const truncated = per_page === undefined && page === 1 && rows.length < total;
    return { standards: await present(shown, asked, call), total, page, per_page: per_page ?? null, truncated };
  },

  async 'standards.listPart'({ after, at_most, ...asked }, call) {
    // The same door as the list's own.
    admit(standardsListing['standards.list'], call.principal);
    const listing = await listingOf(asked, call);
    const { rows, next } = await standards.part(listing, after ?? null, at_most);
    const shown = firstOf(await present(rows, asked, call), PART_BYTES);
    const cutAt = shown.length < rows.length ? rows[shown.length - 1] : undefined;
    return { standards: shown, next: cutAt ? cursorOf(listing, cutAt) : next };
  },
});

/** The first rows, one at least, as many as have so many bytes as JSON. */
function firstOf(rows: StandardCompact[], most: number): StandardCompact[] {
  let bytes = 0;
  const beyond = rows.findIndex((row) => {
    bytes += Buffer.byteLength(JSON.stringify(row));
    return bytes > most;
  });
  return beyond < 0 ? rows : rows.slice(0, Math.max(1, beyond));
}

/** The list as this caller may see it. @throws NOT_FOUND for a project out of reach */
async function listingOf(
  { subject_type, project_id, company_id, sort, sort_order, format: _, ...filter }: Asked,
  call: Call,
): Promise<Listing> {
  const scopes = await listedScopes({ subject_type, project_id, company_id }, call);
  return { ...filter, scopes, sort: sort ?? 'category', descending: sort_order === 'desc' };
}

/** The rows in the form asked for. */
async function present(rows: readonly StandardRecord[], { project_id, format }: Asked, call: Call): Promise<StandardCompact[]> {
  const hasSections = rows.some((row) => row.subject_type === 'project');
  const sections = hasSections && project_id !== undefined ? await sectionNames(project_id, call) : null;
  const show = format === 'compact' ? presentCompact : presentStandard;
  return rows.map((row) => show(row, sections));
}

type Narrowing = Pick<Asked, 'subject_type' | 'project_id' | 'company_id'>;

/** The scopes a list shows: global, company and personal, and a project's when it is named. @throws NOT_FOUND for a project out of reach */
async function listedScopes({ subject_type, project_id, company_id }: Narrowing, call: Call): Promise<Scope[]> {
  const scopes = ownPlaces(call, 'standard:read').filter(
    (scope) => scope.subject_type !== 'company' || company_id === undefined || scope.subject_id === company_id,
  );
  if (project_id !== undefined) {
    const place = await placeOf({ subject_type: 'project', subject_id: project_id }, call);
    if (!place.project) throw notFound();
    if (call.permits('standard:read', place.subject)) scopes.push(place.scope);
  }
  return scopes.filter((scope) => subject_type === undefined || scope.subject_type === subject_type);
}
