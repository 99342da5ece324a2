/** Tests of repeating a compare-and-set write. */
import assert from 'node:assert/strict';
import { describe, it } from '@jest/globals';
import { expectRejection } from '../../../test/service-node.ts';
import { MAX_ATTEMPTS, retryUntilSaved } from './retry-until-saved.ts';

describe('retrying until saved', () => {
  it('returns the result of the first attempt without a conflict, also when it is false', async () => {
    assert.equal(await retryUntilSaved(async (round) => (round === 3 ? 'written' : null)), 'written');
    assert.equal(await retryUntilSaved(async () => false), false);
  });

  it('does not retry what was rejected', async () => {
    let attempts = 0;
    const refused = retryUntilSaved(async () => {
      attempts += 1;
      throw new Error('no');
    });
    await assert.rejects(refused, /^Error: no$/);
    assert.equal(attempts, 1);
  });

  it('gives up after its attempts: with EDIT_CONFLICT stale, or as the caller says', async () => {
    let attempts = 0;
    const never = async () => {
      attempts += 1;
      return null;
    };
    const { code, extras } = await expectRejection(retryUntilSaved(never));
    assert.deepEqual([attempts, code, extras.metadata?.reason], [MAX_ATTEMPTS, 'EDIT_CONFLICT', 'stale']);
    attempts = 0;
    await assert.rejects(
      retryUntilSaved(never, { attempts: 2, onConflict: async () => new Error('mine') }),
      /^Error: mine$/,
    );
    assert.equal(attempts, 2);
  });
});
