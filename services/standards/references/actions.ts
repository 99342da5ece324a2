/**
 * Handlers of what links standards and wiki pages: the endpoints that resolve references to pages and that list the
 * errata of a library standard, and the internal action that lists the standards that cite a page.
 */
import type { ResultOf } from '../../../shared/contracts/endpoint.ts';
import type { crossReferenceEndpoints } from '../../../shared/contracts/standards/cross-references.ts';
import type { standardCitationActions } from '../../../shared/contracts/standards/internal-for-wiki.ts';
import type { Handlers } from '../../../shared/kernel/service/handlers.ts';
import type { RequestContext } from '../../../shared/kernel/service/request-context.ts';
import { citedPage } from '../../../shared/markup/page-references.ts';
import { askForPages } from '../../../shared/markup/reference-targets.ts';
import { countReadable } from '../citations/repository.ts';
import type { StandardsService } from '../open-standards.ts';
import { scopesWithPermission } from '../scope-access.ts';
import { canReadRevision, type StandardResources } from '../standard/access.ts';
import { findNearest, loadParents } from './lineage-distance.ts';
import { parseReference } from './parse-reference.ts';

type ReferenceContracts = typeof crossReferenceEndpoints & typeof standardCitationActions;
type ResolvedReference = ResultOf<ReferenceContracts['standards.resolveReferences']>['references'][number];
type ProjectStandard = NonNullable<ResolvedReference['projectStandard']>;

export const crossReferenceActions = (
  service: StandardsService,
): Handlers<ReferenceContracts, StandardResources> => {
  const { standards, citingStandards, revisions, now } = service;

  /**
   * The standard of a project that stems from a library standard; null in a project without one.
   * @throws NOT_FOUND without access to the project
   */
  async function projectStandardFinder(
    projectId: number,
    ctx: RequestContext,
  ): Promise<(libraryStandardId: number) => ProjectStandard | null> {
    const { standards: pinned } = await ctx.call('projects.manifest', { project_id: projectId });
    const active = pinned.filter(({ archived }) => !archived);
    const parents = await loadParents(
      service,
      active.map(({ standard_id }) => standard_id),
    );
    return (libraryStandardId) => {
      const nearest = findNearest(active, libraryStandardId, parents);
      return (
        nearest && {
          id: nearest.standard_id,
          name: nearest.name,
          standard_revision: nearest.standard_revision,
        }
      );
    };
  }

  return {
    async 'standards.resolveReferences'({ references, projectId }, ctx) {
      const findProjectStandard =
        typeof projectId === 'number' ? await projectStandardFinder(projectId, ctx) : null;
      const named = references.map((reference) => ({ reference, target: parseReference(reference) }));
      const addresses = askForPages(named.flatMap(({ target }) => target ?? []));
      const { pages } =
        addresses.length === 0 ? { pages: [] } : await ctx.call('wiki.references.resolve', { addresses });
      const copies = await standards.findByWikiStandards(pages.map(({ id }) => id));
      const copyOf = new Map(copies.map(({ _id, wiki }) => [wiki?.standard_id, _id]));
      const found = new Map(pages.map((page) => [citedPage(page), page]));
      return {
        references: named.map(({ reference, target }): ResolvedReference => {
          const page = target && found.get(citedPage(target));
          if (!page) return { reference, resolved: false };
          const standardId = copyOf.get(page.id);
          const projectStandard =
            standardId === undefined ? null : (findProjectStandard?.(standardId) ?? null);
          return {
            reference,
            resolved: target.clause === null || page.clauses.includes(target.clause),
            ...(standardId === undefined ? {} : { standardId }),
            wikiStandardId: page.id,
            title: page.title,
            ...(projectStandard ? { projectStandard } : {}),
          };
        }),
      };
    },

    async 'standards.libraryErrata.list'(_params, ctx, standard) {
      if (!standard.wiki) return { errata: [], total: 0 };
      const { errata } = await ctx.call('wiki.errata.ofStandard', {
        standard_id: standard.wiki.standard_id,
      });
      const editionIds = errata.flatMap(({ affected }) => affected.map((one) => one.adopted_revision_id));
      const copied = await revisions.findByAdoptedRevisions(standard._id, editionIds);
      const revisionOf = new Map(
        copied.flatMap(({ _id, code, wiki }) =>
          canReadRevision(standard, _id) ? [[wiki?.adopted_revision_id, { id: _id, code }] as const] : [],
        ),
      );
      return {
        errata: errata.map(({ affected, ...erratum }) => ({
          ...erratum,
          status: erratum.withdrawn_at === null ? ('active' as const) : ('withdrawn' as const),
          affected: affected.map((one) => ({
            ...one,
            standard_revision: revisionOf.get(one.adopted_revision_id) ?? null,
          })),
        })),
        total: errata.length,
      };
    },

    async 'standards.citingStandards'({ page, wiki_standard_id, limit, offset }, ctx) {
      const scopes = scopesWithPermission(ctx, 'standard:read');
      if (scopes.length === 0) return { standards: [], total: 0, occurrences: 0, private_occurrences: 0 };
      const query = { page, scopes, exceptCopyOf: wiki_standard_id, now: now() };
      const [rows, counts] = await Promise.all([
        limit === 0 ? [] : citingStandards.list(query, { limit, offset }),
        citingStandards.count(query),
      ]);
      return {
        standards: rows.map(({ _id, name, citations }) => ({
          id: _id,
          name,
          occurrences: countReadable(query, citations),
        })),
        total: counts.documents,
        occurrences: counts.occurrences,
        private_occurrences: counts.privateOccurrences,
      };
    },
  };
};
