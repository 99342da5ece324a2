/** The tree over the clauses of a sealed content, and the proof of one, without the wording of a withheld one (C3, W14). */
import type { InclusionPath, TreeHead } from '../../../shared/proof-tree.ts';
import type { Element } from '../../../shared/revisioning/outline.ts';
import { isWithheld } from '../holds/held-clauses.ts';
import { type ClausePart, headOfClauses, proveClause } from './clause-tree.ts';
import type { HeldContent } from './present-documents.ts';
import { openContent, type SealedContent } from './sealed-content.ts';

/** The proof of a clause. */
interface ClauseProof {
  proof: InclusionPath & { leaf: ClausePart };
  /** Null where it is withheld. */
  wording: Pick<Element, 'kind' | 'toc_content' | 'content'> | null;
}

/** Size and root of the tree. */
export const presentTree = (content: SealedContent, seed: string): TreeHead =>
  headOfClauses(openContent(content).elements, seed);

/** The proof of a clause; null when the content has none of this identity. */
export function presentProof(
  { content, held }: HeldContent,
  elementId: number,
  seed: string,
): ClauseProof | null {
  const { elements } = openContent(content);
  const element = elements.find(({ element_id }) => element_id === elementId);
  if (!element) return null;
  const { kind, toc_content, content: words } = element;
  return {
    proof: proveClause(elements, seed, element),
    wording: isWithheld(held, elementId) ? null : { kind, toc_content, content: words },
  };
}
