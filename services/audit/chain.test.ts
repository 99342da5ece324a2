/** The hash chain as it is written: by one and by many at once, and over the entries of an older database. */
import assert from 'node:assert/strict';
import { afterAll, describe, it } from '@jest/globals';
import { BEGINNING, linkHash } from './chain.ts';
import { AuditTrail } from './repository.ts';
import { entries, entry, Trails } from './trail.fixture.ts';
import { NoChain, verifyTrail } from './verifying.ts';

describe('the hash chain of the audit trail', () => {
  const trails = new Trails();
  afterAll(() => trails.close());

  it('numbers without gaps, each hash over the entry and the hash before it, the head moved along', async () => {
    const { database, stored, trail } = await trails.filled(3);
    assert.equal(await trail.append(entries(2)), 2);
    let hash = BEGINNING.hash;
    let seq = 0;
    for await (const { hash: written, ...told } of stored.find().sort({ _id: 1 })) {
      hash = linkHash(hash, told);
      seq += 1;
      assert.deepEqual([told._id, written], [seq, hash]);
    }
    assert.deepEqual(await trail.head(), { _id: 'head', seq: 5, hash, entries: 5 });
    assert.deepEqual(await verifyTrail(database), { entries: 5, older: 0, head: { seq: 5, hash } });
  });

  it('R12: several replicas and relays append at once, each sending again: every entry once, in one unbroken chain', async () => {
    const { connection, database, stored } = await trails.filled(0);
    const replicas = [new AuditTrail(connection), new AuditTrail(connection), new AuditTrail(connection)];
    const batches = Array.from({ length: 24 }, () => entries(5));
    const recorded = await Promise.all(
      batches.flatMap((batch, at) => [replicas[at % 3]?.append(batch), replicas[(at + 1) % 3]?.append(batch)]),
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
    const { database, trail } = await trails.filled(2);
    await assert.rejects(trail.append([entry(), entry({ details: { text: '\ud800' } })]));
    assert.equal((await verifyTrail(database)).entries, 2);
  });

  it('verifies while more is written', async () => {
    const { database, trail } = await trails.filled(50);
    let writing = true;
    const writer = (async () => {
      while (writing) await trail.append(entries(3));
    })();
    for (let round = 0; round < 10; round += 1) assert.ok((await verifyTrail(database)).entries >= 50);
    writing = false;
    await writer;
  });

  describe('a trail older than the chain', () => {
    /** As it was written before: numbers from a counter with gaps, no hashes. */
    async function old() {
      const opened = await trails.unbegun();
      await opened.stored.insertMany([1, 2, 21, 22].map((_id) => ({ ...entry(), at: new Date(), _id })));
      return opened;
    }

    it('stays as it is and is covered by the next entry; the verifier says how many', async () => {
      const { connection, database, stored, trail } = await old();
      await assert.rejects(verifyTrail(database), NoChain);
      const before = await stored.find().toArray();
      await Promise.all([trail.open(assert.fail), new AuditTrail(connection).open(assert.fail)]);
      assert.deepEqual((await verifyTrail(database)).older, 4);
      await trail.append(entries(2));
      await trail.open(assert.fail);
      assert.deepEqual(await stored.find({ _id: { $lt: 23 } }).toArray(), before);
      const { entries: count, older, head } = await verifyTrail(database);
      assert.deepEqual([count, older, head.seq], [6, 4, 24]);
      const { total, rows } = await trail.page({}, 10, 0);
      assert.deepEqual([total, rows.length], [6, 6]);
    });

    it('is sealed from then on', async () => {
      for (const tamper of [{ user_id: 8 }, null]) {
        const { database, stored, trail } = await old();
        await trail.open(assert.fail);
        await trail.append(entries(1));
        if (tamper) await stored.updateOne({ _id: 21 }, { $set: tamper });
        else await stored.deleteOne({ _id: 21 });
        await assert.rejects(verifyTrail(database), /^Error: Entry 23 .* was changed or exchanged, or the one before it/);
      }
    });
  });

  it('an empty trail has a chain of its own; a database without one is no verdict', async () => {
    const { database } = await trails.filled(0);
    assert.deepEqual(await verifyTrail(database), { entries: 0, older: 0, head: BEGINNING });
    await assert.rejects(verifyTrail((await trails.unbegun()).database), NoChain);
  });
});
