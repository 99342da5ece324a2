/** What the content of a revision needs for proofs of its parts: a seed, and the tree of each standard. */
import { randomBytes } from 'node:crypto';
import type { Call } from '../../../shared/kernel/service/call.ts';
import type { RevisionContent, StandardFingerprint } from '../certificates/revision-content.ts';

const SEED_BYTES = 32;

/** The content as it is signed: with the seed of the salts, and the head of the clause tree of every pin. */
export async function addProofTrees(content: RevisionContent, call: Call): Promise<RevisionContent> {
  const proof_seed = randomBytes(SEED_BYTES).toString('hex');
  const standards: StandardFingerprint[] = [];
  for (const standard of content.standards) {
    const clauses = await call.call('standards.clauseTree', {
      revision_id: standard.standard_revision.id,
      seed: proof_seed,
    });
    standards.push({ ...standard, clauses });
  }
  return { ...content, proof_seed, standards };
}
