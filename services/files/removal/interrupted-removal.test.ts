/** Tests of removals of files whose process is killed between the draft and the record. */
import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { beforeAll, describe, it } from '@jest/globals';
import type { Connection } from 'mongoose';
import { Outbox } from '../../../shared/kernel/background/outbox.ts';
import { IdCounters } from '../../../shared/kernel/database/id-counters.ts';
import { DraftMoves } from '../../../shared/projects/draft-moves.ts';
import { lead } from '../../../test/people.ts';
import { useFilesWorld } from '../../../test/world/files-world.ts';
import { Files } from '../repository.ts';
import { removeRecords } from './remove-records.ts';

const ENTRY = {
  user_id: lead.user.id,
  action: 'files.delete',
  channel: 'http',
  key_id: null,
  request_id: 'interrupted',
  resource: { type: 'file', id: 1 },
  details: {},
};

describe('removals that a crash interrupts', () => {
  const node = useFilesWorld();
  let connection: Connection;
  let files: Files;
  let moves: DraftMoves;
  beforeAll(async () => {
    connection = await node.node.openDatabase('files');
    files = new Files(connection, new IdCounters(connection));
    moves = new DraftMoves({
      node: node.node,
      service: 'files',
      connection,
      outbox: new Outbox(connection),
      rollBack: async () => undefined,
      afterMove: (written, session) => removeRecords(files, written, session),
    });
  });

  /** As a process leaves it that died after its first step. */
  async function leaveChange(written: object): Promise<string> {
    const change = {
      _id: randomUUID(),
      written,
      completion: { entry: ENTRY, idempotent: null },
      at: new Date(0),
    };
    await connection.model('pending_draft_moves').insertMany([change]);
    return change._id;
  }

  it('architecture §4: killed before the draft moved, the file is as it was', async () => {
    const { id } = await node.createProject();
    const fileId = await node.uploadFile(lead, id, 'kept.pdf');
    await leaveChange({ removedFiles: [fileId] });
    await moves.recover(new Date());
    assert.deepEqual(await node.names(lead, id), ['kept.pdf']);
    assert.equal(await node.bytesOf(lead, id, fileId), '%PDF-1.7 kept.pdf');
    assert.equal(await connection.collection('pending_draft_moves').countDocuments(), 0);
  });

  it('architecture §4: killed after the draft moved, the file is removed', async () => {
    const { id } = await node.createProject();
    const fileId = await node.uploadFile(lead, id);
    const change_id = await leaveChange({ removedFiles: [fileId] });
    await node.call(lead, 'projects.moveDraftPointers', {
      project_id: id,
      change_id,
      detachFiles: [fileId],
    });
    assert.deepEqual(await node.names(lead, id), []);
    await moves.recover(new Date());
    assert.equal(await files.find(id, fileId), null);
    assert.equal(await connection.collection('pending_draft_moves').countDocuments(), 0);
  });

  it('architecture §4, F4: the same of a published file, which its revision keeps', async () => {
    const { id } = await node.createProject();
    const fileId = await node.uploadFile(lead, id, 'issued.pdf');
    const published = await node.publish(id);
    const change_id = await leaveChange({ deletedFiles: [fileId] });
    await node.call(lead, 'projects.moveDraftPointers', {
      project_id: id,
      change_id,
      deleteFiles: [fileId],
    });
    await moves.recover(new Date());
    assert.deepEqual(await node.names(lead, id), []);
    assert.deepEqual(await node.names(lead, id, { revisionId: published }), ['issued.pdf']);
  });

  it('a change that another one has finished is dropped, not repeated for ever', async () => {
    const { id } = await node.createProject();
    const fileId = await node.uploadFile(lead, id);
    await node.call(lead, 'files.delete', { projectId: id, fileId });
    const change_id = await leaveChange({ removedFiles: [fileId] });
    const kept = await node.uploadFile(lead, id, 'kept.pdf');
    await node.call(lead, 'projects.moveDraftPointers', { project_id: id, change_id, detachFiles: [kept] });
    await moves.recover(new Date());
    assert.equal(await connection.collection('pending_draft_moves').countDocuments(), 0);
  });
});
