/**
 * Builds the report of `validate-markdown` from a parsed text: validity, faults, counts and a preview of
 * elements and fields.
 */
import type { FieldContent } from '../revisioning/outline/content-hash.ts';
import { type ElementKind, labelMember } from '../revisioning/outline/outline.ts';
import { excerpt, type MarkupFault } from './markup-rules.ts';
import type { ParsedMarkup } from './parsed-markup.ts';

const MAX_ITEMS = 300;

interface MarkupPreview {
  counts: Record<ElementKind | 'field', number>;
  elements: { address: string; kind: ElementKind; label?: string; text: string }[];
  fields: Omit<FieldContent, 'options' | 'order_number'>[];
  /** True when elements or fields were cut. */
  truncated: boolean;
}

export interface MarkupReport {
  ok: boolean;
  /** The first 100, by line. */
  errors: MarkupFault[];
  errorCount: number;
  warnings: MarkupFault[];
  preview: MarkupPreview;
}

/** Counts by kind, and the first 300 elements and 300 fields of a text. */
function buildPreview(parsed: Pick<ParsedMarkup, 'elements' | 'fields'>): MarkupPreview {
  const counts = { section: 0, clause: 0, note: 0, field: parsed.fields.length };
  for (const element of parsed.elements) counts[element.kind] += 1;
  return {
    counts,
    elements: parsed.elements.slice(0, MAX_ITEMS).map(({ address, kind, label, toc_content, content }) => ({
      address,
      kind,
      ...labelMember(label),
      text: excerpt(toc_content === '' ? (content.split('\n', 1)[0] ?? '') : toc_content),
    })),
    fields: parsed.fields
      .slice(0, MAX_ITEMS)
      .map(({ line: _, options: __, order_number: ___, ...shown }) => shown),
    truncated: parsed.elements.length > MAX_ITEMS || parsed.fields.length > MAX_ITEMS,
  };
}

/** The report on a text: whether it can be saved, its faults and its preview. */
export function buildMarkupReport(parsed: ParsedMarkup): MarkupReport {
  return {
    ok: parsed.errorCount === 0,
    errors: parsed.errors,
    errorCount: parsed.errorCount,
    warnings: parsed.warnings,
    preview: buildPreview(parsed),
  };
}
