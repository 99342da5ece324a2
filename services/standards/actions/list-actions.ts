/**
 * Handlers of the list of standards: pages for callers, and parts for the gateway (internal action), which
 * streams all of it. A first page or part also updates the sections stored with the standards of a project
 * without a draft. Also the sum of the bytes that an owner stores in standards, for its quota.
 */
import { MAX_UNPAGED_ROWS } from '../../../shared/contracts/common-shapes.ts';
import type { ParamsOf } from '../../../shared/contracts/endpoint.ts';
import type { standardInternalActions } from '../../../shared/contracts/standards/internal.ts';
import type { standardListEndpoints } from '../../../shared/contracts/standards/listing.ts';
import type { Page } from '../../../shared/kernel/database/records.ts';
import { notFound } from '../../../shared/kernel/errors/errors.ts';
import type { Handlers, NoResources } from '../../../shared/kernel/service/handlers.ts';
import type { RequestContext } from '../../../shared/kernel/service/request-context.ts';
import { NO_CATEGORY, toCategoryFields } from '../category/category-path.ts';
import {
  formerSectionIds,
  loadSectionPaths,
  type SectionPaths,
  withSectionPath,
} from '../category/project-sections.ts';
import type { StandardsService } from '../open-standards.ts';
import { loadScopeAccess, type Scope, scopesWithPermission } from '../scope-access.ts';
import { createCursor, type StandardListQuery } from '../standard/list-query.ts';
import type { CompactStandardRecord, StandardRecord } from '../standard/model.ts';
import { type CompactStandard, presentCompactStandard, presentStandard } from '../standard/present.ts';
import type { StandardsByCategory } from '../standard/standards-by-category.ts';

type ListContracts = typeof standardListEndpoints &
  Pick<typeof standardInternalActions, 'standards.storedBytes'>;
/** The filter, order and format of a list. */
type ListParams = Omit<ParamsOf<ListContracts['standards.listPart']>, 'after' | 'at_most'>;

/**
 * Most JSON bytes of a part: the gateway keeps a part until a slow client has read it, and one description
 * may have 60 KB.
 */
const MAX_PART_BYTES = 256 * 1024;

export const standardListActions = ({
  standards,
  standardLists,
  standardsByCategory,
  images,
  workingCopies,
}: StandardsService): Handlers<ListContracts, NoResources> => ({
  async 'standards.list'({ page, per_page, ...params }, ctx) {
    const { query, sections } = await resolveList(standardsByCategory, params, ctx, 'first page');
    const at = { page, size: per_page ?? MAX_UNPAGED_ROWS };
    const { rows, total } =
      params.format === 'compact'
        ? presentPage(await standardLists.listCompactPage(query, at), sections, presentCompactStandard)
        : presentPage(await standardLists.listPage(query, at), sections, presentStandard);
    // Without per_page there is one page.
    const isPaged = per_page !== undefined;
    const truncated = !isPaged && page === 1 && rows.length < total;
    return {
      standards: isPaged || page === 1 ? rows : [],
      total,
      page,
      per_page: per_page ?? null,
      truncated,
    };
  },

  async 'standards.listPart'({ after, at_most, ...params }, ctx) {
    const { query: listing, sections } = await resolveList(
      standardsByCategory,
      params,
      ctx,
      after ? 'next page' : 'first page',
    );
    const { rows, next } = await standardLists.listPart(listing, after ?? null, at_most);
    const part = takeWithinBytes(presentRows(rows, sections, params), MAX_PART_BYTES);
    const lastRow = part.length < rows.length ? rows[part.length - 1] : undefined;
    return { standards: part, next: lastRow ? createCursor(listing, lastRow) : next };
  },

  async 'standards.storedBytes'({ owner, project_ids }) {
    const scopes: Scope[] = [
      { subject_type: owner.type, subject_id: owner.id },
      ...project_ids.map((id) => ({ subject_type: 'project', subject_id: id }) as const),
    ];
    const [sealed, open, pictures] = await Promise.all([
      standards.sumSealedBytes(scopes),
      workingCopies.sumBytes(scopes),
      images.sumIn(scopes),
    ]);
    return { bytes: sealed + open + pictures };
  },
});

