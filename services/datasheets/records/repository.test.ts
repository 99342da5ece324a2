import assert from 'node:assert/strict';
import { randomUUID } from 'node:crypto';
import { after, before, describe, it } from 'node:test';
import type { Connection } from 'mongoose';
import { person, refusal, startTestNode, type TestNode } from '../../../test/service-node.ts';
import { ANNA, SLAB, statesOf } from '../fields.fixture.ts';
import { datasheetModels } from '../model.ts';
import { newRevision } from './new-revision.ts';
import type { FieldStates } from './recorded-values.ts';
import { type Change, DatasheetRecords } from './repository.ts';

const nothing = async (): Promise<void> => undefined;

describe('stored datasheets', () => {
  let node: TestNode;
  let connection: Connection;
  let records: DatasheetRecords;
  before(async () => {
    node = await startTestNode(['datasheets']);
    connection = await node.node.openDatabase('datasheets');
    records = new DatasheetRecords(connection);
  });
  after(() => node.stop());

  async function changeOf(states: FieldStates): Promise<Change> {
    const id = await records.newDatasheetId();
    const [revisionId = 0] = await records.newRevisionIds(1);
    const at = new Date();
    const revision = newRevision({
      id: revisionId,
      datasheet_id: id,
      previous: null,
      name: 'Größe 合',
      scope: '',
      standard: { id: 10, revision_id: 100, revision_code: '1.0.0' },
      severity: 'MAJOR',
      summary: 'Initial creation',
      states,
      by: ANNA,
      at,
    });
    return {
      newDatasheet: { _id: id, project_id: 1, standard_id: 10, created_by: ANNA, created_at: at },
      revisions: [revision],
      pending: {
        _id: randomUUID(),
        project_id: 1,
        new_datasheet_id: id,
        revisions: [{ datasheet_id: id, revision_id: revisionId }],
        ending: {
          entry: {
            user_id: 1,
            action: 'datasheets.create',
            channel: 'http',
            key_id: null,
            request_id: 'r',
            resource: { type: 'datasheet', id },
            details: {},
          },
          first: null,
        },
        at,
      },
    };
  }

  it('come back as they were sealed, small or compressed', async () => {
    for (const value of ['ACME 🧱', 'x'.repeat(1_200_000)]) {
      const states = statesOf(SLAB, { 1: { value }, 4: { value: ['Air'] } });
      const change = await changeOf(states);
      await records.write(change, nothing);
      const [sealed] = change.revisions;
      assert.ok(sealed);
      const read = await records.revision(sealed._id);
      assert.deepEqual(read.states, states);
      assert.deepEqual([read.version, read.content_hash, read.previous_id], [sealed.version, sealed.content_hash, null]);
      assert.deepEqual(await records.datasheet(sealed.datasheet_id), change.newDatasheet);
    }
  });

  it('a refused change leaves nothing behind', async () => {
    const change = await changeOf(statesOf(SLAB));
    await records.write(change, nothing);
    await records.withdraw(change.pending, nothing);
    assert.equal(await records.datasheet(change.newDatasheet?._id ?? 0), null);
    assert.deepEqual(await records.links(change.newDatasheet?._id ?? 0), []);
  });

  it('H40: a change is confirmed once, however many try', async () => {
    const change = await changeOf(statesOf(SLAB));
    await records.write(change, nothing);
    let entries = 0;
    await Promise.all(
      Array.from({ length: 5 }, () =>
        records.confirm(change.pending._id, async () => {
          entries += 1;
        }),
      ),
    );
    assert.equal(entries, 1);
    assert.equal((await records.links(change.newDatasheet?._id ?? 0)).length, 1);
  });

  it('every hot query has an index', async () => {
    const { revisions, pending } = datasheetModels(connection);
    const plans = [
      await revisions.find({ datasheet_id: 1 }).sort({ _id: -1 }).explain('queryPlanner'),
      await revisions.find({ _id: { $in: [1, 2] } }).explain('queryPlanner'),
      await pending
        .find({ at: { $lt: new Date() } })
        .sort({ at: 1 })
        .explain('queryPlanner'),
    ];
    for (const plan of plans) assert.ok(!JSON.stringify(plan).includes('"COLLSCAN"'), JSON.stringify(plan));
  });

  it('an unknown datasheet is 404', async () => {
    const { status } = await refusal(node.call(person({ id: 1 }), 'datasheets.get', { id: 99_999_999 }));
    assert.equal(status, 404);
  });
});
