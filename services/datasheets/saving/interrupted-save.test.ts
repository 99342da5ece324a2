/**
 * Tests of saves that a process left unfinished between their two steps, sealing the revision and moving the pointer
 * of the draft, and of their recovery.
 */
import assert from 'node:assert/strict';
import { beforeAll, describe, it } from '@jest/globals';
import type { Completion } from '../../../shared/kernel/background/outbox.ts';
import { compressResult, type IdempotentRequest, replay } from '../../../shared/kernel/idempotency/store.ts';
import { eventually } from '../../../test/eventually.ts';
import { administrator, editor, lead } from '../../../test/people.ts';
import { expectRejection } from '../../../test/service-node.ts';
import {
  type DatasheetResult,
  elementIdOf,
  ProjectsWorld,
  userValueOf,
} from '../../../test/world/projects-world.ts';
import { type InterruptedChange, useInterruptedChanges } from '../interrupted-change.fixture.ts';
import type { DatasheetRevisionRecord } from '../model.ts';

const MINUTES = 60_000;

describe('a save cut off between its two steps', () => {
  const site = ProjectsWorld.use();
  const interrupted = useInterruptedChanges(site.node);
  let sheet: DatasheetResult;
  let projectId: number;
  beforeAll(async () => {
    const prepared = await site.createProjectWithStandard('Concrete to recover');
    projectId = prepared.projectId;
    sheet = await site.createDatasheet(projectId, prepared.standardId);
  });

  /** Does the first step of the next revision of the sheet and stops there, as a process does that dies. */
  async function cutOff(idempotent: Completion['idempotent'] = null): Promise<InterruptedChange> {
    const headId = (await site.getDatasheet(sheet.id)).revision.id;
    const change = { severity: 'MINOR', summary: 'cut off' } as const;
    return interrupted.begin(sheet.id, headId, 'datasheets.revise', change, idempotent);
  }

  const stage = ({ change_id, revision }: InterruptedChange) =>
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
    const found = await interrupted.outbox.idempotency.acquire(requested(key));
    return 'lock' in found
      ? { lock: found.lock, result: compressResult({ version: 'first' }) ?? Buffer.alloc(0) }
      : null;
  };

  const isWritten = async ({ _id }: DatasheetRevisionRecord): Promise<boolean> =>
    (await interrupted.revisions.find([_id])).size === 1;
  const waiting = (): Promise<number> =>
    interrupted.connection.collection('pending_draft_moves').countDocuments();
  const later = (minutes: number): Date => new Date(Date.now() + minutes * MINUTES);
  const entriesOf = async ({ requestId }: InterruptedChange): Promise<number> => {
    const read = async () =>
      (await site.node.call(administrator, 'admin.audit.list', { resource_type: 'datasheet', limit: 200 }))
        .entries;
    return eventually(async () => {
      const found = (await read()).filter(({ request_id }) => request_id === requestId).length;
      return found > 0 && found;
    });
  };

  it('is in no history, and is taken back when its pointer did not move', async () => {
    const change = await cutOff(await claimed('taken back'));
    const before = await site.getDatasheet(sheet.id);
    await interrupted.moves.recover(new Date());
    assert.deepEqual(
      [await isWritten(change.revision), await waiting()],
      [true, 1],
      'it may still be on its way',
    );
    await expectRejection(
      interrupted.outbox.idempotency.acquire(requested('taken back')),
      'IDEMPOTENCY_IN_PROGRESS',
    );
    await interrupted.moves.recover(later(2));
    assert.deepEqual([await isWritten(change.revision), await waiting()], [false, 0]);
    assert.equal((await site.getDatasheet(sheet.id)).version, before.version);
    await interrupted.connection
      .collection('idempotency_results')
      .updateMany({}, { $set: { until: new Date(0) } });
    assert.ok(await claimed('taken back'), 'G22: what left nothing behind may be sent again');
    // Its caller was not dead but asleep.
    await expectRejection(stage(change), 'SERVICE_UNAVAILABLE');
    assert.equal(
      (await site.getDatasheet(sheet.id)).version,
      before.version,
      'nothing points to what is gone',
    );
  });

  it('one without its idempotency record keeps no other from completion (H40)', async () => {
    const lost = await cutOff(await claimed('lost'));
    await stage(lost);
    await interrupted.connection.collection('idempotency_results').deleteMany({ state: 'suspended' });
    const other = await cutOff();
    await assert.rejects(interrupted.moves.recover(later(1500)), AggregateError);
    assert.deepEqual([await isWritten(other.revision), await waiting()], [false, 1], 'rolled back');
    await interrupted.connection.collection('pending_draft_moves').deleteMany({});
  });

  it('is completed when its pointer did move, also under later saves', async () => {
    const change = await cutOff(await claimed('moved'));
    await stage(change);
    await site.reviseDatasheet(sheet.id, [
      { element_id: elementIdOf(sheet, 'Supplier'), new_value: 'Later' },
    ]);
    await interrupted.moves.recover(later(2));
    assert.deepEqual([await isWritten(change.revision), await waiting()], [true, 0]);
    assert.equal(await entriesOf(change), 1);
    assert.equal(userValueOf(await site.getDatasheet(sheet.id), 'Supplier'), 'Later');
    const again = await interrupted.outbox.idempotency.acquire(requested('moved'));
    assert.deepEqual(
      'stored' in again && replay(again.stored),
      { version: 'first' },
      'G22: its response is given again',
    );
  });

  it('has its audit entry also when the draft has been discarded since (H40)', async () => {
    await site.publish(projectId);
    await site.openDraft(projectId);
    const change = await cutOff();
    await stage(change);
    await site.node.call(lead, 'projects.revert', {
      id: projectId,
    });
    await interrupted.moves.recover(later(2));
    assert.equal(await entriesOf(change), 1);
    await site.openDraft(projectId);
  });

  it('of a concurrent move and rollback exactly one happens (R14)', async () => {
    for (let round = 0; round < 10; round += 1) {
      const change = await cutOff();
      const [moved, settled] = await Promise.all([
        stage(change).then(
          () => true,
          () => false,
        ),
        interrupted.moves.recover(later(2)),
      ]);
      assert.equal(settled, undefined);
      assert.equal(await isWritten(change.revision), moved, `round ${round}`);
      await site.getDatasheet(sheet.id);
    }
    assert.equal(await waiting(), 0);
  });

  it('is completed once, however many processes try (H40)', async () => {
    const change = await cutOff();
    await stage(change);
    await Promise.all(Array.from({ length: 5 }, () => interrupted.moves.recover(later(2))));
    assert.equal(await entriesOf(change), 1);
  });
});
