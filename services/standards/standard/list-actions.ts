/** The list of standards: by pages for everybody, in parts for the gateway, which sends all of it. */

import { MAX_UNPAGED_ROWS } from '../../../shared/contracts/common-shapes.ts';
import type { ParamsOf } from '../../../shared/contracts/endpoint.ts';
import { standardListEndpoints } from '../../../shared/contracts/standards/listing.ts';
import type { Page } from '../../../shared/kernel/database/records.ts';
import { notFound } from '../../../shared/kernel/errors/errors.ts';
import type { Call } from '../../../shared/kernel/service/call.ts';
import { authorize, type Handlers } from '../../../shared/kernel/service/implement-action.ts';
import type { StandardsResources } from '../access.ts';
import { loadSectionPaths, type SectionPaths, withSectionPath } from '../category/project-sections.ts';
import { loadScopeAccess, ownScopes, type Scope } from '../scope-access.ts';
import { createCursor, type StandardListQuery } from './list-query.ts';
import type { CompactStandardRecord, StandardRecord } from './model.ts';
import { type CompactStandard, presentCompactStandard, presentStandard } from './present.ts';
import type { Standards } from './repository.ts';

type ListContracts = typeof standardListEndpoints;
/** Which list, and in which form. */
type ListParams = Omit<ParamsOf<ListContracts['standards.listPart']>, 'after' | 'at_most'>;

/** What a part may have, as JSON: a description alone may have 60 KB, and a part lies in the gateway until a slow reader has taken it (H35). */
const MAX_PART_BYTES = 256 * 1024;

export const standardListActions = (standards: Standards): Handlers<ListContracts, StandardsResources> => ({
  async 'standards.list'({ page, per_page, ...asked }, call) {
    const { query, sections } = await resolveList(standards, asked, call, 'from the start');
    const at = { page, size: per_page ?? MAX_UNPAGED_ROWS };
    const { rows, total } =
      asked.format === 'compact'
        ? presentPage(await standards.listCompactPage(query, at), sections, presentCompactStandard)
        : presentPage(await standards.listPage(query, at), sections, presentStandard);
    // Without per_page there is one page.
    const shown = per_page === undefined && page > 1 ? [] : rows;
    const truncated = per_page === undefined && page === 1 && rows.length < total;
    return { standards: shown, total, page, per_page: per_page ?? null, truncated };
  },

  async 'standards.listPart'({ after, at_most, ...asked }, call) {
    // The same door as the list's own.
    authorize(standardListEndpoints['standards.list'], call.principal);
    const { query: listing, sections } = await resolveList(standards, asked, call, after ? 'further' : 'from the start');
    const { rows, next } = await standards.listPart(listing, after ?? null, at_most);
    const shown = takeWithinBytes(presentRows(rows, sections, asked), MAX_PART_BYTES);
    const cutAt = shown.length < rows.length ? rows[shown.length - 1] : undefined;
    return { standards: shown, next: cutAt ? createCursor(listing, cutAt) : next };
  },
});

/** The first rows, one at least, as many as have so many bytes as JSON. */
function takeWithinBytes(rows: CompactStandard[], most: number): CompactStandard[] {
  let bytes = 0;
  const beyond = rows.findIndex((row) => {
    bytes += Buffer.byteLength(JSON.stringify(row));
    return bytes > most;
  });
  return beyond < 0 ? rows : rows.slice(0, Math.max(1, beyond));
}

/** A list with the sections of the project it names, by which the rows of that project are filed. */
interface ResolvedList {
  query: StandardListQuery;
  sections: SectionPaths;
}

const NO_SECTIONS: SectionPaths = new Map();

/** The list as this caller may see it. @throws NOT_FOUND for a project out of reach */
async function resolveList(
  standards: Standards,
  { subject_type, project_id, company_id, sort, sort_order, format: _, ...filter }: ListParams,
  call: Call,
  from: 'from the start' | 'further',
): Promise<ResolvedList> {
  const own = ownScopes(call, 'standard:read').filter(
    (scope) => scope.subject_type !== 'company' || company_id === undefined || scope.subject_id === company_id,
  );
  const project = project_id === undefined ? null : await loadListedProject(standards, project_id, call, from);
  const { category_id } = filter;
  // Filed in a section the caller does not see is filed nowhere.
  const isShown = project && (category_id === undefined || project.sections.has(category_id));
  const scopes = isShown ? [...own, project.scope] : own;
  return {
    query: {
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
async function loadListedProject(
  standards: Standards,
  project_id: number,
  call: Call,
  from: 'from the start' | 'further',
): Promise<{ scope: Scope; sections: SectionPaths } | null> {
  // Asked before the sections: what is not among them then is not one that was added meanwhile.
  const filedIn = from === 'further' ? [] : await standards.findUsedSectionIds(project_id);
  const { scope, subject, projectAccess } = await loadScopeAccess({ subject_type: 'project', subject_id: project_id }, call);
  if (!projectAccess) throw notFound();
  if (!call.isAllowed('standard:read', subject)) return null;
  const sections = await loadSectionPaths(project_id, call);
  // While a draft is open, a section this caller does not see may be in it. Without one, a missing section is gone for ever (X10), and the
  // standards lose their place among its others.
  const gone = projectAccess.draft_revision_id === null ? filedIn.filter((id) => !sections.has(id)) : [];
  if (gone.length > 0) await standards.removeFromSections(project_id, gone);
  return { scope, sections };
}

/** A page in the form asked for. */
const presentPage = <T extends CompactStandardRecord>(
  { rows, total }: Page<T>,
  sections: SectionPaths,
  show: (row: T) => CompactStandard,
): { rows: CompactStandard[]; total: number } => ({ rows: rows.map((row) => show(withSectionPath(row, sections))), total });

/** The rows in the form asked for. */
function presentRows(rows: readonly StandardRecord[], sections: SectionPaths, { format }: ListParams): CompactStandard[] {
  const show = format === 'compact' ? presentCompactStandard : presentStandard;
  return rows.map((row) => show(withSectionPath(row, sections)));
}
