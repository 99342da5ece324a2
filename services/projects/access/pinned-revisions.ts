/** Revisions of standards that a caller can read because projects pin them. */
import type { ProjectRole } from '../../../shared/contracts/permissions.ts';
import type { RequestContext } from '../../../shared/kernel/service/request-context.ts';
import type { RevisionPin } from '../revisions/manifest.ts';
import type { ProjectRevisions } from '../revisions/repository.ts';

/**
 * The revisions of these standards that published revisions of these projects pin, and their drafts for
 * callers who may view them. By standard, oldest revision first; a standard without pins is absent.
 * @param roles of the caller, by project
 */
export async function findPinnedRevisions(
  revisions: ProjectRevisions,
  standardIds: readonly number[],
  roles: ReadonlyMap<number, ProjectRole>,
  ctx: RequestContext,
): Promise<Map<number, RevisionPin[]>> {
  const rows = await revisions.listPins(standardIds, [...roles.keys()]);
  const visible = rows.filter(({ project_id, is_draft }) => {
    const role = roles.get(project_id) ?? null;
    return !is_draft || ctx.accountMay('project:draft:view', { kind: 'project', role });
  });
  const pins = Map.groupBy(
    visible.flatMap((row) => row.pins),
    ({ standard_id }) => standard_id,
  );
  const distinct = (of: readonly RevisionPin[]): RevisionPin[] =>
    [...new Map(of.map(({ id, code }) => [id, { id, code }])).values()].sort((a, b) => a.id - b.id);
  return new Map([...pins].map(([standardId, of]) => [standardId, distinct(of)]));
}
