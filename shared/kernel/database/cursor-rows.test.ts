/** Tests of iterating over the rows of a query, and of closing its cursor. */
import assert from 'node:assert/strict';
import { afterAll, beforeAll, it } from '@jest/globals';
import { openCursors } from '../../../test/open-cursors.ts';
import { skipIf } from '../../../test/skip-if.ts';
import { databasePrefix, dropDatabases, missingServer, mongodbUri } from '../../../test/test-servers.ts';
import { rowsOf } from './cursor-rows.ts';
import { type Database, openDatabase } from './mongo.ts';
import { defineCollection } from './records.ts';

const rowCollection = defineCollection<{ _id: number }>('rows');
const ROWS = 10;

skipIf(missingServer('MONGODB')).describe('the rows of a cursor', () => {
  const prefix = databasePrefix('cursor-rows');
  let database: Database;

  beforeAll(async () => {
    database = await openDatabase(mongodbUri(), prefix, 'test');
    await rowCollection(database.connection).insertMany(Array.from({ length: ROWS }, (_, _id) => ({ _id })));
  });
  afterAll(async () => {
    await dropDatabases(prefix);
    await database?.close();
  });

  const readRows = () =>
    rowCollection(database.connection)
      .find()
      .sort({ _id: 1 })
      .lean<{ _id: number }[]>()
      .cursor({ batchSize: 2 });

  it('are all read, in their order', async () => {
    const ids: number[] = [];
    for await (const { _id } of rowsOf(readRows())) ids.push(_id);
    assert.deepEqual(
      ids,
      Array.from({ length: ROWS }, (_, id) => id),
    );
    assert.deepEqual(await openCursors(database.connection), []);
  });

  it('leave no cursor open when the loop over them returns or throws', async () => {
    const rows = readRows();
    for await (const _ of rows) break;
    assert.equal((await openCursors(database.connection)).length, 1, 'a cursor alone stays open');
    await rows.close();
    for await (const _ of rowsOf(readRows())) break;
    await assert.rejects(async () => {
      for await (const { _id } of rowsOf(readRows())) throw new Error(`stopped at ${_id}`);
    }, /stopped at 0/);
    assert.deepEqual(await openCursors(database.connection), []);
  });
});
