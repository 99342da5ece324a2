/**
 * The tree over the clauses of a sealed revision, by which one of them can be proved without the others
 * (docs/verification.md). A leaf has the salted hash of a wording, never the wording, and every wording its own
 * salt: nobody can check a guess of a withheld clause, however short it is. Pure.
 */
import {
  computeTreeHead,
  hashLeaves,
  hashWording,
  type InclusionPath,
  proveInclusion,
  saltOfWording,
  type TreeHead,
} from '../../../shared/proof-tree.ts';
import type { Element } from '../../../shared/revisioning/outline/outline.ts';

/** The leaf of a clause: its place, its identity, its kind and the salted hash of heading, text and label. */
export interface ClausePart {
  address: string;
  element_id: number;
  hash: string;
  kind: Element['kind'];
  part: 'clause';
}

/** What certifies the wording of one clause; the salt is shown only with the wording. */
interface CertifiedWording {
  hash: string;
  salt: string;
}

/** Salt and hash of the wording of a clause, which has this place in the outline. */
export function certifyWording(element: Element, seed: string, index: number): CertifiedWording {
  const salt = saltOfWording(seed, index);
  return { hash: hashWording(salt, element), salt };
}

/** Keys are in canonical order, so `JSON.stringify` of it is canonical JSON. */
const partOf = (element: Element, seed: string, index: number): ClausePart => ({
  address: element.address,
  element_id: element.element_id,
  hash: certifyWording(element, seed, index).hash,
  kind: element.kind,
  part: 'clause',
});

const textsOf = (elements: readonly Element[], seed: string): string[] =>
  elements.map((element, index) => JSON.stringify(partOf(element, seed, index)));

/** Size and root of the tree over these clauses, in the order of the outline. */
export const headOfClauses = (elements: readonly Element[], seed: string): TreeHead =>
  computeTreeHead(hashLeaves(seed, textsOf(elements, seed)));

/** The proof of one of these clauses, and the salt of its wording. */
export function proveClause(
  elements: readonly Element[],
  seed: string,
  element: Element,
): { proof: InclusionPath & { leaf: ClausePart }; salt: string } {
  const index = elements.indexOf(element);
  return {
    proof: {
      leaf: partOf(element, seed, index),
      ...proveInclusion(seed, textsOf(elements, seed), index),
    },
    salt: saltOfWording(seed, index),
  };
}
