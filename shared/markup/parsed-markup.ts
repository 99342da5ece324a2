/**
 * Types of the result of parsing a text: elements and fields with their lines, frontmatter, errors and
 * warnings.
 */
import type { ElementContent, FieldContent } from '../revisioning/outline/content-hash.ts';
import type { Frontmatter } from './frontmatter.ts';
import type { MarkupFault } from './markup-rules.ts';

/** An element and the line that opens it, counted from 1 over the whole text. */
export type ParsedElement = ElementContent & { line: number };
/** A field and the line of its opening fence. */
export type ParsedField = FieldContent & { line: number };

export interface ParsedMarkup {
  /** Null when the text has none. */
  frontmatter: Frontmatter | null;
  /** In numeric outline order. */
  elements: ParsedElement[];
  /** In the order of their elements, then `order_number` (none last), then label. */
  fields: ParsedField[];
  /**
   * Faults that prevent a save: the first hundred by line, of `errorCount`. The other members then contain what
   * could be parsed.
   */
  errors: MarkupFault[];
  errorCount: number;
  /** Faults that do not prevent a save: the first hundred by line. */
  warnings: MarkupFault[];
}
