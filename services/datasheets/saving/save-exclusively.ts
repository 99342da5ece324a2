/**
 * Runs the saves of one datasheet (revise, upgrade, delete) one after the other in this process, and tries one again
 * on the current revision when another node saved first.
 */
import type { KeyedMutex } from '../../../shared/kernel/database/keyed-mutex.ts';
import { retryUntilSaved } from '../../../shared/kernel/database/retry-until-saved.ts';
import { noOpenDraft, notFound } from '../../../shared/kernel/errors/errors.ts';
import type { RequestContext } from '../../../shared/kernel/service/request-context.ts';
import { findProjectAccess } from '../../../shared/projects/project-access.ts';
import { findDatasheetAccess, type LoadedDatasheet } from '../access.ts';

/**
 * `retryUntilSaved` for one datasheet, exclusively; its pointers are loaded again whenever they may have
 * moved.
 */
export function saveExclusively<T>(
  mutex: KeyedMutex,
  datasheet: LoadedDatasheet,
  ctx: RequestContext,
  attempt: (fresh: LoadedDatasheet) => Promise<T | null>,
): Promise<T> {
  return mutex.run(datasheet.record._id, (waited) =>
    retryUntilSaved(async (attempts) => {
      const access = attempts === 0 && !waited ? datasheet : await findDatasheetAccess(datasheet.record, ctx);
      // It existed when the call began, so it was removed with its draft, unless the caller has lost access
      // to the project.
      if (!access)
        throw (await findProjectAccess(datasheet.record.project_id, ctx)) ? noOpenDraft() : notFound();
      return attempt({ ...access, record: datasheet.record });
    }),
  );
}
