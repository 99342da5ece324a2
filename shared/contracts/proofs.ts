/** Shapes of the trees and inclusion proofs by which one part of an export is verified (docs/verification.md). */
import { idOf, integer, list, object, oneOf, type Schema, text } from './schema.ts';

/** Size and root of a Merkle tree of RFC 9162, the root as hexadecimal SHA-256. */
export const treeHead = object({ size: integer, root_sha256: text });

/** A leaf, its place in a tree, its salt, and the hashes beside its way to the root, from the leaf upwards. */
export const inclusionProof = <const L extends Schema>(leaf: L) =>
  object({ leaf, index: integer, salt: text, path: list(text) });

/** What the `hash` of a clause covers. */
export const clauseWording = object({
  kind: oneOf('section', 'clause', 'note'),
  toc_content: text,
  content: text,
});

/** The proof of one clause in the tree over the clauses of a sealed revision. */
export const clauseProof = inclusionProof(
  object({ part: oneOf('clause'), address: text, element_id: idOf('element'), hash: text }),
);
