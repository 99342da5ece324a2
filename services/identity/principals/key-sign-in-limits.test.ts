/** Tests of the limits on sign-ins with API keys on the bus. */
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { describe, it } from '@jest/globals';
import { formatApiKey } from '../../../shared/kernel/auth/api-key-format.ts';
import { toErrorInfo } from '../../../shared/kernel/errors/errors.ts';
import { anonymous } from '../../../test/people.ts';
import { useNode } from '../../../test/service-node.ts';
import { KeySignInLimits } from './key-sign-in-limits.ts';

const codeOf = (call: Promise<unknown>): Promise<string> =>
  call.then(
    () => 'answered',
    (error: unknown) => toErrorInfo(error).code,
  );

describe('limits on sign-ins of programs on the bus (H16)', () => {
  const node = useNode(['identity']);
  const unknownKey = () => formatApiKey('test', randomBytes(32));
  const signIn = (key: string) => codeOf(node.call(anonymous, 'identity.signInWithKey', { key }));
  /** Limits that no time resets, and sign-ins within them that count their look-ups. */
  function limited(limits: { signInsPerKey: number; failures: number }) {
    const keySignInLimits = new KeySignInLimits({ ...limits, windowSeconds: 0 });
    const lookUps: string[] = [];
    const attempt = (key: string, find: () => Promise<object | null>, user = 'tools') =>
      codeOf(
        keySignInLimits.lookUp(user, key, () => {
          lookUps.push(key);
          return find();
        }),
      );
    return {
      lookUps,
      known: (key: string, user?: string) => attempt(key, async () => ({}), user),
      unknown: (key: string) => attempt(key, async () => null),
      broken: (key: string) => attempt(key, () => Promise.reject(new Error('no database'))),
    };
  }

  it('an unknown key has no count of its own: it stays unauthenticated, however often it is sent', async () => {
    const key = unknownKey();
    const codes = await Promise.all(Array.from({ length: 100 }, () => signIn(key)));
    assert.deepEqual([...new Set(codes)], ['UNAUTHENTICATED']);
  });

  it('once the failures are used up every key is refused without a look-up', async () => {
    const { lookUps, known, unknown } = limited({ signInsPerKey: 5, failures: 3 });
    assert.equal(await known('a'), 'answered');
    for (const key of ['x', 'y', 'x']) {
      assert.equal(await known('b'), 'answered');
      assert.equal(await unknown(key), 'answered');
    }
    const before = lookUps.length;
    for (const key of ['a', 'b', 'c']) assert.equal(await known(key), 'RATE_LIMITED');
    assert.equal(await unknown('z'), 'RATE_LIMITED');
    assert.equal(lookUps.length, before);
  });

  it('the failures of one NATS user refuse no other one (H31)', async () => {
    const { known, unknown } = limited({ signInsPerKey: 5, failures: 3 });
    await Promise.all(['x', 'y', 'z'].map((key) => unknown(key)));
    assert.equal(await known('a'), 'RATE_LIMITED');
    assert.equal(await known('a', 'reports'), 'answered');
  });

  it('a burst has no more look-ups of unknown keys than there are failures', async () => {
    const { lookUps, unknown } = limited({ signInsPerKey: 5, failures: 3 });
    await Promise.all(Array.from({ length: 20 }, (_, at) => unknown(`key ${at}`)));
    assert.equal(lookUps.length, 3);
  });

  it('a known key that is used up is refused without a look-up, and a look-up that throws is not counted', async () => {
    const { lookUps, known, broken } = limited({ signInsPerKey: 2, failures: 3 });
    for (let attempt = 0; attempt < 10; attempt += 1) assert.notEqual(await broken('a'), 'RATE_LIMITED');
    for (const code of ['answered', 'answered', 'RATE_LIMITED', 'RATE_LIMITED'])
      assert.equal(await known('a'), code);
    assert.equal(lookUps.length, 12);
    assert.equal(await known('b'), 'answered');
  });
});
