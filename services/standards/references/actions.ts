/**
 * Handler of the endpoint that resolves references to wiki pages into library and project standards.
 */
import type { ResultOf } from '../../../shared/contracts/endpoint.ts';
import type { crossReferenceEndpoints } from '../../../shared/contracts/standards/cross-references.ts';
import type { Handlers } from '../../../shared/kernel/service/handlers.ts';
import type { RequestContext } from '../../../shared/kernel/service/request-context.ts';
import { citedPage } from '../../../shared/markup/page-references.ts';
import { askForPages } from '../../../shared/markup/reference-targets.ts';
import type { StandardRevisions } from '../revision/repository.ts';
import type { StandardResources } from '../standard/access.ts';
import type { Standards } from '../standard/repository.ts';
import { loadParents } from './lineage.ts';
import { findNearest, parseReference } from './reference-resolution.ts';

type ReferenceContracts = Pick<typeof crossReferenceEndpoints, 'standards.resolveReferences'>;
type ResolvedReference = ResultOf<ReferenceContracts['standards.resolveReferences']>['references'][number];
type ProjectStandard = NonNullable<ResolvedReference['projectStandard']>;

interface Deps {
  standards: Standards;
  revisions: StandardRevisions;
}

export const crossReferenceActions = (deps: Deps): Handlers<ReferenceContracts, StandardResources> => {
  const { standards } = deps;

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
      deps,
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
  };
};
