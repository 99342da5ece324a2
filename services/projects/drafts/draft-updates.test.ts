/** Tests of the transactions that change a draft: versions, repeated attempts, archived projects. */
import assert from 'node:assert/strict';
import { beforeAll, describe, it } from '@jest/globals';
import { type Connection, mongo } from 'mongoose';
import { eventually } from '../../../test/eventually.ts';
import { administrator, authorOf, individual } from '../../../test/people.ts';
import { expectRejection, useNode } from '../../../test/service-node.ts';
import { openProjects } from '../open-projects.ts';
import type { Drafts } from './draft-transactions.ts';

const by = authorOf(individual);
const change = { kind: 'header', subject: 'summary', name: 'summary', action: 'changed', count: 1 } as const;

describe('projects: changing a draft', () => {
  const node = useNode(['projects', 'audit']);
  let connection: Connection;
  let drafts: Drafts;
  beforeAll(async () => {
    ({ connection, drafts } = await openProjects(node.node));
  });

  const versions = (id: number) => connection.collection('draft_versions').countDocuments({ project_id: id });

  it('says that nothing changed when the run that did was rolled back and the next one found nothing to do', async () => {
    const { id, draftVersion } = await node.call(individual, 'projects.create', { name: 'Rerun' });
    let [runs, accounts] = [0, 0];
    const before = await versions(id);
    const outcome = await drafts.update({
      projectId: id,
      by,
      decide: () => {
        runs += 1;
        return { result: runs, changes: runs === 1 ? [change] : [] };
      },
      beforeCommit: async () => {
        accounts += 1;
        throw new mongo.MongoServerError({ message: 'conflict', errorLabels: ['TransientTransactionError'] });
      },
    });
    assert.deepEqual([runs, accounts], [2, 1]);
    assert.deepEqual([outcome.result, outcome.changed, outcome.draft.version], [2, false, draftVersion]);
    assert.equal(await versions(id), before);
  });

  it('says that something changed, with the new version, when it was written', async () => {
    const { id, draftVersion } = await node.call(individual, 'projects.create', { name: 'Written' });
    const { changed, draft } = await drafts.update({
      projectId: id,
      by,
      decide: () => ({ result: null, changes: [change] }),
    });
    assert.equal(changed, true);
    assert.notEqual(draft.version, draftVersion);
  });

  it('choices that all leave the stored value change nothing and are recorded (P5)', async () => {
    const { id, draftVersion: baseVersion } = await node.call(individual, 'projects.create', {
      name: 'Before',
    });
    const { version } = await node.call(individual, 'projects.edit', { id, baseVersion, name: 'Theirs' });
    const kept = await node.call(individual, 'projects.edit', {
      id,
      baseVersion,
      name: 'Mine',
      resolvedConflicts: [{ field: 'name', choice: 'theirs' }],
      conflictVersion: version,
    });
    assert.deepEqual([kept.version, kept.header.name], [version, 'Theirs']);
    const recorded = async () => {
      const { entries } = await node.call(administrator, 'admin.audit.list', {
        action: 'projects.edit',
        resource_id: String(id),
      });
      return entries.filter(({ details }) => JSON.stringify(details).includes('"choice":"theirs"')).length;
    };
    await eventually(async () => assert.equal(await recorded(), 1));
  });

  it('a change that began before the project was archived by another process is not written after it (G10)', async () => {
    const { id, draftVersion } = await node.call(individual, 'projects.create', {
      name: 'Archived meanwhile',
    });
    const other = (await openProjects(node.node)).drafts;
    const archival = { archived_at: new Date(), retention_until: new Date(), archived_reason: null };
    let runs = 0;
    const late = drafts.update({
      projectId: id,
      by,
      async decide() {
        runs += 1;
        if (runs === 1)
          await other.changeArchival(
            id,
            { person: by, ifMatch: null },
            () => archival,
            async () => undefined,
          );
        return { result: null, changes: [change] };
      },
    });
    await expectRejection(late, 'PROJECT_ARCHIVED');
    const { version } = await node.call(individual, 'projects.publishReadiness', { id });
    assert.deepEqual([version, runs], [draftVersion, 1]);
  });
});
