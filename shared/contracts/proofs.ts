/** Shapes of the trees and inclusion proofs by which one part of an export is verified (docs/verification.md). */
import { disposition } from './common-shapes.ts';
import { anyValue, idOf, integer, list, nullable, object, oneOf, type Schema, text } from './schema.ts';

/** Size and root of a Merkle tree of RFC 9162, the root as hexadecimal SHA-256. */
export const treeHead = object({ size: integer, root_sha256: text });

/** A leaf, its place in a tree, its salt, and the hashes beside its way to the root, from the leaf upwards. */
export const inclusionProof = <const L extends Schema>(leaf: L) =>
  object({ leaf, index: integer, salt: text, path: list(text) });

/** The heading and text of a clause, with the salt under which its `hash` covers them. */
export const clauseWording = object({ toc_content: text, content: text, salt: text });

/** The proof of one clause in the tree over the clauses of a sealed revision. */
export const clauseProof = inclusionProof(
  object({
    part: oneOf('clause'),
    address: text,
    element_id: idOf('element'),
    kind: oneOf('section', 'clause', 'note'),
    hash: text,
  }),
);

/** A field with its recorded state, as exports, proofs and integrated content show it. */
export const certifiedValue = object({
  id: idOf('field'),
  address: text,
  label: text,
  unit: nullable(text),
  user_value: anyValue,
  disposition,
  disposition_note: nullable(text),
});

/** The proof of one value in the tree over the values of a sealed datasheet revision. */
export const valueProof = inclusionProof(object({ part: oneOf('value'), value: certifiedValue }));
