/**
 * Normal form of clauses, the same for REST, markup and stored texts, and of fields as markup has them: line endings,
 * byte order marks, white space at the ends, and defaults as texts. The law parse(serialise(x)) = x holds for x in
 * normal form.
 */
import type { ElementContent, FieldContent } from '../revisioning/outline/content-hash.ts';
import { type FieldValue, labelMember } from '../revisioning/outline/outline.ts';
import { isBlankLine, trimBlankLines, trimBlanks, unifyLineEndings } from './lines.ts';

/** Clause text: line endings become LF, blank lines at both ends are removed; the rest is unchanged. */
export function normaliseContent(content: string): string {
  const text = unifyLineEndings(content);
  // Most clauses are one line, which is not copied.
  if (!text.includes('\n')) return isBlankLine(text) ? '' : text;
  return trimBlankLines(text.split('\n')).join('\n');
}

/**
 * Heading text: one line, without blanks at both ends; a line break, which no caller may send any more,
 * becomes a space.
 */
export function normaliseHeading(heading: string): string {
  return trimBlanks(unifyLineEndings(heading).replaceAll('\n', ' '));
}

/** A printed number: on one line, without white space at both ends, its characters composed (NFC). */
export function normaliseLabel(label: string): string {
  return unifyLineEndings(label).replaceAll('\n', ' ').normalize('NFC').trim();
}

/** An element in normal form. */
export function normaliseElement<E extends ElementContent>({
  label,
  ...element
}: E): Omit<E, 'label'> & Pick<ElementContent, 'label' | 'toc_content' | 'content'> {
  return {
    ...element,
    ...labelMember(normaliseLabel(label ?? '')),
    toc_content: normaliseHeading(element.toc_content),
    content: normaliseContent(element.content),
  };
}

/**
 * A field in normal form. Every YAML scalar is a string, so a number or boolean default becomes
 * its text; an empty unit, locator or default is none.
 */
export function normaliseField<F extends FieldContent>(field: F): F {
  return {
    ...field,
    label: unifyLineEndings(field.label),
    options: field.options.map(unifyLineEndings),
    default_value: normaliseDefault(field.default_value),
    drawing_ref_locator: normaliseOptionalText(field.drawing_ref_locator),
    unit: normaliseOptionalText(field.unit),
  };
}

function normaliseOptionalText(text: string | null): string | null {
  return unifyLineEndings(text ?? '') || null;
}

/** A value of a field with its texts in normal form. */
export function normaliseTexts(value: FieldValue): FieldValue {
  if (Array.isArray(value)) return value.map(unifyLineEndings);
  return typeof value === 'string' ? unifyLineEndings(value) : value;
}

function normaliseDefault(value: FieldContent['default_value']): string | string[] | null {
  if (value === null) return null;
  if (Array.isArray(value)) return value.length === 0 ? null : value.map(unifyLineEndings);
  const text = unifyLineEndings(String(value));
  return text.trim() === '' ? null : text;
}
