/**
 * Handler of the endpoint `standards.searchContent`: searches clauses and fields in the scopes of the caller,
 * or in the standards that a project pins.
 */
import type { standardSearchEndpoints } from '../../../shared/contracts/standards/searching.ts';
import type { Handlers, NoResources } from '../../../shared/kernel/service/handlers.ts';
import type { RequestContext } from '../../../shared/kernel/service/request-context.ts';
import { validationError } from '../../../shared/kernel/validation/params.ts';
import { projectSubject } from '../../../shared/projects/project-access.ts';
import type { StandardsService } from '../open-standards.ts';
import type { StandardRevisionRecord } from '../revision/model.ts';
import { isSameScope, scopeKey, scopesWithPermission } from '../scope-access.ts';
import type { RevisionToIndex } from './index-feed.ts';
import { type NamedHit, presentHit } from './present-hit.ts';
import type { StandardIndex } from './standard-index.ts';

type SearchContracts = typeof standardSearchEndpoints;

/** The hits of a search, and their sealed revisions. */
interface FoundClauses {
  found: NamedHit[];
  sealed: StandardRevisionRecord[];
}

export const standardSearchActions = (
  { standards, revisions, findHeldClauses }: StandardsService,
  index: StandardIndex,
): Handlers<SearchContracts, NoResources> => {
  /** The current revisions of the scopes in which the caller reads standards. */
  async function searchCurrentRevisions(
    query: string,
    limit: number,
    ctx: RequestContext,
  ): Promise<FoundClauses> {
    const scopes = scopesWithPermission(ctx, 'standard:read');
    const hits = await index.search({ query, scopes: scopes.map(scopeKey), revisions: [], limit });
    // The index lags slightly behind the database.
    const heads = await standards.findMany([...new Set(hits.map(({ standardId }) => standardId))]);
    const readable = heads.filter(
      (head) => !head.deprecated && !head.pin_pending && scopes.some((scope) => isSameScope(scope, head)),
    );
    const headOf = new Map(readable.map((head) => [head._id, head]));
    const found = hits.flatMap((hit) => {
      const head = headOf.get(hit.standardId);
      return head ? [{ ...hit, standardName: head.name, head }] : [];
    });
    const sealed = await revisions.findManyWithHolds(
      new Map(found.map(({ revisionId, head }) => [revisionId, head])),
    );
    return { found, sealed };
  }

  /** The revisions pinned by a revision of a project. @throws NOT_FOUND, PERMISSION_DENIED */
  async function searchPinnedRevisions(
    query: string,
    { projectId, revisionId }: { projectId: number; revisionId: number | undefined },
    limit: number,
    ctx: RequestContext,
  ): Promise<FoundClauses> {
    const named = revisionId === undefined ? {} : { revision_id: revisionId };
    const manifest = await ctx.call('projects.manifest', { project_id: projectId, ...named });
    ctx.assertAllowed('standard:read', projectSubject(manifest.access));
    const pinned = manifest.standards
      .filter(({ archived }) => !archived)
      .map(({ standard_id, name, standard_revision }): RevisionToIndex => {
        return { standardId: standard_id, revisionId: standard_revision.id, name };
      });
    const names = new Map(pinned.map(({ standardId, name }) => [standardId, name]));
    const hits = await index.search({ query, scopes: [], revisions: pinned, limit });
    const found = hits.map((hit) => ({ ...hit, standardName: names.get(hit.standardId) ?? '' }));
    const heads = await standards.findMany([...new Set(found.map(({ standardId }) => standardId))]);
    const headOf = new Map(heads.map((head) => [head._id, head]));
    const held = found.flatMap(({ revisionId, standardId }) => {
      const head = headOf.get(standardId);
      return head ? [[revisionId, head] as const] : [];
    });
    return { found, sealed: await revisions.findManyWithHolds(new Map(held)) };
  }

  return {
    async 'standards.searchContent'({ query, projectId, projectRevisionId, limit }, ctx) {
      if (projectRevisionId !== undefined && projectId === undefined)
        throw validationError([{ path: 'projectRevisionId', message: 'Send projectId with it.' }]);
      // The index may not know of a hold yet, so the revisions are read for theirs.
      const { found, sealed } =
        projectId === undefined
          ? await searchCurrentRevisions(query, limit, ctx)
          : await searchPinnedRevisions(query, { projectId, revisionId: projectRevisionId }, limit, ctx);
      const heldIn = new Map(sealed.map((revision) => [revision._id, findHeldClauses(revision)]));
      const hits = found.flatMap((hit) => {
        const held = heldIn.get(hit.revisionId);
        return held ? presentHit(hit, held, query) : [];
      });
      return { query, hits, strong_count: hits.filter(({ confidence }) => confidence === 'strong').length };
    },
  };
};
