/**
 * Test fixture: checks a stored outline, whose fields name clauses by id, with the rules for submissions, which name
 * them by address.
 */
import type { Outline } from './outline.ts';
import type { OutlineProblem } from './outline-problem.ts';
import { findOutlineProblems } from './outline-rules.ts';

/** The faults of a stored outline; a field without its clause has the address ''. */
export function findStoredProblems({ elements, fields }: Outline): OutlineProblem[] {
  const addresses = new Map(elements.map(({ element_id, address }) => [element_id, address]));
  return findOutlineProblems({
    elements,
    fields: fields.map((field) => ({ ...field, element_address: addresses.get(field.element_id) ?? '' })),
  });
}
