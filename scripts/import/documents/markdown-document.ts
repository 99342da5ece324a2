/**
 * Reader of documents in the specification markup, the format of `GET
 * /api/standards/:id?format=markdown`. Gives a valid document; markup with errors other than texts that are too long
 * is refused.
 */
import { type Frontmatter, readLooseFrontmatter } from '../../../shared/markup/frontmatter.ts';
import { unifyLineEndings } from '../../../shared/markup/lines.ts';
import { parseMarkup } from '../../../shared/markup/parse.ts';
import type { ParsedElement, ParsedField } from '../../../shared/markup/parsed-markup.ts';
import { compareAddresses } from '../../../shared/revisioning/outline/address.ts';
import type { ElementContent, FieldContent } from '../../../shared/revisioning/outline/content-hash.ts';
import { isChoiceType } from '../../../shared/revisioning/outline/field-rules.ts';
import { labelMember } from '../../../shared/revisioning/outline/outline.ts';
import { fitTexts } from './fit-texts.ts';
import { type DocumentWarning, type ReportChange, UnusableDocumentError } from './import-change.ts';
import { assertValid, reportOrder, type ValidDocument } from './valid-document.ts';
import { toValidOptions } from './valid-fields.ts';
import { toValidContent, toValidHeading, toValidLabel } from './valid-text.ts';

/**
 * Reads a text in markup. Its errors are not repaired, because a guess could change what a clause says.
 * @throws UnusableDocumentError listing the errors by line
 */
export function readMarkdownDocument(text: string, report: ReportChange): ValidDocument {
  const { errors, errorCount, ...parsed } = parseMarkup(text, 'import');
  // A table that is only padded too much can be mended without a guess.
  const isLongOnly = errorCount === errors.length && errors.every(({ rule }) => rule === 'text-too-long');
  if (!isLongOnly) {
    throw new UnusableDocumentError(
      `The markup has ${errorCount === 1 ? 'an error' : `${errorCount} errors`}. Correct the lines and import again.`,
      errors.map(({ line, message }) => `line ${line}: ${message}`),
    );
  }
  const placed = parsed.elements.map(({ line, address }) => ({
    address,
    source: `line ${line}`,
    position: line,
    sourceNumber: address,
  }));
  // Not from the warnings, which are the first hundred.
  reportOrder(placed, report);
  const warnings = parsed.warnings.flatMap(({ line, address, rule, message }): DocumentWarning[] =>
    rule === 'out-of-order' ? [] : [{ address, rule, message: `line ${line}: ${message}` }],
  );
  const { title = '', description = '', category } = readFrontmatterOf(text, report);
  const lines = new Map(parsed.elements.map(({ address, line }) => [address, line]));
  const sourceOf = (address: string): string => `line ${lines.get(address) ?? 1}`;
  const read = parsed.elements.map((element) => toElement(element, report));
  const elements = fitTexts(read, sourceOf, report).sort((a, b) => compareAddresses(a.address, b.address));
  const fields = parsed.fields.map((field) => toField(field, report));
  assertValid(elements, fields, sourceOf);
  return { title, description, ...(category === undefined ? {} : { category }), elements, fields, warnings };
}

/** The frontmatter, as far as a standard has a place for it; the rest is reported. */
function readFrontmatterOf(text: string, report: ReportChange): Frontmatter {
  const { frontmatter, unread } = readLooseFrontmatter(unifyLineEndings(text).split('\n'));
  const { tags, other = {}, ...used } = frontmatter ?? {};
  const unused = { ...other, ...(tags === undefined ? {} : { tags: tags.join(', ') }) };
  for (const [name, from] of Object.entries(unused))
    report({ rule: 'left-out', source: `frontmatter: ${name}`, address: null, from, to: null });
  for (const { key, text: from } of unread) {
    const source = key === null ? 'frontmatter' : `frontmatter: ${key}`;
    report({ rule: 'left-out', source, address: null, from, to: null });
  }
  return used;
}

function toElement({ line, label = '', ...element }: ParsedElement, report: ReportChange): ElementContent {
  const place = { source: `line ${line}`, address: element.address };
  return {
    ...element,
    toc_content: toValidHeading(element.toc_content, place, report),
    content: toValidContent(element.content, place, report),
    ...labelMember(toValidLabel(label, place, report)),
  };
}

/** A field with valid options; a default is that option as it is written now. */
function toField({ line, ...field }: ParsedField, report: ReportChange): FieldContent {
  const source = `line ${line}`;
  const address = field.element_address;
  const options = toValidOptions(field.options, (from, to) =>
    report({ rule: 'option-changed', source, address, from, to }),
  );
  const trim = (value: string): string => (isChoiceType(field.input_type) ? value.trim() : value);
  const { default_value: value } = field;
  const chosen = Array.isArray(value) ? value.map(trim) : typeof value === 'string' ? trim(value) : value;
  return { ...field, options, default_value: chosen };
}
