/**
 * Clauses that were sent without identity and took over the text of another: a clause inserted in markup gives every
 * one after it the identity of the clause that had its address before (decisions S4).
 */
import type { SubmittedElement } from './identify-outline.ts';
import type { Outline } from './outline.ts';
import type { OutlineProblem } from './outline-problem.ts';

const MAX_LISTED = 20;

/**
 * Warnings on an accepted submission. A copy that follows this standard takes the text of a clause by identity, so its
 * own heading or fields would stand beside another requirement.
 * @param result the submission with its identities
 */
export function findShiftedTexts(
  base: Outline,
  submitted: readonly SubmittedElement[],
  result: Outline,
): OutlineProblem[] {
  const before = new Map(base.elements.map((element) => [element.element_id, element]));
  const after = new Map(result.elements.map((element) => [element.element_id, element]));
  const idAt = new Map(result.elements.map(({ address, element_id }) => [address, element_id]));
  const owners = Map.groupBy(base.elements, ({ content }) => content);
  const warnings: OutlineProblem[] = [];
  for (const [index, { element_id, address, content }] of submitted.entries()) {
    if (warnings.length === MAX_LISTED) break;
    const old = before.get(idAt.get(address) ?? 0);
    if (element_id != null || content === '' || old === undefined || old.content === content) continue;
    const [owner, another] = owners.get(content) ?? [];
    if (!owner || another || after.get(owner.element_id)?.content === content) continue;
    warnings.push({
      path: `elements[${index}].element_id`,
      address,
      rule: 'text_of_another_clause',
      message: `The text was that of ${owner.address}. Without an element_id it is the clause that was at ${address} before, with its history; send the element_ids, so that copies of this standard follow the text`,
    });
  }
  return warnings;
}
