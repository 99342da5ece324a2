/**
 * The result of a merge for a repeated request: the working copy that it opened, as it may be read now. The stored
 * result would show text that has been withheld since (G22, S19; architecture §9).
 */
import type { standardCustomizationEndpoints } from '../../../shared/contracts/standards/customization.ts';
import type { Replay } from '../../../shared/kernel/service/implement-action.ts';
import type { Standards } from '../standard/repository.ts';
import { closedConflict } from '../working-copy/errors.ts';
import { presentOpenWorkingCopy } from '../working-copy/present.ts';
import type { WorkingCopies } from '../working-copy/repository.ts';
import type { WorkingCopyHolds } from '../working-copy/working-copy-holds.ts';

interface Deps {
  standards: Standards;
  workingCopies: WorkingCopies;
  workingCopyHolds: WorkingCopyHolds;
}

/** @throws EDIT_CONFLICT `draft_closed` when that working copy has been published or discarded since */
export const mergeReplay =
  ({
    standards,
    workingCopies,
    workingCopyHolds,
  }: Deps): Replay<(typeof standardCustomizationEndpoints)['standards.merge']> =>
  async ({ standard_id, opened_at }, call) => {
    const open = await workingCopies.findCurrent(standard_id);
    const standard = await standards.find(standard_id);
    if (!open || !standard || open.copy.opened_at.toISOString() !== opened_at) throw closedConflict();
    return presentOpenWorkingCopy(open, { standard, call, holds: workingCopyHolds });
  };
