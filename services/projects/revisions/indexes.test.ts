import assert from 'node:assert/strict';
import { beforeAll, describe, it } from '@jest/globals';
import { lead } from '../../../test/people.ts';
import { useNode } from '../../../test/service-node.ts';

/** The queries of the hot endpoints, as their repositories make them. */
const HOT: [string, Record<string, unknown>, Record<string, 1 | -1>][] = [
  ['memberships', { project_id: 1, user_id: 1 }, {}],
  ['memberships', { user_id: 1 }, { project_id: -1 }],
  ['memberships', { project_id: 1 }, { user_id: 1 }],
  ['projects', { owner_company_id: 1 }, { _id: -1 }],
  ['projects', { 'adopted_sections.id': 1 }, {}],
  ['project_revisions', { project_id: 1, is_draft: false }, { _id: -1 }],
  ['project_revisions', { standard_ids: 1, project_id: { $in: [1, 2] } }, {}],
  ['project_revisions', { standard_ids: 1, is_draft: true }, { project_id: 1 }],
  ['project_revisions', { section_ids: 1 }, {}],
  ['draft_versions', { draft_revision_id: 1, sequence: { $gt: 1 } }, { sequence: 1 }],
  [
    'draft_versions',
    { draft_revision_id: 1, sequence: { $lte: 1 }, header: { $exists: true } },
    { sequence: -1 },
  ],
  ['signing_keys', { active: true }, {}],
];

describe('projects: indexes', () => {
  const node = useNode(['projects']);
  beforeAll(async () => {
    await node.call(lead, 'projects.create', { name: 'One' });
  });

  for (const [collection, query, sort] of HOT) {
    it(`${collection} by ${Object.keys(query).join(', ')} reads an index and sorts by it`, async () => {
      const connection = await node.node.openDatabase('projects');
      const plan = JSON.stringify(
        await connection.collection(collection).find(query).sort(sort).explain('queryPlanner'),
      );
      const winning = plan.slice(plan.indexOf('"winningPlan"'), plan.indexOf('"rejectedPlans"'));
      assert.match(winning, /IXSCAN|EXPRESS_IXSCAN/);
      assert.doesNotMatch(winning, /COLLSCAN|"SORT"/);
    });
  }
});
