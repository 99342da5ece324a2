import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { beforeAll, describe, it } from '@jest/globals';
import type { Connection } from 'mongoose';
import { type Completion, Outbox } from '../../../shared/kernel/background/outbox.ts';
import { IdCounters } from '../../../shared/kernel/database/id-counters.ts';
import { inTransaction } from '../../../shared/kernel/database/mongo.ts';
import { compressResult, type IdempotentRequest, replay } from '../../../shared/kernel/idempotency/store.ts';
import { DraftMoves } from '../../../shared/projects/draft-moves.ts';
import { eventually } from '../../../test/eventually.ts';
import { administrator, editor, lead } from '../../../test/people.ts';
import { expectRejection } from '../../../test/service-node.ts';
import {
  type DatasheetResult,
  DatasheetsWorld,
  elementIdOf,
  userValueOf,
} from '../datasheets-world.fixture.ts';
import type { DatasheetRevisionRecord } from '../model.ts';
import { newDatasheetRevision } from '../records/new-revision.ts';
import { DatasheetRevisions } from '../records/repository.ts';

const MINUTES = 60_000;

describe('a save cut off between its two steps', () => {
  const site = DatasheetsWorld.use();
  let connection: Connection;
  let revisions: DatasheetRevisions;
  let staged: DraftMoves;
  let outbox: Outbox;
  let sheet: DatasheetResult;
  let projectId: number;
  beforeAll(async () => {
    const prepared = await site.createProjectWithStandard('Concrete to recover');
    projectId = prepared.projectId;
    sheet = await site.createDatasheet(projectId, prepared.standardId);
    connection = await site.node.node.openDatabase('datasheets');
    revisions = new DatasheetRevisions(connection, new IdCounters(connection));
    outbox = new Outbox(connection);
    // Its process died: it keeps no call alive.
    await outbox.stop();
    staged = new DraftMoves({
      node: site.node.node,
      service: 'datasheets',
      connection,
      outbox,
      rollBack: (written, session) => revisions.delete(written.revisions ?? [], session),
    });
  });

  /** Does the first step of the next revision of the sheet and stops there, as a process does that dies. */
  async function cutOff(
    idempotent: Completion['idempotent'] = null,
  ): Promise<{ change_id: string; revision: DatasheetRevisionRecord }> {
    const head = await revisions.require((await site.getDatasheet(sheet.id)).revision.id);
    const id = await revisions.nextId();
    const revision = newDatasheetRevision({
      id,
      datasheet_id: sheet.id,
      previous: head,
      name: head.name,
      scope: head.scope,
      standard: {
        id: head.standard_id,
        revision_id: head.standard_revision_id,
        revision_code: head.standard_revision_code,
      },
      severity: 'MINOR',
      summary: 'cut off',
      states: head.states,
      by: head.created_by,
      at: new Date(),
    });
    const entry: Completion['entry'] = {
      user_id: editor.user.id,
      action: 'datasheets.revise',
      channel: 'http',
      key_id: null,
      request_id: `r-${id}`,
      resource: { type: 'datasheet', id: sheet.id },
      details: {},
    };
    const change_id = randomUUID();
    const row = {
      _id: change_id,
      written: { revisions: [id] },
      ending: { entry, idempotent },
      at: new Date(),
    };
    await inTransaction(connection, async (session) => {
      await revisions.insert(session, revision);
      await connection.model('pending_draft_moves').insertMany([row], { session });
      await outbox.suspend(session, row.ending);
    });
    return { change_id, revision };
  }

  const stage = ({ change_id, revision }: Awaited<ReturnType<typeof cutOff>>) =>
    site.node.call(editor, 'projects.moveDraftPointers', {
      project_id: projectId,
      change_id,
      datasheets: [
        {
          datasheet_id: sheet.id,
          expected_revision_id: revision.previous_id,
          revision_id: revision._id,
          name: revision.name,
          standard_id: revision.standard_id,
          standard_revision_id: revision.standard_revision_id,
          action: 'changed',
          count: 1,
        },
      ],
    });

  /** A request that came with an Idempotency-Key, as its call claims it. */
  const requested = (key: string): IdempotentRequest => ({
    action: 'datasheets.revise',
    by: editor,
    key,
    target: 'POST …',
    request: 'digest',
    timeoutMs: 15_000,
  });
  const claimed = async (key: string): Promise<Completion['idempotent']> => {
    const found = await outbox.idempotency.acquire(requested(key));
    return 'lock' in found
      ? { lock: found.lock, result: compressResult({ version: 'first' }) ?? Buffer.alloc(0) }
      : null;
  };

  const isWritten = async ({ _id }: DatasheetRevisionRecord): Promise<boolean> =>
    (await revisions.find([_id])).size === 1;
  const waiting = (): Promise<number> => connection.collection('pending_draft_moves').countDocuments();
  const later = (minutes: number): Date => new Date(Date.now() + minutes * MINUTES);
  const entriesOf = async ({ _id }: DatasheetRevisionRecord): Promise<number> => {
    const read = async () =>
      (await site.node.call(administrator, 'admin.audit.list', { resource_type: 'datasheet', limit: 200 }))
        .entries;
    return eventually(async () => {
      const found = (await read()).filter(({ request_id }) => request_id === `r-${_id}`).length;
      return found > 0 && found;
    });
  };

  it('is in no history, and is taken back when its pointer did not move', async () => {
    const change = await cutOff(await claimed('taken back'));
    const before = await site.getDatasheet(sheet.id);
    await staged.recover(new Date());
    assert.deepEqual(
      [await isWritten(change.revision), await waiting()],
      [true, 1],
      'it may still be on its way',
    );
    assert.equal(
      (await expectRejection(outbox.idempotency.acquire(requested('taken back')))).code,
      'IDEMPOTENCY_IN_PROGRESS',
    );
    await staged.recover(later(2));
    assert.deepEqual([await isWritten(change.revision), await waiting()], [false, 0]);
    assert.equal((await site.getDatasheet(sheet.id)).version, before.version);
    await connection.collection('idempotency_results').updateMany({}, { $set: { until: new Date(0) } });
    assert.ok(await claimed('taken back'), 'G22: what left nothing behind may be sent again');
    // R14: its caller was not dead but asleep.
    assert.equal((await expectRejection(stage(change))).code, 'SERVICE_UNAVAILABLE');
    assert.equal(
      (await site.getDatasheet(sheet.id)).version,
      before.version,
      'nothing points to what is gone',
    );
  });

  it('H40: one whose idempotency record is gone keeps no other from ending', async () => {
    const lost = await cutOff(await claimed('lost'));
    await stage(lost);
    await connection.collection('idempotency_results').deleteMany({ state: 'suspended' });
    const other = await cutOff();
    await assert.rejects(staged.recover(later(1500)), AggregateError);
    assert.deepEqual([await isWritten(other.revision), await waiting()], [false, 1], 'rolled back');
    await connection.collection('pending_draft_moves').deleteMany({});
  });

  it('is completed when its pointer did move, also under later saves', async () => {
    const change = await cutOff(await claimed('moved'));
    await stage(change);
    await site.reviseDatasheet(sheet.id, [
      { element_id: elementIdOf(sheet, 'Supplier'), new_value: 'Later' },
    ]);
    await staged.recover(later(2));
    assert.deepEqual([await isWritten(change.revision), await waiting()], [true, 0]);
    assert.equal(await entriesOf(change.revision), 1);
    assert.equal(userValueOf(await site.getDatasheet(sheet.id), 'Supplier'), 'Later');
    const again = await outbox.idempotency.acquire(requested('moved'));
    assert.deepEqual(
      'stored' in again && replay(again.stored),
      { version: 'first' },
      'G22: its response is given again',
    );
  });

  it('H40: has its audit entry also when the draft was discarded meanwhile', async () => {
    await site.publish(projectId);
    await site.openDraft(projectId);
    const change = await cutOff();
    await stage(change);
    await site.node.call(lead, 'projects.revert', {
      id: projectId,
    });
    await staged.recover(later(2));
    assert.equal(await entriesOf(change.revision), 1);
    await site.openDraft(projectId);
  });

  it('R14: of a concurrent move and rollback exactly one happens', async () => {
    for (let round = 0; round < 10; round += 1) {
      const change = await cutOff();
      const [moved, settled] = await Promise.all([
        stage(change).then(
          () => true,
          () => false,
        ),
        staged.recover(later(2)),
      ]);
      assert.equal(settled, undefined);
      assert.equal(await isWritten(change.revision), moved, `round ${round}`);
      await site.getDatasheet(sheet.id);
    }
    assert.equal(await waiting(), 0);
  });

  it('H40: is completed once, however many processes try', async () => {
    const change = await cutOff();
    await stage(change);
    await Promise.all(Array.from({ length: 5 }, () => staged.recover(later(2))));
    assert.equal(await entriesOf(change.revision), 1);
  });
});
