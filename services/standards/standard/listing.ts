/** The list of standards: by pages for everybody, in parts for the gateway, which sends all of it. */

import type { Params } from '../../../shared/contracts/endpoint.ts';
import { LIST_CAP } from '../../../shared/contracts/shapes.ts';
import { standardsListing } from '../../../shared/contracts/standards/listing.ts';
import type { Call } from '../../../shared/kernel/call.ts';
import { notFound } from '../../../shared/kernel/errors.ts';
import { admit, type Handlers } from '../../../shared/kernel/implement.ts';
import type { Resources } from '../access.ts';
import { filedAmong, type SectionPaths, sectionsOf } from '../category/sections.ts';
import { ownPlaces, placeOf, type Scope } from '../subject.ts';
import { cursorOf, type Listing } from './list-order.ts';
import type { CompactRecord, StandardRecord } from './model.ts';
import { presentCompact, presentStandard, type StandardCompact } from './present.ts';
import type { Page, Standards } from './repository.ts';

type Contracts = typeof standardsListing;
/** Which list, and in which form. */
type Asked = Omit<Params<Contracts['standards.listPart']>, 'after' | 'at_most'>;

/** What a part may have, as JSON: a description alone may have 60 KB, and a part lies in the gateway until a slow reader has taken it (H35). */
const PART_BYTES = 256 * 1024;

export const listingActions = (standards: Standards): Handlers<Contracts, Resources> => ({
  async 'standards.list'({ page, per_page, ...asked }, call) {
    const { listing, sections } = await readListing(standards, asked, call, 'from the start');
    const at = { page, size: per_page ?? LIST_CAP };
    const { rows, total } =
      asked.format === 'compact'
        ? presentPage(await standards.compactPage(listing, at), sections, presentCompact)
        : presentPage(await standards.page(listing, at), sections, presentStandard);
    // Without per_page there is one page.
    const shown = per_page === undefined && page > 1 ? [] : rows;
    const truncated = per_page === undefined && page === 1 && rows.length < total;
    return { standards: shown, total, page, per_page: per_page ?? null, truncated };
  },

  async 'standards.listPart'({ after, at_most, ...asked }, call) {
    // The same door as the list's own.
    admit(standardsListing['standards.list'], call.principal);
    const { listing, sections } = await readListing(standards, asked, call, after ? 'further' : 'from the start');
    const { rows, next } = await standards.part(listing, after ?? null, at_most);
    const shown = firstOf(present(rows, sections, asked), PART_BYTES);
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

/** A list with the sections of the project it names, by which the rows of that project are filed. */
interface ListingFor {
  listing: Listing;
  sections: SectionPaths;
}

const NO_SECTIONS: SectionPaths = new Map();

/** The list as this caller may see it. @throws NOT_FOUND for a project out of reach */
async function readListing(
  standards: Standards,
  { subject_type, project_id, company_id, sort, sort_order, format: _, ...filter }: Asked,
  call: Call,
  from: 'from the start' | 'further',
): Promise<ListingFor> {
  const own = ownPlaces(call, 'standard:read').filter(
    (scope) => scope.subject_type !== 'company' || company_id === undefined || scope.subject_id === company_id,
  );
  const project = project_id === undefined ? null : await listedProject(standards, project_id, call, from);
  const { category_id } = filter;
  // Filed in a section the caller does not see is filed nowhere.
  const isShown = project && (category_id === undefined || project.sections.has(category_id));
  const scopes = isShown ? [...own, project.scope] : own;
  return {
    listing: {
      ...filter,
      scopes: scopes.filter((scope) => subject_type === undefined || scope.subject_type === subject_type),
      sort: sort ?? 'category',
      descending: sort_order === 'desc',
    },
    sections: project?.sections ?? NO_SECTIONS,
  };
}

/**
 * The scope of a project with its sections; null for a caller who may know of the project and not read its standards.
 * @throws NOT_FOUND for a project out of reach
 */
async function listedProject(
  standards: Standards,
  project_id: number,
  call: Call,
  from: 'from the start' | 'further',
): Promise<{ scope: Scope; sections: SectionPaths } | null> {
  // Asked before the sections: what is not among them then is not one that was added meanwhile.
  const filedIn = from === 'further' ? [] : await standards.sectionsFiledIn(project_id);
  const { scope, subject, project } = await placeOf({ subject_type: 'project', subject_id: project_id }, call);
  if (!project) throw notFound();
  if (!call.permits('standard:read', subject)) return null;
  const sections = await sectionsOf(project_id, call);
  // While a draft is open, a section this caller does not see may be in it. Without one, a missing section is gone for ever (X10), and the
  // standards lose their place among its others.
  const gone = project.draft_revision_id === null ? filedIn.filter((id) => !sections.has(id)) : [];
  if (gone.length > 0) await standards.unfile(project_id, gone);
  return { scope, sections };
}

/** A page in the form asked for. */
const presentPage = <T extends CompactRecord>(
  { rows, total }: Page<T>,
  sections: SectionPaths,
  show: (row: T) => StandardCompact,
): { rows: StandardCompact[]; total: number } => ({ rows: rows.map((row) => show(filedAmong(row, sections))), total });

/** The rows in the form asked for. */
function present(rows: readonly StandardRecord[], sections: SectionPaths, { format }: Asked): StandardCompact[] {
  const show = format === 'compact' ? presentCompact : presentStandard;
  return rows.map((row) => show(filedAmong(row, sections)));
}
