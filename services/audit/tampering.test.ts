/**
 * Tests of the verifier of the audit trail against changes made directly in the database, one kind of tampering each.
 */
import assert from 'node:assert/strict';
import { afterAll, describe, it } from '@jest/globals';
import { BrokenChainError, type ChainHead, GENESIS_HEAD, hashEntry } from './chain.ts';
import { auditEntries, auditEntry, type TestTrail, TestTrails } from './trail.fixture.ts';
import { verifyTrail } from './verification.ts';

describe('somebody with write access to the database (H40)', () => {
  const trails = new TestTrails();
  afterAll(() => trails.close());

  type Tampering = ({ stored }: TestTrail) => Promise<unknown>;
  /** Rewrites the hashes from an entry on, as one who knows the code would. */
  const rechain: Tampering = async ({ stored, heads }) => {
    const head = { ...GENESIS_HEAD };
    for await (const { hash: _, ...entry } of stored.find().sort({ _id: 1 })) {
      head.hash = hashEntry(head.hash, entry);
      head.seq = entry._id;
      await stored.updateOne({ _id: entry._id }, { $set: { hash: head.hash } });
    }
    const count = await stored.countDocuments();
    await heads.updateOne({ _id: 'head' }, { $set: { ...head, entries: count } });
  };
  const change =
    (_id: number, set: Record<string, unknown>): Tampering =>
    ({ stored }) =>
      stored.updateOne({ _id }, { $set: set });

  const cases: [string, Tampering, RegExp][] = [
    ['changes who did it', change(4, { user_id: 8 }), /^Entry 4 \(standards\.publish, .*\) was changed/],
    ['changes what was done, deep inside', change(4, { 'details.note': 'other' }), /^Entry 4 .* was changed/],
    ['changes when', change(4, { at: new Date(0) }), /^Entry 4 .* was changed/],
    ['adds a member', change(4, { previous: 'x' }), /^Entry 4 .* was changed/],
    [
      'hides an entry from a filter by the kind of a value',
      change(4, { at: '2026-01-01T00:00:00.000Z' }),
      /^Entry 4 .* at has an unexpected type/,
    ],
    ['changes a hash', change(4, { hash: 'f'.repeat(64) }), /^Entry 4 .* was changed or replaced/],
    [
      'changes an entry and its hash, not those after it',
      async (trail) => {
        const before = await trail.stored.findOne({ _id: 3 });
        const forged = { ...(await trail.stored.findOne({ _id: 4 })), user_id: 8 };
        await change(4, { user_id: 8, hash: hashEntry(String(before?.hash), forged) })(trail);
      },
      /^Entry 5 .* or the entry before it was/,
    ],
    [
      'takes a hash away',
      ({ stored }) => stored.updateOne({ _id: 4 }, { $unset: { hash: 1 } }),
      /^Entry 4 .* has no hash/,
    ],
    [
      'deletes one in the middle',
      ({ stored }) => stored.deleteOne({ _id: 4 }),
      /^Entry 4 is missing: 5 comes next/,
    ],
    ['deletes the first', ({ stored }) => stored.deleteOne({ _id: 1 }), /^Entry 1 is missing/],
    [
      'deletes the last ones',
      ({ stored }) => stored.deleteMany({ _id: { $gt: 7 } }),
      /^Entry 8 is missing: the chain goes on to 9/,
    ],
    ['deletes all of them', ({ stored }) => stored.deleteMany({}), /^Entry 1 is missing/],
    [
      'exchanges two',
      async ({ stored }) => {
        const [first, second] = await stored
          .find({ _id: { $in: [4, 6] } })
          .sort({ _id: 1 })
          .toArray();
        assert.ok(first && second);
        await stored.deleteMany({ _id: { $in: [4, 6] } });
        await stored.insertMany([
          { ...first, _id: 6 },
          { ...second, _id: 4 },
        ]);
      },
      /^Entry 4 .* was changed or replaced/,
    ],
    [
      'adds one past the end',
      ({ stored }) => stored.insertOne({ ...auditEntry(), at: new Date(), _id: 10 }),
      /^Entry 10 .* has no hash/,
    ],
    [
      'adds one past the end that follows',
      async ({ stored, heads }) => {
        const head = await heads.findOne({ _id: 'head' });
        const forged = { ...auditEntry(), at: new Date(), _id: 10 };
        await stored.insertOne({ ...forged, hash: hashEntry(String(head?.hash), forged) });
      },
      /^Entry 10 was added past the end/,
    ],
    [
      'puts one between two',
      ({ stored }) => stored.insertOne({ ...auditEntry(), at: new Date(), _id: 4.5 }),
      /id 4\.5 was inserted/,
    ],
    [
      'adds one under an id of another type',
      ({ database }) =>
        database.collection<{ _id: string }>('entries').insertOne({ ...auditEntry(), _id: 'x' }),
      /id "x" was inserted/,
    ],
    ['deletes the head', ({ heads }) => heads.deleteMany({}), /^The head of the chain is missing; 9 is/],
    [
      'changes the hash of the head',
      ({ heads }) => heads.updateOne({}, { $set: { hash: 'f'.repeat(64) } }),
      /^The head of the chain is not the hash of entry 9/,
    ],
    [
      'changes its count',
      ({ heads }) => heads.updateOne({}, { $set: { entries: 8 } }),
      /counts 8 entries, not 9/,
    ],
    [
      'sets the head back',
      ({ heads }) => heads.updateOne({}, { $set: { seq: 7 } }),
      /^Entry 8 was added past the end/,
    ],
  ];
  for (const [what, tamper, reason] of cases) {
    it(`${what}: found`, async () => {
      const opened = await trails.createFilled(9);
      await tamper(opened);
      await assert.rejects(
        verifyTrail(opened.database),
        (error) => error instanceof BrokenChainError && reason.test(error.message),
        String(reason),
      );
    });
  }

  it('computes the whole chain anew: found against a head that was noted before, and only so', async () => {
    for (const tamper of [
      change(4, { user_id: 8 }),
      ({ stored }: TestTrail) => stored.deleteMany({ _id: { $gt: 6 } }),
      ({ stored }: TestTrail) => stored.deleteMany({}),
    ]) {
      const opened = await trails.createFilled(9);
      const { database, stored, trail } = opened;
      const checkpoint: ChainHead = (await verifyTrail(database)).head;
      const early: ChainHead = { seq: 2, hash: String((await stored.findOne({ _id: 2 }))?.hash) };
      await trail.append(auditEntries(2));
      assert.equal((await verifyTrail(database, { checkpoint })).entries, 11);
      await tamper(opened);
      await rechain(opened);
      const left = (await verifyTrail(database)).entries;
      await assert.rejects(verifyTrail(database, { checkpoint }), BrokenChainError);
      // What was noted before the place they changed still stands.
      if (left > 0) await verifyTrail(database, { checkpoint: early });
    }
  });

  it('entries appended after the last ones were deleted leave a permanent gap', async () => {
    const { database, stored, trail } = await trails.createFilled(9);
    await stored.deleteMany({ _id: { $gt: 7 } });
    const alarms: string[] = [];
    await trail.initialize((message) => alarms.push(message));
    assert.match(alarms.join(), /the last audit entry is 7 but the chain head is 9/);
    await trail.append(auditEntries(3));
    await assert.rejects(verifyTrail(database), /Entry 8 is missing: 10 comes next/);
  });

  it('without its head nothing is recorded: no new chain starts silently, and the entries wait in their outboxes', async () => {
    const { stored, heads, trail } = await trails.createFilled(3);
    await heads.deleteMany({});
    const alarms: string[] = [];
    await trail.initialize((message) => alarms.push(message));
    assert.match(alarms.join(), /head of the audit chain is missing/);
    await assert.rejects(trail.append(auditEntries(1)), { type: 'SERVICE_UNAVAILABLE' });
    assert.equal(await stored.countDocuments(), 3);
    assert.equal(await heads.countDocuments(), 0);
  });
});
