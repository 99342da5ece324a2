/**
 * The normal form of what the markup carries. The law parse(serialise(x)) = x (decisions M) holds for x in normal form;
 * `serialiseMarkup` brings everything into it, nothing but white space at the ends and the kind of line ending is lost.
 */
import type { ElementContent, FieldContent } from '../revisioning/hash.ts';
import { trimBlankLines, trimBlanks, unifyLineEndings } from './lines.ts';

/** Clause text: line endings are LF, blank lines at both ends go; everything between stays as it is. */
export function normaliseContent(content: string): string {
  return trimBlankLines(unifyLineEndings(content).split('\n')).join('\n');
}

/** Heading text: one line, without blanks at both ends; a line break becomes a space. */
export function normaliseHeading(heading: string): string {
  return trimBlanks(unifyLineEndings(heading).replaceAll('\n', ' '));
}

/** An element in normal form. */
export function normaliseElement<E extends ElementContent>(element: E): E {
  return {
    ...element,
    toc_content: normaliseHeading(element.toc_content),
    content: normaliseContent(element.content),
  };
}

/**
 * A field in normal form. Every YAML scalar is a string (decisions M), so a number or boolean default becomes its text;
 * an empty unit, locator or default is none (decisions S23).
 */
export function normaliseField<F extends FieldContent>(field: F): F {
  return {
    ...field,
    default_value: normaliseDefault(field.default_value),
    drawing_ref_locator: field.drawing_ref_locator === '' ? null : field.drawing_ref_locator,
    unit: field.unit === '' ? null : field.unit,
  };
}

function normaliseDefault(value: FieldContent['default_value']): string | string[] | null {
  if (value === null) return null;
  if (Array.isArray(value)) return value.length === 0 ? null : value;
  const text = String(value);
  return text.trim() === '' ? null : text;
}
