/**
 * Fits texts that are longer than a clause may be: tables lose the blanks that only pad their cells, and what is
 * still too long is divided at the rows of its tables, into clauses below it. Pure.
 */
import {
  childOf,
  depthOf,
  MAX_LEVEL_NUMBER,
  MAX_LEVELS,
  ordinalOf,
  parentOf,
} from '../../../shared/revisioning/outline/address.ts';
import type { ElementContent } from '../../../shared/revisioning/outline/content-hash.ts';
import { isTooLong, MAX_ELEMENT_CHARACTERS } from '../../../shared/revisioning/outline/outline-rules.ts';
import type { ReportChange } from './import-change.ts';

const CONTINUED = '(continued)';
/** The line below the head of a table, with or without marks at its ends. */
const DELIMITER = /^ {0,3}\|?[ \t]*:?-+:?[ \t]*(?:\|[ \t]*:?-+:?[ \t]*)*\|?[ \t]*$/;
const FENCE = /^ {0,3}(?:`{3}|~{3})/;

/** Lines of a text, each with the head of the table in which it is a row; null for any other line. */
interface TextLine {
  text: string;
  head: string[] | null;
}

/**
 * The elements with every text that can be made to fit; one that cannot is unchanged, which the check of the whole
 * refuses.
 * @param sourceOf the place of an element in the source, for the report
 */
export function fitTexts(
  elements: readonly ElementContent[],
  sourceOf: (address: string) => string,
  report: ReportChange,
): ElementContent[] {
  if (!elements.some(({ content }) => isTooLong(content))) return [...elements];
  const highest = new Map<string, number>();
  for (const { address } of elements) {
    const parent = parentOf(address) ?? '';
    highest.set(parent, Math.max(highest.get(parent) ?? 0, ordinalOf(address)));
  }
  return elements.flatMap((element) => {
    if (!isTooLong(element.content)) return [element];
    const place = { source: sourceOf(element.address), address: element.address };
    const content = squeezeTables(element.content);
    const saved = element.content.length - content.length;
    const size = (length: number) => `${length.toLocaleString('en')} characters`;
    if (saved > 0)
      report({
        rule: 'table-squeezed',
        ...place,
        from: size(element.content.length),
        to: size(content.length),
      });
    const squeezed = { ...element, content };
    const first = (highest.get(element.address) ?? 0) + 1;
    const [own, ...further] = isTooLong(content) ? divideAtRows(content) : [content];
    const hasRoom = depthOf(element.address) < MAX_LEVELS && first + further.length - 1 <= MAX_LEVEL_NUMBER;
    if (own === undefined || !hasRoom) return [squeezed];
    const added = further.map((text, index): ElementContent => {
      const address = childOf(element.address, first + index);
      report({ rule: 'text-divided', ...place, from: element.address, to: address });
      const kind = element.kind === 'note' ? 'note' : 'clause';
      return { address, kind, toc_content: CONTINUED, content: text };
    });
    return [{ ...squeezed, content: own }, ...added];
  });
}

/** A text whose tables have one blank around each cell, and three dashes for each column. */
function squeezeTables(content: string): string {
  return readLines(content)
    .map(({ text, head }) => (head === null ? text : squeezeRow(text)))
    .join('\n');
}

function squeezeRow(row: string): string {
  const plain = row.trim();
  const from = plain.startsWith('|') ? 1 : 0;
  const to =
    plain.length > 1 && plain.endsWith('|') && !plain.endsWith('\\|') ? plain.length - 1 : plain.length;
  const cells = plain.slice(from, to).split(/(?<!\\)\|/);
  const isDelimiter = DELIMITER.test(row);
  const squeezed = cells.map((cell) => (isDelimiter ? cell.trim().replace(/-+/, '---') : cell.trim()));
  return `| ${squeezed.join(' | ')} |`;
}

/** The lines of a text, those of tables with the two lines of their head. Code blocks have no tables. */
function readLines(content: string): TextLine[] {
  const lines = content.split('\n');
  let isCode = false;
  let head: string[] | null = null;
  return lines.map((text, index) => {
    if (FENCE.test(text)) isCode = !isCode;
    const next = lines[index + 1] ?? '';
    if (isCode || text.trim() === '') head = null;
    else if (head === null && text.includes('|') && next.includes('|') && DELIMITER.test(next))
      head = [text, next];
    return { text, head };
  });
}

/** Parts that fit, cut before rows of a table, whose head stands above the rows of every part. */
function divideAtRows(content: string): string[] {
  const parts: string[] = [];
  let lines: string[] = [];
  let length = 0;
  const lineLength = (text: string) => [...text].length + 1;
  let inHead = 0;
  let previous: string[] | null = null;
  for (const { text, head } of readLines(content)) {
    inHead = head === null ? 0 : head === previous ? inHead + 1 : 1;
    previous = head;
    if (head !== null && inHead > 2 && length + lineLength(text) > MAX_ELEMENT_CHARACTERS) {
      parts.push(lines.join('\n'));
      lines = head.map(squeezeRow);
      length = lines.reduce((sum, line) => sum + lineLength(line), 0);
    }
    lines.push(text);
    length += lineLength(text);
  }
  return [...parts, lines.join('\n')];
}
