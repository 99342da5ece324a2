/** Which revisions of standards somebody reaches because projects hold them (decisions A18, X11). */
import type { ProjectRole } from '../../../shared/contracts/permissions.ts';
import type { Call } from '../../../shared/kernel/service/call.ts';
import type { RevisionPin } from '../revisions/manifest.ts';
import type { ProjectRevisions } from '../revisions/repository.ts';

/**
 * What these projects hold of these standards, as far as the caller sees it: what their published revisions pin, and the draft's pins for
 * those who may look into it. By standard, oldest revision first; a standard that none of them holds is not in it.
 * @param roles of the caller, by project
 */
export async function findPinnedRevisions(
  revisions: ProjectRevisions,
  standardIds: readonly number[],
  roles: ReadonlyMap<number, ProjectRole>,
  call: Call,
): Promise<Map<number, RevisionPin[]>> {
  const rows = await revisions.listPins(standardIds, [...roles.keys()]);
  const seen = rows.filter(({ project_id, is_draft }) => {
    const role = roles.get(project_id) ?? null;
    return !is_draft || call.accountMay('project:draft:view', { kind: 'project', role });
  });
  const pins = Map.groupBy(
    seen.flatMap((row) => row.pins),
    ({ standard_id }) => standard_id,
  );
  const distinct = (of: readonly RevisionPin[]): RevisionPin[] =>
    [...new Map(of.map(({ id, code }) => [id, { id, code }])).values()].sort((a, b) => a.id - b.id);
  return new Map([...pins].map(([standardId, of]) => [standardId, distinct(of)]));
}
