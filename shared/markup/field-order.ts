/**
 * Order of fields in a parsed text and in the markup that is written: by the address of the element, then
 * `order_number` (none last), then label, as an outline keeps them.
 */
import { compareAddresses } from '../revisioning/outline/address.ts';
import type { FieldContent } from '../revisioning/outline/content-hash.ts';

/** Comparison for `sort`. */
export function compareFields(
  a: Pick<FieldContent, 'element_address' | 'order_number' | 'label'>,
  b: Pick<FieldContent, 'element_address' | 'order_number' | 'label'>,
): number {
  return (
    compareAddresses(a.element_address, b.element_address) ||
    (a.order_number ?? Number.MAX_SAFE_INTEGER) - (b.order_number ?? Number.MAX_SAFE_INTEGER) ||
    (a.label < b.label ? -1 : a.label > b.label ? 1 : 0)
  );
}
