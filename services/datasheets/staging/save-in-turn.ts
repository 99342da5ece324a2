/** Saves a datasheet over what the draft points to by now, writers of this process one after the other. */
import type { Call } from '../../../shared/kernel/call.ts';
import type { Turns } from '../../../shared/kernel/database/turns.ts';
import { untilWritten } from '../../../shared/kernel/database/until-written.ts';
import { noOpenDraft, notFound } from '../../../shared/kernel/errors.ts';
import { accessTo } from '../../../shared/kernel/project-access.ts';
import { locate, type OpenDatasheet } from '../access.ts';

/** `untilWritten` for one datasheet, in its turn; its pointers are asked for anew wherever they may have moved. */
export function saveInTurn<T>(
  turns: Turns,
  open: OpenDatasheet,
  call: Call,
  attempt: (fresh: OpenDatasheet) => Promise<T | null>,
): Promise<T> {
  return turns.take(open.record._id, (waited) =>
    untilWritten(async (round) => {
      const found = round === 0 && !waited ? open : await locate(open.record, call);
      // It was there when the call began: whoever knows the project still is told that it went with its draft (X14).
      if (!found) throw (await accessTo(open.record.project_id, call)) ? noOpenDraft() : notFound();
      return attempt({ ...found, record: open.record });
    }),
  );
}
