import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { beforeAll, describe, it } from '@jest/globals';
import type { Connection } from 'mongoose';
import { Outbox } from '../../../shared/kernel/background/outbox.ts';
import { IdCounters } from '../../../shared/kernel/database/id-counters.ts';
import { inTransaction } from '../../../shared/kernel/database/mongo.ts';
import { DraftMoves } from '../../../shared/projects/draft-moves.ts';
import { eventually } from '../../../test/eventually.ts';
import { administrator, editor } from '../../../test/people.ts';
import { expectRejection } from '../../../test/service-node.ts';
import { type DatasheetResult, DatasheetsWorld } from '../datasheets-world.fixture.ts';
import { newDatasheetRevision } from '../records/new-revision.ts';
import { DatasheetRevisions } from '../records/repository.ts';

/** After this every call has ended. */
const LATER_MS = 120_000;

describe('a deletion cut off between its two steps', () => {
  const site = DatasheetsWorld.use();
  let connection: Connection;
  let revisions: DatasheetRevisions;
  let outbox: Outbox;
  let moves: DraftMoves;
  beforeAll(async () => {
    connection = await site.node.node.openDatabase('datasheets');
    revisions = new DatasheetRevisions(connection, new IdCounters(connection));
    outbox = new Outbox(connection);
    await outbox.stop();
    moves = new DraftMoves({
      node: site.node.node,
      service: 'datasheets',
      connection,
      outbox,
      rollBack: (written, session) => revisions.delete(written.revisions ?? [], session),
    });
  });

  const createSheet = async (name: string): Promise<DatasheetResult> => {
    const { projectId, standardId } = await site.createProjectWithStandard(name);
    return site.createDatasheet(projectId, standardId);
  };

  /** The first step of a deletion, as of a process that dies after it. @returns its second step */
  async function sealDeletion(sheet: DatasheetResult) {
    const head = await revisions.require(sheet.revision.id);
    const revision = newDatasheetRevision({
      id: await revisions.nextId(),
      datasheet_id: sheet.id,
      previous: head,
      name: head.name,
      scope: head.scope,
      standard: {
        id: head.standard_id,
        revision_id: head.standard_revision_id,
        revision_code: head.standard_revision_code,
      },
      severity: 'MAJOR',
      summary: 'Deletion',
      status: 'DELETED',
      states: head.states,
      by: head.created_by,
      at: new Date(),
    });
    const change_id = randomUUID();
    const entry = {
      user_id: editor.user.id,
      action: 'datasheets.delete',
      channel: 'http' as const,
      key_id: null,
      request_id: `deletion-${revision._id}`,
      resource: { type: 'datasheet' as const, id: sheet.id },
      details: {},
    };
    const ending = { entry, idempotent: null };
    const row = { _id: change_id, written: { revisions: [revision._id] }, ending, at: new Date() };
    await inTransaction(connection, async (session) => {
      await revisions.insert(session, revision);
      await connection.model('pending_draft_moves').insertMany([row], { session });
    });
    const deletion = {
      datasheet_id: sheet.id,
      expected_revision_id: head._id,
      revision_id: revision._id,
    };
    return {
      requestId: entry.request_id,
      move: { project_id: sheet.project_id, change_id, deleteDatasheets: [deletion] },
    };
  }

  const recover = () => moves.recover(new Date(Date.now() + LATER_MS));
  const statusesOf = async (id: number): Promise<string[]> =>
    (await site.node.call(editor, 'datasheets.revisions', { id })).revisions.map(({ status }) => status);

  it('D5: killed before the second step, the datasheet is as before and the DELETED revision is taken back', async () => {
    const sheet = await createSheet('Killed before');
    const { move } = await sealDeletion(sheet);
    assert.deepEqual(await statusesOf(sheet.id), ['ACTIVE']);
    await recover();
    assert.equal((await site.getDatasheet(sheet.id)).version, sheet.version);
    assert.equal((await revisions.find([move.deleteDatasheets[0]?.revision_id ?? 0])).size, 0);
    const late = await expectRejection(site.node.call(editor, 'projects.moveDraftPointers', move));
    assert.equal(late.code, 'SERVICE_UNAVAILABLE', 'its second step comes too late');
    assert.deepEqual(await statusesOf(sheet.id), ['ACTIVE']);
  });

  it('D5, H40: killed after the second step, the datasheet is deleted, with one audit entry', async () => {
    const sheet = await createSheet('Killed after');
    const { move, requestId } = await sealDeletion(sheet);
    await site.node.call(editor, 'projects.moveDraftPointers', move);
    await recover();
    await recover();
    assert.deepEqual(await statusesOf(sheet.id), ['DELETED', 'ACTIVE']);
    assert.equal((await expectRejection(site.getDatasheet(sheet.id))).status, 404);
    const filter = { resource_type: 'datasheet', resource_id: String(sheet.id), action: 'datasheets.delete' };
    const entries = await eventually(async () => {
      const found = (await site.node.call(administrator, 'admin.audit.list', filter)).entries;
      return found.length > 0 && found;
    });
    assert.deepEqual(
      entries.map(({ request_id }) => request_id),
      [requestId],
    );
  });
});
