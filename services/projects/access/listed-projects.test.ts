/**
 * Tests of the database queries that read the many projects of a company and the many roles of a person: the newest
 * first, in full beyond one answer of the server, and with different limits at once.
 */
import assert from 'node:assert/strict';
import { beforeAll, describe, it } from '@jest/globals';
import { useNode } from '../../../test/service-node.ts';
import { givenRoleReader, ownedProjectReader } from './listed-projects.ts';
import { membershipCollection, projectCollection } from './model.ts';

const COMPANY = 77_001;
const PERSON = 77_002;
const PROJECTS = 4_100;

describe('reading many projects', () => {
  const node = useNode(['projects']);
  let listOwned: ReturnType<typeof ownedProjectReader>;
  let listGiven: ReturnType<typeof givenRoleReader>;
  beforeAll(async () => {
    const connection = await node.node.openDatabase('projects');
    const [projects, memberships] = [projectCollection(connection), membershipCollection(connection)];
    const ids = Array.from({ length: PROJECTS }, (_, at) => 900_000 + at);
    const rest = { draft_revision_id: null, issued_revision_id: null, archived_at: null };
    await connection.collection<{ _id: number }>('projects').insertMany(
      ids.map((_id) => ({
        _id,
        name: `Project ${_id}`,
        owner_company_id: COMPANY,
        ...rest,
        ...(_id % 2 === 0 ? { draft_revision_id: _id } : {}),
        ...(_id % 3 === 0 ? { without_lead: true } : {}),
      })),
    );
    await memberships.collection.insertMany(
      ids.map((project_id) => ({
        project_id,
        user_id: PERSON,
        role: project_id % 2 === 0 ? 'ProjectEditor' : 'ProjectViewer',
        company_id: COMPANY,
        seat_company_id: null,
        ...(project_id % 3 === 0 ? { trial_started_at: new Date(project_id) } : {}),
      })),
    );
    [listOwned, listGiven] = [ownedProjectReader(projects), givenRoleReader(memberships)];
  });

  it('those of a company are the newest, each with its own members, also beyond one answer', async () => {
    for (const limit of [1, 2_000, 4_050, 5_000]) {
      const rows = await listOwned(COMPANY, limit);
      assert.equal(rows.length, Math.min(limit, PROJECTS));
      for (const [at, row] of rows.entries()) {
        const _id = 900_000 + PROJECTS - 1 - at;
        assert.deepEqual(row, {
          _id,
          name: `Project ${_id}`,
          owner_company_id: COMPANY,
          without_lead: _id % 3 === 0,
          draft_revision_id: _id % 2 === 0 ? _id : null,
          issued_revision_id: null,
          archived_at: null,
        });
      }
    }
    assert.deepEqual(await listOwned(COMPANY + 1, 10), []);
  });

  it('roles are those on the newest projects, each with what decides about it', async () => {
    const rows = await listGiven(PERSON, 3_000);
    const byProject = new Map(rows.map((row) => [row.project_id, row]));
    assert.equal(byProject.size, 3_000);
    for (const [project_id, { role, company_id, trial_started_at }] of byProject) {
      assert.ok(project_id >= 900_000 + PROJECTS - 3_000);
      assert.equal(role, project_id % 2 === 0 ? 'ProjectEditor' : 'ProjectViewer');
      assert.equal(company_id, COMPANY);
      assert.equal(trial_started_at?.getTime(), project_id % 3 === 0 ? project_id : undefined);
    }
  });

  it('concurrent reads of different limits are not mixed up', async () => {
    const read = [3, 5, 3, 7].map((limit) => listOwned(COMPANY, limit));
    assert.deepEqual(
      (await Promise.all(read)).map(({ length }) => length),
      [3, 5, 3, 7],
    );
  });
});
