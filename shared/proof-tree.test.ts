/** Tests of the Merkle trees with salted leaves, against the reference implementation and as laws. */
import assert from 'node:assert/strict';
import { createHash } from 'node:crypto';
import { describe, it } from '@jest/globals';
import { computeTreeHead, hashLeaves, hashWording, proveInclusion, saltOfWording } from './proof-tree.ts';

const SEED = 'ab'.repeat(32);
const toHex = (bytes: string): string => Buffer.from(bytes, 'latin1').toString('hex');

describe('trees of RFC 9162 with salted leaves (C3)', () => {
  it('has the roots of the reference implementation of Certificate Transparency', () => {
    // The leaves and roots of its test "TestRootHash", sizes 0 to 8.
    const inputs = [
      '',
      '00',
      '10',
      '2021',
      '3031',
      '40414243',
      '5051525354555657',
      '606162636465666768696a6b6c6d6e6f',
    ];
    const leaves = inputs.map((data) => createHash('sha256').update(`00${data}`, 'hex').digest('binary'));
    const roots = leaves.map((_, index) => computeTreeHead(leaves.slice(0, index + 1)).root_sha256);
    assert.equal(
      computeTreeHead([]).root_sha256,
      'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855',
    );
    assert.deepEqual(roots, [
      '6e340b9cffb37a989ca544e6bb780a2c78901d3fb33738768511a30617afa01d',
      'fac54203e7cc696cf0dfcb42c92a1d9dbaf70ad9e621f4bd8d98662f00e3c125',
      'aeb6bcfe274b70a14fb067a5e5578264db0fa9b51af5e0ba159158f329e06e77',
      'd37ee418976dd95753c1c73862b9398fa2a2cf9b4ff0fdfe8b30cd95209614b7',
      '4e3bbb1f7b478dcfe71fb631631519a3bca12c9aefca1612bfce4c13a86264d4',
      '76e67dadbcdf1e10e1b74ddc608abd2f98dfb16fbce75277b5232a127f2087ef',
      'ddb89be403809e325750d3d263cd78929c2942b7942a34b77e122c9594a74c8c',
      '5dc9da79a70659a9ad559cb701ded9a2ab9d823aad2f4960cfe370eff4604328',
    ]);
  });

  it('equal parts have different leaves, so that a path reveals nothing about the part beside', () => {
    const leaves = hashLeaves(SEED, ['"35"', '"35"', '"35"']).map(toHex);
    assert.equal(new Set(leaves).size, 3);
    const [first] = leaves;
    const unsalted = createHash('sha256').update('\x00"35"').digest('hex');
    assert.notEqual(first, unsalted);
    assert.notEqual(toHex(hashLeaves('ac'.repeat(32), ['"35"'])[0] ?? ''), first);
  });

  it('a proof shows only the salt of its own leaf', () => {
    const parts = ['"a"', '"b"', '"c"', '"d"', '"e"'];
    const proofs = parts.map((_, index) => proveInclusion(SEED, parts, index));
    assert.equal(new Set(proofs.map(({ salt }) => salt)).size, parts.length);
    for (const { salt, path } of proofs) {
      assert.ok(!path.includes(salt));
      assert.ok(!JSON.stringify({ salt, path }).includes(SEED));
    }
    assert.deepEqual(
      proofs.map(({ path }) => path.length),
      [3, 3, 3, 3, 1],
    );
  });

  it('the hash of a wording is of its kind, its salt and its canonical text, as the page of the format says', () => {
    const salt = saltOfWording(SEED, 258);
    const salted = `05${SEED}0000000000000102`;
    assert.equal(salt, createHash('sha256').update(salted, 'hex').digest('hex'));
    const text = Buffer.from('{"content":"Größe","toc_content":"1"}').toString('hex');
    const expected = createHash('sha256').update(`04${salt}${text}`, 'hex').digest('hex');
    assert.equal(hashWording(salt, { toc_content: '1', content: 'Größe' }), expected);
  });

  it('there is no proof of an index outside of the tree', () => {
    assert.throws(() => proveInclusion(SEED, ['"a"'], 1), RangeError);
  });
});
