/** Reader of the members of revisions that the list of projects shows: a whole head of each would be ten times the bytes. */
import type { Model } from 'mongoose';
import { createCoalescedLoader } from '../../../shared/kernel/database/batched-reads.ts';
import { MAX_COLUMN_ROWS, readColumns } from '../../../shared/kernel/database/columns.ts';
import type { HeaderRecord, ProjectRevisionRecord } from './model.ts';

/** The members of a revision in the row of its project. */
export interface ListedRevision
  extends Pick<HeaderRecord, 'name' | 'vertical_id' | 'status_id' | 'address_city' | 'address_state'> {
  id: number;
  code: string;
}

/** Reads by ids, in no particular order. Concurrent reads of the same ids share the result: do not modify. */
export function listedRevisionReader(
  model: Model<ProjectRevisionRecord>,
): (ids: readonly number[]) => Promise<readonly ListedRevision[]> {
  const read = createCoalescedLoader(
    async (ids: readonly number[]) => {
      const rows: ListedRevision[] = [];
      for (let at = 0; at < ids.length; at += MAX_COLUMN_ROWS)
        rows.push(...(await readRows(model, ids.slice(at, at + MAX_COLUMN_ROWS))));
      return rows;
    },
    (ids) => ids.join(),
  );
  return read;
}

async function readRows(
  model: Model<ProjectRevisionRecord>,
  ids: readonly number[],
): Promise<ListedRevision[]> {
  const columns = await readColumns<ProjectRevisionRecord, ListedRevision>(
    model,
    { filter: { _id: { $in: [...ids] } }, limit: MAX_COLUMN_ROWS },
    {
      id: '_id',
      code: 'code',
      name: 'header.name',
      vertical_id: 'header.vertical_id',
      status_id: 'header.status_id',
      address_city: 'header.address_city',
      address_state: 'header.address_state',
    },
  );
  if (!columns) return [];
  return columns.id.map((id, at) => ({
    id,
    code: columns.code[at] ?? '',
    name: columns.name[at] ?? '',
    vertical_id: columns.vertical_id[at] ?? null,
    status_id: columns.status_id[at] ?? null,
    address_city: columns.address_city[at] ?? null,
    address_state: columns.address_state[at] ?? null,
  }));
}
