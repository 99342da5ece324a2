/**
 * Test fixture: a change of a datasheet of which only the first of its two steps was done, as by a process that died
 * in between, and the recovery of such changes.
 */
import { randomUUID } from 'node:crypto';
import { beforeAll } from '@jest/globals';
import type { Connection } from 'mongoose';
import { type Completion, Outbox } from '../../shared/kernel/background/outbox.ts';
import { IdCounters } from '../../shared/kernel/database/id-counters.ts';
import { inTransaction } from '../../shared/kernel/database/mongo.ts';
import { DraftMoves } from '../../shared/projects/draft-moves.ts';
import { editor } from '../../test/people.ts';
import type { TestNode } from '../../test/service-node.ts';
import type { DatasheetRevisionRecord } from './model.ts';
import { newDatasheetRevision, successorOf } from './records/new-revision.ts';
import { DatasheetRevisions } from './records/repository.ts';

type Change = Pick<DatasheetRevisionRecord, 'severity' | 'summary'> & { status?: 'DELETED' };

/** A sealed revision to which no draft points yet. */
export interface InterruptedChange {
  change_id: string;
  revision: DatasheetRevisionRecord;
  requestId: string;
}

/** The stores of the dead process, and the recovery of the living one. */
interface InterruptedChanges {
  readonly connection: Connection;
  readonly revisions: DatasheetRevisions;
  readonly outbox: Outbox;
  readonly moves: DraftMoves;
  /** Writes the next revision of a datasheet and its pending move, and stops there. */
  begin(
    datasheetId: number,
    headId: number,
    action: 'datasheets.revise' | 'datasheets.delete',
    change: Change,
    idempotent?: Completion['idempotent'],
  ): Promise<InterruptedChange>;
}

/** For the tests of a file or `describe`. */
export function useInterruptedChanges(running: TestNode): InterruptedChanges {
  let stores: Omit<InterruptedChanges, 'begin'>;
  beforeAll(async () => {
    const connection = await running.node.openDatabase('datasheets');
    const revisions = new DatasheetRevisions(connection, new IdCounters(connection));
    const outbox = new Outbox(connection);
    // Its process died: it keeps no call alive.
    await outbox.stop();
    const moves = new DraftMoves({
      node: running.node,
      service: 'datasheets',
      connection,
      outbox,
      rollBack: (written, session) => revisions.delete(written.revisions ?? [], session),
    });
    stores = { connection, revisions, outbox, moves };
  });
  return {
    get connection() {
      return stores.connection;
    },
    get revisions() {
      return stores.revisions;
    },
    get outbox() {
      return stores.outbox;
    },
    get moves() {
      return stores.moves;
    },
    async begin(datasheetId, headId, action, change, idempotent = null) {
      const { connection, revisions, outbox } = stores;
      const head = await revisions.require(headId);
      const id = await revisions.nextId();
      const revision = newDatasheetRevision({
        id,
        ...successorOf(head, head.name),
        ...change,
        states: head.states,
        by: head.created_by,
        at: new Date(),
      });
      const requestId = `${action}-${id}`;
      const entry: Completion['entry'] = {
        user_id: editor.user.id,
        action,
        channel: 'http',
        key_id: null,
        request_id: requestId,
        resource: { type: 'datasheet', id: datasheetId },
        details: {},
      };
      const change_id = randomUUID();
      const completion = { entry, idempotent };
      const row = { _id: change_id, written: { revisions: [id] }, completion, at: new Date() };
      await inTransaction(connection, async (session) => {
        await revisions.insert(session, revision);
        await connection.model('pending_draft_moves').insertMany([row], { session });
        await outbox.suspend(session, completion);
      });
      return { change_id, revision, requestId };
    },
  };
}
