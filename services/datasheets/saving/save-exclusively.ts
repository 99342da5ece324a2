/** Saves a datasheet over what the draft points to by now, writers of this process one after the other. */

import type { KeyedMutex } from '../../../shared/kernel/database/keyed-mutex.ts';
import { retryUntilSaved } from '../../../shared/kernel/database/retry-until-saved.ts';
import { noOpenDraft, notFound } from '../../../shared/kernel/errors/errors.ts';
import type { Call } from '../../../shared/kernel/service/call.ts';
import { findProjectAccess } from '../../../shared/projects/project-access.ts';
import { findDatasheetAccess, type LoadedDatasheet } from '../access.ts';

/** `retryUntilSaved` for one datasheet, in its turn; its pointers are asked for anew wherever they may have moved. */
export function saveExclusively<T>(
  turns: KeyedMutex,
  open: LoadedDatasheet,
  call: Call,
  attempt: (fresh: LoadedDatasheet) => Promise<T | null>,
): Promise<T> {
  return turns.run(open.record._id, (waited) =>
    retryUntilSaved(async (round) => {
      const found = round === 0 && !waited ? open : await findDatasheetAccess(open.record, call);
      // It was there when the call began: whoever knows the project still is told that it went with its draft (X14).
      if (!found) throw (await findProjectAccess(open.record.project_id, call)) ? noOpenDraft() : notFound();
      return attempt({ ...found, record: open.record });
    }),
  );
}
