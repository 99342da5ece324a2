/** Reader of the members of revisions that the list of projects shows: a whole head of each would be ten times the bytes. */
import type { Model } from 'mongoose';
import { createCoalescedLoader } from '../../../shared/kernel/database/batched-reads.ts';
import { WHOLE_ANSWER } from '../../../shared/kernel/database/records.ts';
import type { HeaderRecord, ProjectRevisionHead, ProjectRevisionRecord } from './model.ts';

/** The members of a revision in the row of its project. */
export interface ListedRevision extends Pick<ProjectRevisionHead, '_id' | 'code'> {
  header: Pick<HeaderRecord, 'name' | 'vertical_id' | 'status_id' | 'address_city' | 'address_state'>;
}

const MEMBERS = {
  code: 1,
  'header.name': 1,
  'header.vertical_id': 1,
  'header.status_id': 1,
  'header.address_city': 1,
  'header.address_state': 1,
} as const;

/** Reads by ids, in no particular order. Concurrent reads of the same ids share the result: do not modify. */
export function listedRevisionReader(
  model: Model<ProjectRevisionRecord>,
): (ids: readonly number[]) => Promise<readonly ListedRevision[]> {
  const read = createCoalescedLoader(
    (ids: readonly number[]) =>
      model
        .find({ _id: { $in: ids } }, MEMBERS)
        .batchSize(WHOLE_ANSWER)
        .lean<ListedRevision[]>()
        .exec(),
    (ids) => ids.join(),
  );
  return async (ids) => (ids.length === 0 ? [] : read(ids));
}
