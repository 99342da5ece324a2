/**
 * Tests of the hash chain as entries are appended: by one process, by many concurrently, and after entries of an
 * older database.
 */
import assert from 'node:assert/strict';
import { afterAll, describe, it } from '@jest/globals';
import { GENESIS_HEAD, hashEntry } from './chain.ts';
import { AuditTrail } from './repository.ts';
import { auditEntries, auditEntry, TestTrails } from './trail.fixture.ts';
import { ChainNotStartedError, verifyTrail } from './verification.ts';

describe('the hash chain of the audit trail', () => {
  const trails = new TestTrails();
  afterAll(() => trails.close());

  it('numbers without gaps, each hash over the entry and the hash before it, the head moved along', async () => {
    const { database, stored, trail } = await trails.createFilled(3);
    assert.equal(await trail.append(auditEntries(2)), 2);
    let hash = GENESIS_HEAD.hash;
    let seq = 0;
    for await (const { hash: storedHash, ...entry } of stored.find().sort({ _id: 1 })) {
      hash = hashEntry(hash, entry);
      seq += 1;
      assert.deepEqual([entry._id, storedHash], [seq, hash]);
    }
    assert.deepEqual(await trail.head(), { _id: 'head', seq: 5, hash, entries: 5 });
    assert.deepEqual(await verifyTrail(database), { entries: 5, unhashed: 0, head: { seq: 5, hash } });
  });

  it('several replicas and relays append at once, each sending again: every entry once, in one unbroken chain (R12)', async () => {
    const { connection, database, stored } = await trails.createFilled(0);
    const replicas = [new AuditTrail(connection), new AuditTrail(connection), new AuditTrail(connection)];
    const batches = Array.from({ length: 24 }, () => auditEntries(5));
    const recorded = await Promise.all(
      batches.flatMap((batch, at) => [
        replicas[at % 3]?.append(batch),
        replicas[(at + 1) % 3]?.append(batch),
      ]),
    );
    assert.equal(
      recorded.reduce<number>((sum, count) => sum + (count ?? 0), 0),
      120,
    );
    const { entries: count, head } = await verifyTrail(database);
    assert.deepEqual([count, head.seq], [120, 120]);
    assert.equal((await stored.distinct('event_id')).length, 120);
  });

  it('a batch is written whole or not at all', async () => {
    const { database, trail } = await trails.createFilled(2);
    await assert.rejects(trail.append([auditEntry(), auditEntry({ details: { text: '\ud800' } })]));
    assert.equal((await verifyTrail(database)).entries, 2);
  });

  it('verifies while more is written', async () => {
    const { database, trail } = await trails.createFilled(50);
    let writing = true;
    const writer = (async () => {
      while (writing) await trail.append(auditEntries(3));
    })();
    for (let round = 0; round < 10; round += 1) assert.ok((await verifyTrail(database)).entries >= 50);
    writing = false;
    await writer;
  });

  describe('a trail older than the chain', () => {
    /** As it was written before: numbers from a counter with gaps, no hashes. */
    async function old() {
      const opened = await trails.createUnstarted();
      await opened.stored.insertMany([1, 2, 21, 22].map((_id) => ({ ...auditEntry(), at: new Date(), _id })));
      return opened;
    }

    it('stays unchanged and is covered by the next entry; the verifier counts them', async () => {
      const { connection, database, stored, trail } = await old();
      await assert.rejects(verifyTrail(database), ChainNotStartedError);
      const before = await stored.find().toArray();
      await Promise.all([trail.initialize(assert.fail), new AuditTrail(connection).initialize(assert.fail)]);
      assert.deepEqual((await verifyTrail(database)).unhashed, 4);
      await trail.append(auditEntries(2));
      await trail.initialize(assert.fail);
      assert.deepEqual(await stored.find({ _id: { $lt: 23 } }).toArray(), before);
      const { entries: count, unhashed, head } = await verifyTrail(database);
      assert.deepEqual([count, unhashed, head.seq], [6, 4, 24]);
      const { total, rows } = await trail.page({}, 10, 0);
      assert.deepEqual([total, rows.length], [6, 6]);
    });

    it('is sealed from then on', async () => {
      for (const tamper of [{ user_id: 8 }, null]) {
        const { database, stored, trail } = await old();
        await trail.initialize(assert.fail);
        await trail.append(auditEntries(1));
        if (tamper) await stored.updateOne({ _id: 21 }, { $set: tamper });
        else await stored.deleteOne({ _id: 21 });
        await assert.rejects(
          verifyTrail(database),
          /^Error: Entry 23 .* was changed or replaced, or the entry before it/,
        );
      }
    });
  });

  it('an empty trail has a chain of its own; a database without one is no verdict', async () => {
    const { database } = await trails.createFilled(0);
    assert.deepEqual(await verifyTrail(database), { entries: 0, unhashed: 0, head: GENESIS_HEAD });
    await assert.rejects(verifyTrail((await trails.createUnstarted()).database), ChainNotStartedError);
  });
});
