/** Tests of the text of an API key and its checksum. */
import assert from 'node:assert/strict';
import { crc32 } from 'node:zlib';
import { describe, it } from '@jest/globals';
import fc from 'fast-check';
import { containsApiKey, displayPartsOf, formatApiKey, hashApiKey, isApiKey } from './api-key-format.ts';

const random = fc.uint8Array({ minLength: 32, maxLength: 32 });
const mode = fc.constantFrom('live' as const, 'test' as const);

describe('the text of a key', () => {
  it('every key has the documented form and its own checksum (A2, A15)', () => {
    fc.assert(
      fc.property(mode, random, (name, bytes) => {
        const key = formatApiKey(name, bytes);
        assert.match(key, new RegExp(`^css_${name}_[0-9A-Za-z]{43}_[0-9A-Za-z]{6}$`));
        assert.ok(isApiKey(key));
      }),
    );
  });

  it('the checksum is the CRC-32 of all before the last underscore, in base62 (A15)', () => {
    const digits = '0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz';
    fc.assert(
      fc.property(mode, random, (name, bytes) => {
        const key = formatApiKey(name, bytes);
        const end = key.lastIndexOf('_');
        const value = [...key.slice(end + 1)].reduce((sum, digit) => sum * 62 + digits.indexOf(digit), 0);
        assert.equal(value, crc32(key.slice(0, end)));
      }),
    );
  });

  it('the smallest and the largest random part fill 43 digits', () => {
    assert.match(formatApiKey('live', new Uint8Array(32)), /^css_live_0{43}_/);
    assert.ok(isApiKey(formatApiKey('live', new Uint8Array(32).fill(255))));
    assert.throws(() => formatApiKey('live', new Uint8Array(31)), RangeError);
  });

  it('different bytes make different keys', () => {
    fc.assert(
      fc.property(random, random, (a, b) => {
        fc.pre(Buffer.compare(a, b) !== 0);
        assert.notEqual(formatApiKey('live', a), formatApiKey('live', b));
      }),
    );
  });

  it('one changed character is detected without a call to another service (C1)', () => {
    fc.assert(
      fc.property(random, fc.nat({ max: 58 }), fc.constantFrom(...'0aZ_é -'), (bytes, at, other) => {
        const key = formatApiKey('live', bytes);
        fc.pre(key[at] !== other);
        assert.ok(!isApiKey(key.slice(0, at) + other + key.slice(at + 1)));
      }),
    );
  });

  it('nothing else is accepted as a key (H16)', () => {
    const key = formatApiKey('test', new Uint8Array(32).fill(7));
    const others = [
      '',
      'css_',
      ` ${key}`,
      `${key} `,
      `${key}\n`,
      key.toUpperCase(),
      key.replace('test', 'live'),
      `${key}0`,
      key.slice(0, -1),
    ];
    for (const text of others) assert.ok(!isApiKey(text), JSON.stringify(text));
    fc.assert(fc.property(fc.string(), (text) => !isApiKey(text)));
  });

  it('a text that contains a key is detected, also without its checksum; the displayed part of a key is not a key (A15)', () => {
    fc.assert(
      fc.property(mode, random, fc.string(), fc.string(), (name, bytes, before, after) => {
        const key = formatApiKey(name, bytes);
        assert.ok(containsApiKey(`${before}${key}${after}`));
        assert.ok(containsApiKey(`${before}${key.slice(0, key.lastIndexOf('_'))}`));
        assert.ok(!containsApiKey(displayPartsOf(key).prefix));
      }),
    );
    for (const text of ['', 'css_live_', 'css_live_standard', 'standard:read', 'css test'])
      assert.ok(!containsApiKey(text), text);
  });

  it('neither what is shown nor what is stored reveals the key (A2)', () => {
    const key = formatApiKey('live', new Uint8Array(32).fill(9));
    const { prefix, lastFour } = displayPartsOf(key);
    assert.ok(key.startsWith(prefix) && key.endsWith(lastFour));
    assert.deepEqual([prefix.length, lastFour.length], [13, 4]);
    assert.match(hashApiKey(key), /^[0-9a-f]{64}$/);
  });
});
