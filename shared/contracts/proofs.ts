/** Shapes of the trees and inclusion proofs by which one part of an export is verified (docs/verification.md). */
import { ELEMENT_KINDS } from '../revisioning/outline/outline.ts';
import { disposition } from './common-shapes.ts';
import * as s from './schema.ts';

/** Size and root of a Merkle tree of RFC 9162, the root as hexadecimal SHA-256. */
export const treeHead = s.named('TreeHead', s.object({ size: s.integer, root_sha256: s.text }));

/** A leaf, its place in a tree, its salt, and the sibling hashes on its way to the root, from the leaf upwards. */
export const inclusionProof = <const L extends s.Schema>(leaf: L) =>
  s.object({ leaf, index: s.integer, salt: s.text, path: s.list(s.text) });

/** The heading, text and printed number, if any, of a clause, with the salt under which its `hash` covers them. */
export const clauseWording = s.named(
  'ClauseWording',
  s.object({ toc_content: s.text, content: s.text, label: s.optional(s.text), salt: s.text }),
);

/** The proof of one clause in the tree over the clauses of a sealed revision. */
export const clauseProof = inclusionProof(
  s.object({
    part: s.oneOf('clause'),
    address: s.text,
    element_id: s.idOf('element'),
    kind: s.oneOf(...ELEMENT_KINDS),
    hash: s.text,
  }),
);

/** A field with its recorded state, as exports, proofs and integrated content show it. */
export const certifiedValue = s.named(
  'CertifiedValue',
  s.object({
    id: s.idOf('field'),
    address: s.text,
    label: s.text,
    unit: s.nullable(s.text),
    user_value: s.fieldValue,
    disposition,
    disposition_note: s.nullable(s.text),
  }),
);

/** The proof of one value in the tree over the values of a sealed datasheet revision. */
export const valueProof = inclusionProof(s.object({ part: s.oneOf('value'), value: certifiedValue }));
