/**
 * Tests that no read which begins after a change was acknowledged is answered as before it: ten thousand reads of sealed
 * revisions, whole and with `If-None-Match`, beside holds, revoked keys and deleted standards, in one process.
 */
import assert from 'node:assert/strict';
import { beforeAll, describe, it } from '@jest/globals';
import { BenchClient } from '../../tools/bench/http-measurement.ts';
import { createKey, registerAccount, SPECIFIER_PERMISSIONS } from '../../tools/world/accounts.ts';
import { createStandard, publishStandard } from '../../tools/world/standards.ts';
import { useNode } from '../service-node.ts';
import { CANARY, HoldsWorld } from '../world/holds.ts';

const READS = 10_000;
const READERS = 8;
/** Reads before a change, and at least as many after it. */
const READS_BESIDE_CHANGE = 200;

/** What a read shows. */
interface Shown {
  status: number;
  text: string;
}

describe('reads beside a change', () => {
  const node = useNode();
  let owner: Awaited<ReturnType<typeof registerAccount>>;
  beforeAll(async () => {
    owner = await registerAccount(node.url, 'owner', 'Harbour Architects');
  });

  /**
   * Reads without a pause before, during and after a change. Every second reader asks only for what it does not have yet.
   * @returns how many reads there were
   */
  async function readBeside(
    path: string,
    secret: string,
    change: () => Promise<unknown>,
    isAsBefore: (shown: Shown) => boolean,
  ): Promise<number> {
    const sender = new BenchClient(node.url, { authorization: `Bearer ${secret}` }, READERS);
    const first = await sender.send({ method: 'GET', path });
    assert.ok(isAsBefore({ status: first.status, text: first.bytes.toString() }), 'readable at first');
    const known = { 'if-none-match': first.etag ?? '' };
    let [reads, readsAfter, acknowledged] = [1, 0, false];
    const stale: string[] = [];
    const read = async (headers: Record<string, string>): Promise<void> => {
      while (readsAfter < READS_BESIDE_CHANGE) {
        const beganAfter = acknowledged;
        const { status, bytes } = await sender.send({ method: 'GET', path, headers });
        reads += 1;
        if (beganAfter) readsAfter += 1;
        if (beganAfter && isAsBefore({ status, text: bytes.toString() })) stale.push(`${status} to a read`);
      }
    };
    const reading = Promise.all(Array.from({ length: READERS }, (_, at) => read(at % 2 === 0 ? {} : known)));
    while (reads < READS_BESIDE_CHANGE) await new Promise(setImmediate);
    try {
      await change();
    } finally {
      acknowledged = true;
      await reading;
      sender.close();
    }
    assert.deepEqual(stale, []);
    return reads;
  }

  /** Repeats a race until there were enough reads. */
  async function repeat(race: () => Promise<number>): Promise<void> {
    for (let reads = 0; reads < READS; ) reads += await race();
  }

  it('none shows a text once its hold is acknowledged (W13, W15)', async () => {
    const world = new HoldsWorld(node);
    const { secret } = await createKey(owner, ['standard:read']);
    await repeat(async () => {
      const adopted = await world.adopt();
      return readBeside(
        `/api/standards/${adopted.standardId}?revisionId=${adopted.revisionId}`,
        secret,
        () => world.state(adopted, world.hold(adopted)),
        ({ status, text }) => status === 304 || text.includes(CANARY),
      );
    });
  });

  it('none is answered to a key once its revocation is acknowledged (A2)', async () => {
    const world = new HoldsWorld(node);
    const { standardId, revisionId } = await world.adopt();
    await repeat(async () => {
      const { id, secret } = await createKey(owner, ['standard:read']);
      return readBeside(
        `/api/standards/${standardId}?revisionId=${revisionId}`,
        secret,
        () => owner.call('account.keys.revoke', { id }),
        ({ status }) => status !== 401,
      );
    });
  });

  it('none shows a standard once its deletion is acknowledged', async () => {
    const { client, secret } = await createKey(owner, [...SPECIFIER_PERMISSIONS, 'standard:delete']);
    const { id: category_id } = await client.call('categories.create', {
      name: 'All',
      subject_type: 'company',
    });
    let number = 0;
    await repeat(async () => {
      number += 1;
      const metadata = { name: `Deleted ${number}`, category_id, subject_type: 'company' } as const;
      const elements = [{ address: '1', content: 'Cement shall be grey.' }];
      const { id } = await createStandard(client, metadata, { elements });
      const { revision } = await publishStandard(client, id);
      await client.call('standards.deprecate', { id });
      return readBeside(
        `/api/standards/${id}?revisionId=${revision.id}`,
        secret,
        () => client.call('standards.delete', { id, confirmName: metadata.name }),
        ({ status }) => status !== 404,
      );
    });
  });
});
