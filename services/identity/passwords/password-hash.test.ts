/** Tests of hashing and verifying passwords. */
import assert from 'node:assert/strict';
import { describe, it } from '@jest/globals';
import { hashPassword, verifyPassword } from './password-hash.ts';

describe('passwords', () => {
  it('are argon2id with 19 MiB, two passes and one lane, each with a salt of its own (A10)', async () => {
    const [one, other] = await Promise.all([hashPassword('correct horse'), hashPassword('correct horse')]);
    assert.match(one, /^\$argon2id\$v=19\$m=19456,t=2,p=1\$/);
    assert.notEqual(one, other);
    assert.ok(await verifyPassword('correct horse', one));
    assert.ok(!(await verifyPassword('correct horsf', one)));
  });

  it('an accented letter is the same however the keyboard composes it', async () => {
    assert.ok(await verifyPassword('cafe\u0301 au lait', await hashPassword('caf\u00e9 au lait')));
  });

  it('without an account every password is wrong, and checking takes as long (H30)', async () => {
    const hash = await hashPassword('correct horse');
    await verifyPassword('warm up', null);
    /**
     * Microseconds of processor time, which other programs on the machine do not lengthen: the least of some
     * rounds.
     */
    const worked = async (work: () => Promise<boolean>): Promise<number> => {
      const times: number[] = [];
      for (let round = 0; round < 9; round += 1) {
        const before = process.cpuUsage();
        assert.equal(await work(), false);
        const { user, system } = process.cpuUsage(before);
        times.push(user + system);
      }
      return Math.min(...times);
    };
    const unknown = await worked(() => verifyPassword('guess', null));
    const wrong = await worked(() => verifyPassword('guess', hash));
    assert.ok(
      unknown > wrong / 3 && unknown < wrong * 3,
      `${unknown} µs for nobody, ${wrong} µs for a wrong password`,
    );
  });
});
