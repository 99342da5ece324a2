/**
 * Tests of customised copies for a draft that a process left unfinished before or after the draft pinned them: who
 * sees them, and what recovery does.
 */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { beforeAll, describe, it } from '@jest/globals';
import type { Connection } from 'mongoose';
import { lead } from '../../../test/people.ts';
import { expectRejection, useNode } from '../../../test/service-node.ts';
import { openStandards } from '../open-standards.ts';
import { CustomizationWorld } from './customization-world.fixture.ts';
import { DraftCopies } from './draft-copies.ts';

describe('a copy for a draft, cut off between the copy and the pin', () => {
  const node = useNode(['identity', 'standards', 'projects', 'audit']);
  const site = new CustomizationWorld(node);
  let connection: Connection;
  let draftCopies: DraftCopies;
  let projectId: number;
  let sectionId: number;
  let sourceId: number;
  beforeAll(async () => {
    connection = await node.node.openDatabase('standards');
    draftCopies = new DraftCopies(node.node, await openStandards(node.node));
    sourceId = (await site.publishSource()).id;
    projectId = (await node.call(lead, 'projects.create', { name: 'Cut off' })).id;
    const { standard } = await node.call(lead, 'projects.standards.add', {
      id: projectId,
      action: 'import',
      standardId: sourceId,
    });
    sectionId = standard.category?.id ?? 0;
  });

  const hourLater = () => new Date(Date.now() + 3_600_000);
  const copyOnly = (name: string) =>
    node.call(lead, 'standards.draftCopies.create', {
      standard_id: sourceId,
      project_id: projectId,
      change_id: randomUUID(),
      name,
      category_id: sectionId,
    });
  const customize = (name: string) =>
    node.call(lead, 'projects.standards.add', {
      id: projectId,
      action: 'customize',
      standardId: sourceId,
      name,
      categoryId: sectionId,
      replaceOriginal: false,
    });
  const listed = async () => {
    const { standards } = await node.call(lead, 'standards.list', {
      subject_type: 'project',
      project_id: projectId,
    });
    return standards.map(({ name }) => name);
  };
  const recordsOf = async (id: number) => [
    await connection.collection<{ _id: number }>('standards').countDocuments({ _id: id }),
    await connection.collection('revisions').countDocuments({ standard_id: id }),
  ];

  it('before the pin nobody sees it, and recovery removes it (P16)', async () => {
    const { standard_id: id } = await copyOnly('Half made');
    assert.deepEqual(await listed(), []);
    for (const read of [
      node.call(lead, 'standards.get', { id }),
      node.call(lead, 'standards.edit', { id }),
      node.call(lead, 'projects.standards.add', { id: projectId, action: 'import', standardId: id }),
    ])
      await expectRejection(read, 404);
    await draftCopies.recover(new Date());
    assert.deepEqual(await recordsOf(id), [1, 1], 'a call that may still run is not disturbed');
    await draftCopies.recover(hourLater());
    assert.deepEqual(await recordsOf(id), [0, 0]);
    // The name is free again.
    await customize('Half made');
    assert.deepEqual(await listed(), ['Half made']);
  });

  it('after the pin it is visible immediately, and recovery keeps it (P16)', async () => {
    const { standard } = await customize('Pinned');
    const id = standard.standard_id;
    const projects = await node.node.openDatabase('projects');
    const outcome = await projects
      .collection<{ _id: string; moved: boolean }>('draft_move_outcomes')
      .findOne({ moved: true }, { sort: { $natural: -1 } });
    assert.ok(outcome);
    // As after a crash between the pin and its end.
    const cutOff = { pin_pending: { change_id: outcome._id, at: new Date() } };
    await connection.collection<{ _id: number }>('standards').updateOne({ _id: id }, { $set: cutOff });
    const read = await node.call(lead, 'standards.get', { id });
    assert.equal('name' in read && read.name, 'Pinned');
    await draftCopies.recover(hourLater());
    assert.ok((await listed()).includes('Pinned'));
    await draftCopies.recover(hourLater());
    assert.deepEqual(await recordsOf(id), [1, 1]);
  });
});
