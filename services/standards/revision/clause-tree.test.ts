/** Laws of the Merkle tree over the clauses of a revision. */
import assert from 'node:assert/strict';
import { fileURLToPath } from 'node:url';
import { describe, it } from '@jest/globals';
import fc from 'fast-check';
import type { InclusionPath, TreeHead } from '../../../shared/proof-tree.ts';
import { anyOutline, LAW_RUNS } from '../../../shared/revisioning/outline/histories.fixture.ts';
import { type ClausePart, certifyWording, headOfClauses, proveClause } from './clause-tree.ts';

const [SEED, OTHER_SEED] = ['cd'.repeat(32), 'ce'.repeat(32)];

// The verifier is plain JavaScript without types, so that it can be handed over alone.
const {
  checkInclusion,
}: {
  checkInclusion(proof: object, head: TreeHead, reason: string, what: string): void;
} = await import(fileURLToPath(new URL('../../../scripts/verify/verify-export/trees.mjs', import.meta.url)));

function isIn(proof: InclusionPath & { leaf: ClausePart }, head: TreeHead): boolean {
  try {
    checkInclusion(proof, head, 'clause-proof-broken', 'The clause');
    return true;
  } catch (error) {
    assert.ok(error instanceof Error && 'reason' in error && error.reason === 'clause-proof-broken');
    return false;
  }
}

describe('the tree over the clauses of a revision (C3)', () => {
  it('every clause has a proof that verifies, and none verifies for another clause, place, size or root', () => {
    fc.assert(
      fc.property(anyOutline, ({ elements }) => {
        const head = headOfClauses(elements, SEED);
        assert.equal(head.size, elements.length);
        const otherRoot = headOfClauses(elements, OTHER_SEED);
        const proofs = elements.map((element) => proveClause(elements, SEED, element).proof);
        proofs.forEach((proof, at) => {
          assert.ok(isIn(proof, head));
          assert.ok(!isIn(proof, otherRoot));
          const changed = {
            ...proof.leaf,
            hash: proof.leaf.hash.replace(/^./, (digit) => (digit === '0' ? '1' : '0')),
          };
          assert.ok(!isIn({ ...proof, leaf: changed }, head));
          proofs.forEach((other, otherAt) => {
            if (other === proof) return;
            assert.ok(!isIn({ ...proof, leaf: other.leaf }, head));
            assert.ok(!isIn({ ...proof, index: otherAt }, head), `${at} at ${otherAt}`);
          });
        });
      }),
      { numRuns: Math.min(LAW_RUNS, 1_000) },
    );
  });

  it('equal wordings have different hashes, which only their salts explain', () => {
    const [element] = fc.sample(anyOutline, { numRuns: 20, seed: 7 }).flatMap(({ elements }) => elements);
    assert.ok(element);
    const certified = [0, 1, 2].map((index) => certifyWording(element, SEED, index));
    assert.equal(new Set(certified.map(({ hash }) => hash)).size, 3);
    assert.equal(new Set(certified.map(({ salt }) => salt)).size, 3);
    assert.notEqual(certifyWording(element, OTHER_SEED, 0).hash, certified[0]?.hash);
    const { proof, salt } = proveClause([element], SEED, element);
    assert.deepEqual([proof.leaf.hash, salt], [certified[0]?.hash, certified[0]?.salt]);
    assert.notEqual(proof.salt, salt, 'the salt of the leaf is shown, that of the wording is not');
  });
});
