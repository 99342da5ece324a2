/**
 * Readers of what decides about access to many projects, and of what a list shows of each. Concurrent reads of the same
 * rows share them: do not modify.
 */
import type { Model } from 'mongoose';
import { createCoalescedLoader } from '../../../shared/kernel/database/batched-reads.ts';
import { MAX_COLUMN_ROWS, readColumns } from '../../../shared/kernel/database/columns.ts';
import type { MembershipRecord, ProjectRecord } from './model.ts';
import type { SeatFacts } from './seat-rules.ts';

/** The members of a role that decide which one counts. */
export type GivenRole = SeatFacts & Pick<MembershipRecord, 'project_id' | 'company_id'>;

/** The members of a project that decide about access, and of its row in a list. */
export type ListedProject = Pick<
  ProjectRecord,
  | '_id'
  | 'name'
  | 'owner_company_id'
  | 'without_lead'
  | 'draft_revision_id'
  | 'issued_revision_id'
  | 'archived_at'
>;

/** Roles that differ only in their project. */
interface GivenRoles {
  role: Omit<GivenRole, 'project_id'>;
  project_ids: number[];
}

/** Whose rows, and how many at most. */
interface RowsOf {
  id: number;
  limit: number;
}

const keyOf = ({ id, limit }: RowsOf): string => `${id} ${limit}`;

/** Reads the roles given to a person, on the newest projects, in no particular order. */
export function givenRoleReader(
  memberships: Model<MembershipRecord>,
): (userId: number, limit: number) => Promise<readonly GivenRole[]> {
  const members = ['role', 'company_id', 'seat_company_id', 'sponsored', 'trial_started_at'];
  const role = Object.fromEntries(members.map((member) => [member, `$${member}`]));
  const read = createCoalescedLoader(async ({ id, limit }: RowsOf) => {
    const groups = await memberships.aggregate<GivenRoles>([
      { $match: { user_id: id } },
      { $sort: { project_id: -1 } },
      { $limit: limit },
      { $group: { _id: role, project_ids: { $push: '$project_id' } } },
      { $project: { _id: 0, role: '$_id', project_ids: 1 } },
    ]);
    return groups.flatMap(({ role: given, project_ids }) =>
      project_ids.map((project_id) => ({ ...given, project_id })),
    );
  }, keyOf);
  return (id, limit) => read({ id, limit });
}

/** Reads the projects of a company, newest first. */
export function ownedProjectReader(
  projects: Model<ProjectRecord>,
): (companyId: number, limit: number) => Promise<readonly ListedProject[]> {
  const read = createCoalescedLoader(async ({ id, limit }: RowsOf) => {
    const rows: ListedProject[] = [];
    for (let size = limit; size > 0; size = limit - rows.length) {
      const after = rows.at(-1);
      const part = await readOwned(projects, id, after?._id ?? null, Math.min(size, MAX_COLUMN_ROWS));
      rows.push(...part);
      if (part.length < MAX_COLUMN_ROWS) break;
    }
    return rows;
  }, keyOf);
  return (id, limit) => read({ id, limit });
}

async function readOwned(
  projects: Model<ProjectRecord>,
  owner_company_id: number,
  before: number | null,
  limit: number,
): Promise<ListedProject[]> {
  const filter = { owner_company_id, ...(before === null ? {} : { _id: { $lt: before } }) };
  const columns = await readColumns<ProjectRecord, Omit<Required<ListedProject>, '_id'> & { id: number }>(
    projects,
    { filter, sort: { _id: -1 }, limit },
    {
      id: '_id',
      name: 'name',
      owner_company_id: 'owner_company_id',
      without_lead: 'without_lead',
      draft_revision_id: 'draft_revision_id',
      issued_revision_id: 'issued_revision_id',
      archived_at: 'archived_at',
    },
  );
  if (!columns) return [];
  return columns.id.map((_id, at) => ({
    _id,
    name: columns.name[at] ?? '',
    owner_company_id,
    without_lead: columns.without_lead[at] ?? false,
    draft_revision_id: columns.draft_revision_id[at] ?? null,
    issued_revision_id: columns.issued_revision_id[at] ?? null,
    archived_at: columns.archived_at[at] ?? null,
  }));
}
