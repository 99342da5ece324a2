/**
 * The result of a merge for a repeated request: the working copy that it opened, or the revision that this became, as
 * it may be read now. The stored result would show text that has been withheld since.
 */
import type { standardCustomizationEndpoints } from '../../../shared/contracts/standards/customization.ts';
import type { Replay } from '../../../shared/kernel/service/handlers.ts';
import type { StandardsService } from '../open-standards.ts';
import type { SealedRevision } from '../revision/model.ts';
import type { StandardRecord } from '../standard/model.ts';
import { findOpenWithHead } from '../working-copy/current-working-copy.ts';
import { discardedMerge } from '../working-copy/errors.ts';
import { presentOpenWorkingCopy, type WorkingCopyView } from '../working-copy/present.ts';

/** @throws EDIT_CONFLICT `draft_closed` when that working copy became no revision, or none that is known to have been it */
export const mergeReplay =
  (service: StandardsService): Replay<(typeof standardCustomizationEndpoints)['standards.merge']> =>
  async (stored, ctx) => {
    const { workingCopyHolds, revisions } = service;
    const { standard_id, opened_at } = stored;
    const { open, standard } = await findOpenWithHead(service, standard_id);
    if (open && standard && open.copy.opened_at.toISOString() === opened_at)
      return presentOpenWorkingCopy(open, { standard, ctx, holds: workingCopyHolds });
    const later = await revisions.findByStandards([standard_id]);
    const published = standard && (await presentPublished(stored, standard, later, service));
    if (!published) throw discardedMerge();
    return published;
  };

/** The revision that the working copy became, in the form of the first answer; null when it became none. */
async function presentPublished(
  { opened_from, opened_by, opened_at, version }: WorkingCopyView,
  standard: StandardRecord,
  candidates: readonly SealedRevision[],
  { revisions, contents, findHeldClauses }: StandardsService,
): Promise<WorkingCopyView | null> {
  const id = candidates.find((one) => one.draft_opened_at?.toISOString() === opened_at)?._id;
  const revision = id === undefined ? null : await revisions.findWithHolds(id, standard);
  if (!revision) return null;
  const content = await contents.get(revision.content_id);
  return {
    standard_id: standard._id,
    version,
    opened_from,
    opened_by,
    opened_at,
    editedBy: revision.created_by,
    editedAt: revision.created_at.toISOString(),
    elements: content
      .present(findHeldClauses(revision))
      .map((element) => ({ ...element, editedBy: null, editedAt: null })),
    datasheet_elements: [...content.fields],
    sealedIdentities: [],
    published: { id: revision._id, code: revision.code },
  };
}
