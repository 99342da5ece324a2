/** Test fixture: standards as documents. */
import type { ElementContent, FieldContent } from '../revisioning/outline/content-hash.ts';
import { presentElementBody } from '../revisioning/outline/element-body.ts';
import { type PrintableStandard, printStandard } from './print-standard.ts';
import type { PrintedDocument, PrintedImages } from './printed-document.ts';

/**
 * @param elements with the members that matter; their identities are counted from 1
 */
export function printableStandard(
  elements: readonly (Partial<ElementContent> & { address: string })[],
  fields: readonly FieldContent[] = [],
  images: PrintedImages = new Map(),
): PrintableStandard {
  const ids = new Map(elements.map(({ address }, index) => [address, index + 1]));
  return {
    head: {
      id: 3,
      name: 'Doors & gates',
      description: 'What doors shall be.',
      revision: {
        id: 7,
        code: '1.0.0',
        summary: '',
        content_hash: 'ab12',
        created_at: '2026-01-02T03:04:05.000Z',
        author: 'Ada',
      },
    },
    elements: elements.map((element, index) => ({
      element_id: index + 1,
      ...presentElementBody({ kind: 'clause', toc_content: '', content: '', ...element }),
    })),
    fields: fields.map((field, index) => ({
      ...field,
      id: index + 1,
      element_id: ids.get(field.element_address) ?? 0,
      starts_deferred: false,
    })),
    images,
  };
}

/** The document of such a standard. */
export const printedStandard = (...standard: Parameters<typeof printableStandard>): PrintedDocument =>
  printStandard(printableStandard(...standard));
