import assert from 'node:assert/strict';
import { afterAll, beforeAll, describe, it } from '@jest/globals';
import type { Connection } from 'mongoose';
import { inTransaction } from '../../../shared/kernel/database/mongo.ts';
import { expectRejection, person, startTestNode, type TestNode } from '../../../test/service-node.ts';
import { ANNA, SLAB, statesFor } from '../fields.fixture.ts';
import { type DatasheetRecord, type DatasheetRevisionRecord, datasheetModels } from '../model.ts';
import { newDatasheetRevision } from './new-revision.ts';
import type { FieldStates } from './recorded-values.ts';
import { Datasheets } from './repository.ts';

interface Sealed {
  datasheet: DatasheetRecord;
  revision: DatasheetRevisionRecord;
}

describe('stored datasheets', () => {
  let node: TestNode;
  let connection: Connection;
  let records: Datasheets;
  beforeAll(async () => {
    node = await startTestNode(['datasheets', 'projects']);
    connection = await node.node.openDatabase('datasheets');
    records = new Datasheets(connection);
  });
  afterAll(() => node.stop());

  async function changeOf(states: FieldStates): Promise<Sealed> {
    const id = await records.nextDatasheetId();
    const [revisionId = 0] = await records.nextRevisionIds(1);
    const at = new Date();
    const revision = newDatasheetRevision({
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
      datasheet: { _id: id, project_id: 1, standard_id: 10, created_by: ANNA, created_at: at },
      revision,
    };
  }

  const seal = ({ datasheet, revision }: Sealed): Promise<void> =>
    inTransaction(connection, (session) => records.seal(datasheet, [revision], session));

  it('come back as they were sealed, small or compressed', async () => {
    for (const value of ['ACME 🧱', 'x'.repeat(1_200_000)]) {
      const states = statesFor(SLAB, { 1: { value }, 4: { value: ['Air'] } });
      const change = await changeOf(states);
      await seal(change);
      const sealed = change.revision;
      const read = await records.requireRevision(sealed._id);
      assert.deepEqual(read.states, states);
      assert.deepEqual([read.version, read.content_hash, read.previous_id], [sealed.version, sealed.content_hash, null]);
      assert.deepEqual(await records.find(sealed.datasheet_id), change.datasheet);
    }
  });

  it('a refused change leaves nothing behind', async () => {
    const change = await changeOf(statesFor(SLAB));
    await seal(change);
    const written = { datasheets: [change.datasheet._id], revisions: [change.revision._id] };
    await inTransaction(connection, (session) => records.deleteUnmoved(written, session));
    assert.equal(await records.find(change.datasheet._id), null);
    assert.deepEqual(await records.listRevisionLinks(change.datasheet._id), []);
  });

  it('every hot query has an index', async () => {
    const { revisions } = datasheetModels(connection);
    const plans = [
      await revisions.find({ datasheet_id: 1 }).sort({ _id: -1 }).explain('queryPlanner'),
      await revisions.find({ _id: { $in: [1, 2] } }).explain('queryPlanner'),
    ];
    for (const plan of plans) assert.ok(!JSON.stringify(plan).includes('"COLLSCAN"'), JSON.stringify(plan));
  });

  it('an unknown datasheet is 404', async () => {
    const { status } = await expectRejection(node.call(person({ id: 1 }), 'datasheets.get', { id: 99_999_999 }));
    assert.equal(status, 404);
  });
});