/** The first rows, at least one, that fit into `maxBytes` of JSON. */
function takeWithinBytes(rows: CompactStandard[], maxBytes: number): CompactStandard[] {
  let bytes = 0;
  const beyond = rows.findIndex((row) => {
    bytes += Buffer.byteLength(JSON.stringify(row));
    return bytes > maxBytes;
  });
  return beyond < 0 ? rows : rows.slice(0, Math.max(1, beyond));
}

/** The query of a list, with the sections of the project that it includes. */
interface ResolvedList {
  query: StandardListQuery;
  sections: SectionPaths;
}

const NO_SECTIONS: SectionPaths = new Map();

/** The list restricted to what the caller may read. @throws NOT_FOUND for a project without access */
async function resolveList(
  standardsByCategory: StandardsByCategory,
  { subject_type, project_id, company_id, sort, sort_order, format: _, ...filter }: ListParams,
  ctx: RequestContext,
  position: 'first page' | 'next page',
): Promise<ResolvedList> {
  const own = scopesWithPermission(ctx, 'standard:read').filter(
    (scope) =>
      scope.subject_type !== 'company' || company_id === undefined || scope.subject_id === company_id,
  );
  const project =
    project_id === undefined ? null : await loadListedProject(standardsByCategory, project_id, ctx, position);
  const { category_id } = filter;
  // A section the caller does not see has no standards.
  const includesProject =
    project && (category_id === undefined || project.sections.get(category_id)?.id === category_id);
  const scopes = includesProject ? [...own, project.scope] : own;
  return {
    query: {
      ...filter,
      ...(includesProject && category_id !== undefined
        ? { former_category_ids: formerSectionIds(project.sections, category_id) }
        : {}),
      scopes: scopes.filter((scope) => subject_type === undefined || scope.subject_type === subject_type),
      sort: sort ?? 'category',
      descending: sort_order === 'desc',
    },
    sections: project?.sections ?? NO_SECTIONS,
  };
}

/**
 * The scope of a project with its sections; null for a caller without permission to read its standards.
 * @throws NOT_FOUND without access to the project
 */
async function loadListedProject(
  standardsByCategory: StandardsByCategory,
  project_id: number,
  ctx: RequestContext,
  position: 'first page' | 'next page',
): Promise<{ scope: Scope; sections: SectionPaths } | null> {
  // Queried before the sections are loaded: a section added in between must not look deleted.
  const inUse = position === 'next page' ? [] : await standardsByCategory.listSectionsInUse(project_id);
  const { scope, subject, projectAccess } = await loadScopeAccess(
    { subject_type: 'project', subject_id: project_id },
    ctx,
  );
  if (!projectAccess) throw notFound();
  if (!ctx.isAllowed('standard:read', subject)) return null;
  const sections = await loadSectionPaths(project_id, ctx);
  // While a draft is open, the sections that this caller does not see may be part of it. Without one, a
  // deletion, move or rename is final.
  if (projectAccess.draft_revision_id === null) {
    for (const { category_id, category_key } of inUse) {
      const place = sections.get(category_id) ?? NO_CATEGORY;
      if (toCategoryFields(place).category_key !== category_key || place.id !== category_id)
        await standardsByCategory.refileSection(project_id, { category_id, category_key }, place);
    }
  }
  return { scope, sections };
}

/** A page in one of the two formats. */
const presentPage = <T extends CompactStandardRecord>(
  { rows, total }: Page<T>,
  sections: SectionPaths,
  present: (row: T) => CompactStandard,
): Page<CompactStandard> => ({ rows: rows.map((row) => present(withSectionPath(row, sections))), total });

function presentRows(
  rows: readonly StandardRecord[],
  sections: SectionPaths,
  { format }: ListParams,
): CompactStandard[] {
  const present = format === 'compact' ? presentCompactStandard : presentStandard;
  return rows.map((row) => present(withSectionPath(row, sections)));
}
