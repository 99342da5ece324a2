/**
 * Last step of the parser: sorts elements and fields, and adds the errors and warnings of the outline. Its rules are those
 * of `shared/revisioning`.
 */
import { compareAddresses } from '../revisioning/outline/address.ts';
import { findOptionProblems } from '../revisioning/outline/field-rules.ts';
import { findFieldWarnings } from '../revisioning/outline/field-warnings.ts';
import type { OutlineProblem } from '../revisioning/outline/outline-problem.ts';
import { findOutlineProblems } from '../revisioning/outline/outline-rules.ts';
import type { FaultList } from './fault-list.ts';
import { compareFields } from './field-order.ts';
import type { MarkupFault } from './markup-rules.ts';
import type { ParsedElement, ParsedField, ParsedMarkup } from './parsed-markup.ts';

/** A parsed text before the check as a whole. */
interface UncheckedMarkup extends Pick<ParsedMarkup, 'frontmatter' | 'elements' | 'fields'> {
  errors: FaultList;
  warnings: FaultList;
  /** Options that no new definition may have are errors; pages that are stored may have them. */
  checksOptions: boolean;
}

/** The text in outline order, with the faults of the outline added and all faults by line. */
export function validateOutline({
  frontmatter,
  elements,
  fields,
  errors,
  warnings,
  checksOptions,
}: UncheckedMarkup): ParsedMarkup {
  for (const problem of findOutlineProblems({ elements, fields }))
    errors.add(toMarkupFault(problem, elements, fields));
  for (const problem of checksOptions ? findOptionProblems(fields, []) : [])
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
