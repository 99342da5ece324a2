/**
 * Test that every write on a project, or on a standard of one, is among the changes of that project, numbered without
 * gaps.
 */
import assert from 'node:assert/strict';
import { describe, it } from '@jest/globals';
import type { Db } from 'mongodb';
import { OPEN_ENDPOINTS } from './world/contract-requests.ts';
import { waitUntilDelivered } from './world/database-contents.ts';
import { useWorld } from './world/test-world.ts';
import { writesIn } from './world/writes.ts';

const GROUPS: ReadonlySet<string> = new Set([
  'projects',
  'comments',
  'datasheet',
  'files',
  'standards',
  'categories',
]);

const NO_CHANGE: Readonly<Record<string, string>> = {
  'projects.export': 'signs what was published, and changes nothing of it',
  'standards.images.upload': 'nothing shows it before a clause refers to it',
};

/** The others are one change each. */
const CHANGES: Readonly<Record<string, number>> = {
  // The section of the copy, the draft in which it is staged, and the copy.
  'standards.customize': 3,
  // The section, and the draft in which it is staged.
  'categories.adopt': 2,
};

describe('the changes of a project', () => {
  const world = useWorld();
  const writes = writesIn(world);

  const changes = async () => {
    const { db } = await world.node.node.openDatabase('projects');
    assert.ok(db);
    return db.collection<{ project_id: number; sequence: number }>('project_changes');
  };
  let databases: Promise<Db[]> | null = null;
  async function delivered(): Promise<void> {
    databases ??= Promise.all(
      (['files', 'standards', 'projects', 'datasheets'] as const).map(async (name) => {
        const { db } = await world.node.node.openDatabase(name);
        assert.ok(db);
        return db;
      }),
    );
    await waitUntilDelivered(await databases);
  }

  /** A project of its own for a write on a standard of one. */
  async function createProject(writeId: string): Promise<{ id: number; sectionId: number }> {
    const { key } = world.ada;
    const { id } = await key.call('projects.create', { name: `Works for ${writeId}` });
    const section = { name: 'Piles', subject_type: 'project', subject_id: id } as const;
    return { id, sectionId: (await key.call('categories.create', section)).id };
  }

  for (const { id, spec } of OPEN_ENDPOINTS) {
    if (!spec.mutates || !GROUPS.has(spec.group) || id in NO_CHANGE) continue;
    it(`include ${id}`, async () => {
      const isOfProject = /^(standards|libraries)\./.test(id) && id !== 'standards.batchUpgrade';
      const write = await writes.make(id, isOfProject ? { project: await createProject(id) } : {});
      await delivered();
      const before = await (await changes()).countDocuments();
      const done = await writes.send(id, write);
      assert.ok(done.status < 400, JSON.stringify(done));
      await delivered();
      assert.equal(await (await changes()).countDocuments(), before + (CHANGES[id] ?? 1));
    });
  }

  it('have no gap in any project', async () => {
    const byProject = Map.groupBy(await (await changes()).find().toArray(), ({ project_id }) => project_id);
    for (const [projectId, found] of byProject) {
      const sequences = found.map(({ sequence }) => sequence).sort((a, b) => a - b);
      assert.deepEqual(
        sequences,
        [...found.keys()].map((at) => at + 1),
        `project ${projectId}`,
      );
    }
  });
});
