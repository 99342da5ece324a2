/**
 * The tree over the clauses of a sealed revision, by which one of them can be proved without the others
 * (docs/verification.md). A leaf has the hash of a wording, never the wording. Pure.
 */
import {
  deriveSeed,
  hashLeaves,
  headOfTree,
  type InclusionPath,
  proveInclusion,
  type TreeHead,
} from '../../../shared/proof-tree.ts';
import { hashElement } from '../../../shared/revisioning/content-hash.ts';
import type { Element } from '../../../shared/revisioning/outline.ts';

/** The leaf of a clause: its place, its identity and the hash of kind, heading and text. */
export interface ClausePart {
  address: string;
  element_id: number;
  hash: string;
  part: 'clause';
}

/** The seed of the salts of one revision's tree, from that of the project revision which pins it. */
export const seedOfRevision = (seed: string, revisionId: number): string => deriveSeed(seed, revisionId);

/** Keys are in canonical order, so `JSON.stringify` of it is canonical JSON. */
const partOf = (element: Element): ClausePart => ({
  address: element.address,
  element_id: element.element_id,
  hash: hashElement(element),
  part: 'clause',
});

const textsOf = (elements: readonly Element[]): string[] =>
  elements.map((element) => JSON.stringify(partOf(element)));

/** Size and root of the tree over these clauses, in the order of the outline. */
export const headOfClauses = (elements: readonly Element[], seed: string): TreeHead =>
  headOfTree(hashLeaves(seed, textsOf(elements)));

/** The proof of one of these clauses. */
export const proveClause = (
  elements: readonly Element[],
  seed: string,
  element: Element,
): InclusionPath & { leaf: ClausePart } => ({
  leaf: partOf(element),
  ...proveInclusion(seed, textsOf(elements), elements.indexOf(element)),
});
