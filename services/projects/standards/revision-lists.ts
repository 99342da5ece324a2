/** Loads from the standards service the revisions to which the caller may move the pins of a project. */
import type { RequestContext } from '../../../shared/kernel/service/request-context.ts';
import { findPinnedRevisions } from '../access/pinned-revisions.ts';
import type { LoadedProject } from '../access/project-role.ts';
import type { RevisionPin } from '../revisions/manifest.ts';
import type { ProjectRevisions } from '../revisions/repository.ts';
import type { PinnableRevisionList } from './pin-rules.ts';

/**
 * The revisions to which the caller may move each pin: those the project pins, or all where it may read the
 * standard itself. By standard; an unknown standard is absent.
 * @param readPins pins of a manifest that the call has read: they count even if its draft was closed since
 */
export async function loadRevisionLists(
  revisions: ProjectRevisions,
  project: LoadedProject,
  ids: readonly number[],
  ctx: RequestContext,
  readPins: ReadonlyMap<number, RevisionPin> = new Map(),
): Promise<Map<number, PinnableRevisionList>> {
  if (ids.length === 0) return new Map();
  const pinned = await findPinnedRevisions(revisions, ids, new Map([[project.head._id, project.role]]), ctx);
  const requests = ids.map((standard_id) => {
    const pin = readPins.get(standard_id);
    const readable = [...(pinned.get(standard_id) ?? []), ...(pin ? [pin] : [])];
    return { standard_id, pinned_revision_ids: readable.map(({ id }) => id) };
  });
  const { standards } = await ctx.call('standards.revisionLists', { standards: requests });
  return new Map(standards.map((list) => [list.standard_id, list]));
}
