/** Tests of storing and reading datasheet revisions in a database. */
import assert from 'node:assert/strict';
import { beforeAll, describe, it } from '@jest/globals';
import type { Connection } from 'mongoose';
import { IdCounters } from '../../../shared/kernel/database/id-counters.ts';
import { inTransaction } from '../../../shared/kernel/database/mongo.ts';
import { personPrincipal } from '../../../test/people.ts';
import { expectRejection, useNode } from '../../../test/service-node.ts';
import { ANNA, SLAB, statesFor } from '../fields.fixture.ts';
import type { DatasheetRecord, DatasheetRevisionRecord } from '../model.ts';
import { newDatasheetRevision } from './new-revision.ts';
import type { FieldStates } from './recorded-values.ts';
import { DatasheetRevisions, Datasheets } from './repository.ts';

interface Sealed {
  datasheet: DatasheetRecord;
  revision: DatasheetRevisionRecord;
}

describe('stored datasheets', () => {
  const node = useNode(['datasheets', 'projects']);
  let connection: Connection;
  let datasheets: Datasheets;
  let revisions: DatasheetRevisions;
  beforeAll(async () => {
    connection = await node.node.openDatabase('datasheets');
    const counters = new IdCounters(connection);
    datasheets = new Datasheets(connection, counters);
    revisions = new DatasheetRevisions(connection, counters);
  });

  async function changeOf(states: FieldStates): Promise<Sealed> {
    const id = await datasheets.nextId();
    const revisionId = await revisions.nextId();
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
    inTransaction(connection, async (session) => {
      await datasheets.insert(session, datasheet);
      await revisions.insert(session, revision);
    });

  it('are decompressed unchanged, small or compressed', async () => {
    for (const value of ['ACME 🧱', 'x'.repeat(1_200_000)]) {
      const states = statesFor(SLAB, { 1: { value }, 4: { value: ['Air'] } });
      const change = await changeOf(states);
      await seal(change);
      const sealed = change.revision;
      const read = await revisions.require(sealed._id);
      assert.deepEqual(read.states, states);
      assert.deepEqual(
        [read.version, read.content_hash, read.previous_id],
        [sealed.version, sealed.content_hash, null],
      );
      assert.deepEqual(await datasheets.findById(sealed.datasheet_id), change.datasheet);
    }
  });

  it('a rejected change leaves nothing behind', async () => {
    const change = await changeOf(statesFor(SLAB));
    await seal(change);
    await inTransaction(connection, async (session) => {
      await revisions.delete([change.revision._id], session);
      await datasheets.delete([change.datasheet._id], session);
    });
    assert.equal(await datasheets.findById(change.datasheet._id), null);
    assert.deepEqual(await revisions.listLinks(change.datasheet._id), []);
  });

  it('an unknown datasheet is 404', async () => {
    await expectRejection(node.call(personPrincipal({ id: 1 }), 'datasheets.get', { id: 99_999_999 }), 404);
  });
});
