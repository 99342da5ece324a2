/** Tests of addresses, revision codes and opaque versions. */
import assert from 'node:assert/strict';
import { test } from '@jest/globals';
import fc from 'fast-check';
import {
  ancestorsOf,
  childOf,
  compareAddresses,
  depthOf,
  isAddress,
  isBelow,
  nextFreeOrdinal,
  ordinalOf,
  parentOf,
} from './address.ts';
import { LAW_RUNS } from './histories.fixture.ts';
import { newVersion } from './opaque-version.ts';
import { nextProjectRevisionCode, nextRevisionCode, SEVERITIES } from './revision-codes.ts';

const runs = { numRuns: LAW_RUNS };
const anyLevels = fc.array(fc.integer({ min: 1, max: 9_999 }), { minLength: 1, maxLength: 12 });

test('what is an address and what is not (S23, X8, H9)', () => {
  for (const good of ['1', '10.2', '9999', '1.1.1.1.1.1.1.1.1.1.1.1']) assert.ok(isAddress(good), good);
  const bad = [
    '',
    '01',
    '1.01',
    '1.0',
    '00',
    '1..2',
    '.1',
    '1.',
    '1.a',
    '-1',
    ' 1',
    '1\n',
    '１',
    '1e3',
    '0',
    '0.5',
    '10000',
    '1.10000',
  ];
  for (const text of [...bad, '1.1.1.1.1.1.1.1.1.1.1.1.1', Array(1000).fill('1').join('.')])
    assert.ok(!isAddress(text), text);
  assert.ok(!isAddress('1.x'));
});

test('an address is its levels', () => {
  fc.assert(
    fc.property(anyLevels, (levels) => {
      const address = levels.join('.');
      assert.ok(isAddress(address));
      assert.equal(depthOf(address), levels.length);
      assert.equal(ordinalOf(address), levels.at(-1));
      assert.equal(childOf(parentOf(address), ordinalOf(address)), address);
      assert.equal(ancestorsOf(address).length, levels.length - 1);
      for (const ancestor of ancestorsOf(address)) assert.ok(isBelow(address, ancestor));
      assert.equal(parentOf(address), ancestorsOf(address).at(-1) ?? null);
    }),
    runs,
  );
});

test('numeric outline order, level by level, a parent before its children (S23)', () => {
  const byLevels = (a: number[], b: number[]) => {
    for (let i = 0; i < Math.min(a.length, b.length); i++)
      if (a[i] !== b[i]) return (a[i] ?? 0) - (b[i] ?? 0);
    return a.length - b.length;
  };
  const fewLevels = fc.array(fc.integer({ min: 1, max: 12 }), { minLength: 1, maxLength: 4 });
  fc.assert(
    fc.property(fewLevels, fewLevels, (a, b) => {
      assert.equal(Math.sign(compareAddresses(a.join('.'), b.join('.'))), Math.sign(byLevels(a, b)));
    }),
    runs,
  );
  assert.deepEqual(['10', '2.10', '2.9', '2', '1'].sort(compareAddresses), ['1', '2', '2.9', '2.10', '10']);
});

test('an address is not below its neighbour that begins with the same digits', () => {
  assert.ok(isBelow('1.2.3', '1.2'));
  assert.ok(!isBelow('1.20', '1.2'));
  assert.ok(!isBelow('1.2', '1.2'));
});

test('the next free sibling number (S18)', () => {
  assert.equal(nextFreeOrdinal(2, new Set([1, 2, 3, 5])), 4);
  assert.equal(nextFreeOrdinal(2, new Set([2])), 3);
});

test('revision codes (S3)', () => {
  assert.equal(nextRevisionCode(null, 'patch'), '1.0.0');
  assert.equal(nextRevisionCode('1.2.3', 'MAJOR'), '2.0.0');
  assert.equal(nextRevisionCode('1.2.3', 'minor'), '1.3.0');
  assert.equal(nextRevisionCode('1.2.3', 'Patch'), '1.2.4');
  assert.throws(() => nextRevisionCode('1.2', 'minor'), RangeError);
  assert.throws(() => nextRevisionCode('1.2.3', 'huge'), RangeError);
});

test('codes only rise, whatever the severities (S3)', () => {
  fc.assert(
    fc.property(fc.array(fc.constantFrom(...SEVERITIES), { minLength: 1 }), (severities) => {
      let last = '0.9.9';
      let code: string | null = null;
      for (const severity of severities) {
        code = nextRevisionCode(code, severity);
        assert.ok(compareAddresses(code, last) > 0, `${code} after ${last}`);
        last = code;
      }
    }),
    runs,
  );
});

test('project revision codes count (P3)', () => {
  assert.equal(nextProjectRevisionCode(null), '1');
  assert.equal(nextProjectRevisionCode('9'), '10');
  assert.throws(() => nextProjectRevisionCode('1.0.0'), RangeError);
});

test('versions are opaque and never repeat (G11)', () => {
  const versions = new Set(Array.from({ length: 1000 }, newVersion));
  assert.equal(versions.size, 1000);
  for (const version of versions) assert.match(version, /^[A-Za-z0-9_-]{22}$/);
});
