/**
 * Serialiser of the markup: the text of elements, fields and frontmatter. The text parses to its source:
 * parse(serialise(x)) = x for a valid outline in normal form (`normalise.ts`).
 */
import { compareAddresses } from '../revisioning/outline/address.ts';
import type { ElementContent, FieldContent } from '../revisioning/outline/content-hash.ts';
import { escapeStart } from './element-label.ts';
import { startsWithHeading, writeElementStart } from './element-start.ts';
import { escapeContent } from './escapes.ts';
import { writeFieldBlock } from './field-block.ts';
import { compareFields } from './field-order.ts';
import { type Frontmatter, writeFrontmatter } from './frontmatter.ts';
import { normaliseElement, normaliseField } from './normalise.ts';

interface MarkupSource {
  frontmatter?: Frontmatter | null;
  elements: readonly ElementContent[];
  fields: readonly FieldContent[];
}

/**
 * The markup of an outline, in numeric order. Fields follow their element; one without an element names its
 * address.
 */
export function serialiseMarkup(source: MarkupSource): string {
  const fieldsOf = Map.groupBy(
    source.fields.map(normaliseField).sort(compareFields),
    (field) => field.element_address,
  );
  const blocks: string[] = [];
  for (const element of source.elements.toSorted((a, b) => compareAddresses(a.address, b.address))) {
    blocks.push(writeElement(normaliseElement(element)));
    for (const field of fieldsOf.get(element.address) ?? []) blocks.push(writeFieldBlock(field, false));
    fieldsOf.delete(element.address);
  }
  for (const field of [...fieldsOf.values()].flat()) blocks.push(writeFieldBlock(field, true));
  if (source.frontmatter != null) blocks.unshift(writeFrontmatter(source.frontmatter).trimEnd());
  return blocks.length === 0 ? '' : `${blocks.join('\n\n')}\n`;
}

function writeElement(element: ElementContent): string {
  const opening = writeElementStart(element);
  if (element.content === '') return opening;
  const isHeading = startsWithHeading(element);
  const isQuoted = element.kind === 'note' && !isHeading;
  const place = (line: string) => (!isQuoted ? line : line === '' ? '>' : `> ${line}`);
  const [first = '', ...rest] = escapeContent(element.content.split('\n'));
  if (!isHeading && startsParagraph(first, rest[0]))
    return [`${opening} ${isAfterNumber(element) ? escapeStart(first) : first}`, ...rest.map(place)].join(
      '\n',
    );
  return [opening, place(''), place(first), ...rest.map(place)].join('\n');
}

/** Whether the text follows the address, or its printed number, and not a heading or the word Note. */
const isAfterNumber = ({ kind, toc_content }: ElementContent): boolean =>
  kind === 'clause' && toc_content === '';

const OTHER_BLOCK =
  /^(?:[ \t]|[-+*](?:[ \t]|$)|\d{1,9}[.)](?:[ \t]|$)|`{3}|~{3}|>|#{1,6}(?:[ \t]|$)|\[[^\]]*\]:)/;
const THEMATIC_BREAK = /^([-*_])(?:[ \t]*\1){2,}[ \t]*$/;
/** The line below a setext heading or below the head of a table. */
const UNDERLINE = /^ {0,3}(?:[-=]+[ \t]*|[|:-][-:| \t]*)$/;

/**
 * True when the first lines are a paragraph that may follow its address on the same line. All other blocks,
 * tables and underlined headings included, start on lines of their own, so that the text renders correctly.
 */
function startsParagraph(first: string, second = ''): boolean {
  return (
    !OTHER_BLOCK.test(first) && !THEMATIC_BREAK.test(first) && (second === '' || !UNDERLINE.test(second))
  );
}
