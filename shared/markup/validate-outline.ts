/**
 * Last step of the parser: orders the elements and fields of a text, and adds the faults of the outline as
 * a whole (decisions M, S23), by the rules of `shared/revisioning`.
 */
import { compareAddresses } from '../revisioning/address.ts';
import { findFieldWarnings } from '../revisioning/field-rules.ts';
import type { OutlineProblem } from '../revisioning/outline-problem.ts';
import { findOutlineProblems } from '../revisioning/outline-rules.ts';
import type { FaultList } from './fault-list.ts';
import type { MarkupFault } from './markup-rules.ts';
import type { ParsedElement, ParsedField, ParsedMarkup } from './parsed-markup.ts';

/** A parsed text before the check as a whole. */
interface UncheckedMarkup extends Pick<ParsedMarkup, 'frontmatter' | 'elements' | 'fields'> {
  errors: FaultList;
  warnings: FaultList;
}

/** The text in outline order, with the faults of the outline added and all faults by line. */
export function validateOutline({
  frontmatter,
  elements,
  fields,
  errors,
  warnings,
}: UncheckedMarkup): ParsedMarkup {
  for (const problem of findOutlineProblems({ elements, fields }))
    errors.add(toMarkupFault(problem, elements, fields));
  for (const problem of findFieldWarnings(fields)) warnings.add(toMarkupFault(problem, elements, fields));
  return {
    frontmatter,
    elements: elements.toSorted((a, b) => compareAddresses(a.address, b.address)),
    fields: fields.toSorted(compareFields),
    errors: errors.firstFaults,
    errorCount: errors.count,
    warnings: warnings.firstFaults,
  };
}

/**
 * By the address of the element, then `order_number` (none last), then label, as an outline keeps its fields.
 */
export function compareFields(
  a: Pick<ParsedField, 'element_address' | 'order_number' | 'label'>,
  b: Pick<ParsedField, 'element_address' | 'order_number' | 'label'>,
): number {
  return (
    compareAddresses(a.element_address, b.element_address) ||
    (a.order_number ?? Number.MAX_SAFE_INTEGER) - (b.order_number ?? Number.MAX_SAFE_INTEGER) ||
    (a.label < b.label ? -1 : a.label > b.label ? 1 : 0)
  );
}

function toMarkupFault(
  problem: OutlineProblem,
  elements: readonly ParsedElement[],
  fields: readonly ParsedField[],
): MarkupFault {
  const [, list, index] = /^(elements|datasheetElements)\[(\d+)\]/.exec(problem.path) ?? [];
  const place = (list === 'elements' ? elements : fields)[Number(index)];
  // Only a fault of the whole outline names no item.
  const line = place?.line ?? elements[0]?.line ?? 1;
  const message = problem.message + decimalHint(problem.rule, place);
  return { line, address: problem.address, rule: problem.rule.replaceAll('_', '-'), message };
}

/** A decimal number at the start of a paragraph, "2.85 is the limit", reads as the address of a clause. */
function decimalHint(rule: string, place: ParsedElement | ParsedField | undefined): string {
  const isOutOfPlace = rule === 'missing_parent' || rule === 'skipped_level' || rule === 'duplicate_address';
  if (!isOutOfPlace || place === undefined || !('kind' in place) || place.kind !== 'clause') return '';
  return `. If it is text rather than an address, write ${place.address.replace('.', '\\.')}`;
}
