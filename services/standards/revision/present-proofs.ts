/**
 * The tree over the clauses of a sealed content, its headings with their salted hashes, and the proof of one clause,
 * without the wording of a withheld one or its salt.
 */
import type { InclusionPath, TreeHead } from '../../../shared/proof-tree.ts';
import { type Element, labelMember } from '../../../shared/revisioning/outline/outline.ts';
import { isWithheld } from '../holds/held-clauses.ts';
import { type ClausePart, certifyWording, headOfClauses, proveClause } from './clause-tree.ts';
import type { HeldContent } from './present-documents.ts';
import { openContent, type SealedContent } from './sealed-content.ts';

/** A heading as an export shows and certifies it. */
interface CertifiedHeading extends Pick<Element, 'address' | 'toc_content' | 'content' | 'label'> {
  hash: string;
  /** Null where the clause is withheld: with it a short wording could be guessed. */
  salt: string | null;
}

interface ClauseProof {
  proof: InclusionPath & { leaf: ClausePart };
  /** Null where it is withheld. */
  wording: (Pick<Element, 'toc_content' | 'content' | 'label'> & { salt: string }) | null;
}

/** Size and root of the tree. */
export const presentTree = (content: SealedContent, seed: string): TreeHead =>
  headOfClauses(openContent(content).elements, seed);

/** The clauses that are in the table of contents. */
export function presentHeadings({ content, held }: HeldContent, seed: string): CertifiedHeading[] {
  const shown = content.present(held);
  return openContent(content).elements.flatMap((element, index) => {
    const clause = shown[index];
    if (!clause?.attributes.inToc) return [];
    const { hash, salt } = certifyWording(element, seed, index);
    const { address, toc_content, content: text, attributes } = clause;
    const label = labelMember(attributes.label);
    return [
      {
        address,
        toc_content,
        content: text,
        ...label,
        hash,
        salt: isWithheld(held, element.element_id) ? null : salt,
      },
    ];
  });
}

/** The proof of a clause; null when the content has none of this identity. */
export function presentProof(
  { content, held }: HeldContent,
  elementId: number,
  seed: string,
): ClauseProof | null {
  const { elements } = openContent(content);
  const element = elements.find(({ element_id }) => element_id === elementId);
  if (!element) return null;
  const { proof, salt } = proveClause(elements, seed, element);
  const { toc_content, content: text, label } = element;
  return {
    proof,
    wording: isWithheld(held, elementId) ? null : { toc_content, content: text, ...labelMember(label), salt },
  };
}
