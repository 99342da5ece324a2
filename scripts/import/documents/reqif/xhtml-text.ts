/**
 * Converts XHTML in a ReqIF file to Markdown: paragraphs, lists and tables stay, the look of letters does not. Pure.
 */
import { joinLines, toMarkdownLine, toMarkdownTable } from '../plain-text.ts';
import { elementsOf, type XmlElement } from '../xml/xml-tree.ts';

/** Receives what has no place in a text, such as an image, with its name. */
type ReportLoss = (name: string, text: string) => void;

const BLOCKS: readonly string[] = [
  'address',
  'blockquote',
  'caption',
  'dd',
  'div',
  'dl',
  'dt',
  'h1',
  'h2',
  'h3',
  'h4',
  'h5',
  'h6',
  'hr',
  'ol',
  'p',
  'pre',
  'table',
  'ul',
];
type Inline = XmlElement | string;
const isBlock = (child: Inline): child is XmlElement => typeof child !== 'string' && hasBlock(child);
const hasBlock = (element: XmlElement): boolean =>
  BLOCKS.includes(element.name) || element.children.some(isBlock);

/** An element with XHTML as Markdown. */
export function toMarkdown(element: XmlElement, report: ReportLoss): string {
  return readBlocks(element, report)
    .filter((text) => text !== '')
    .join('\n\n');
}

/** Its text in one line. */
export const toPlainLine = (element: XmlElement, report: ReportLoss): string =>
  plainText(element, report).replace(/\s+/g, ' ').trim();

function readBlocks(element: XmlElement, report: ReportLoss): string[] {
  switch (element.name) {
    case 'ul':
    case 'ol':
      return [readList(element, report)];
    case 'table':
      return [readTable(element, report)];
    default:
      break;
  }
  const blocks: string[] = [];
  let inline: Inline[] = [];
  const flush = (): void => {
    blocks.push(readInline(inline, element.name === 'pre', report));
    inline = [];
  };
  for (const child of element.children)
    if (isBlock(child)) {
      flush();
      blocks.push(...readBlocks(child, report));
    } else inline.push(child);
  flush();
  return blocks;
}

/** Inline content as a paragraph; a break stands at the end of a line. */
function readInline(children: readonly Inline[], keepsLines: boolean, report: ReportLoss): string {
  const text = children
    .map((child) =>
      inlineText(typeof child === 'string' && !keepsLines ? child.replace(/\s+/g, ' ') : child, report),
    )
    .join('');
  return joinLines(text.split('\n').map(toMarkdownLine));
}

const plainText = (element: XmlElement, report: ReportLoss): string =>
  element.children.map((child) => `${inlineText(child, report)}${isBlock(child) ? ' ' : ''}`).join('');

function inlineText(child: Inline, report: ReportLoss): string {
  if (typeof child === 'string') return child;
  const text = child.children
    .map((below) => inlineText(typeof below === 'string' ? below.replace(/\s+/g, ' ') : below, report))
    .join('');
  switch (child.name) {
    case 'br':
      return '\n';
    case 'sup':
      return raise(text, SUPERSCRIPT, '^');
    case 'sub':
      return raise(text, SUBSCRIPT, '_');
    case 'a': {
      const { href = '' } = child.attributes;
      return href === '' || href === text.trim() ? text : `${text} (${href})`;
    }
    case 'img':
    case 'object':
      report('image or attached file', child.attributes.data ?? child.attributes.src ?? 'an image');
      return text;
    case 'del':
      report('deleted text', text);
      return '';
    case 's':
    case 'strike':
      report('line through a text', text);
      return text;
    default:
      return text;
  }
}

const SUPERSCRIPT = '⁰¹²³⁴⁵⁶⁷⁸⁹';
const SUBSCRIPT = '₀₁₂₃₄₅₆₇₈₉';

/** m² for digits; other characters behind a mark, so that a power does not become another number. */
const raise = (text: string, digits: string, mark: string): string =>
  /^[\d-]+$/.test(text.trim())
    ? [...text.trim()]
        .map((digit) => (digit === '-' ? (mark === '^' ? '⁻' : '₋') : [...digits][Number(digit)]))
        .join('')
    : text.trim() === ''
      ? text
      : `${mark}(${text})`;

function readList(list: XmlElement, report: ReportLoss): string {
  return elementsOf(list)
    .map((item, index) => {
      const mark = list.name === 'ol' ? `${index + Number(list.attributes.start ?? 1)}.` : '-';
      const text =
        item.name === 'li'
          ? readBlocks(item, report)
              .filter((block) => block !== '')
              .join('\n')
          : readBlocks(item, report).join('\n');
      return `${mark} ${text.replaceAll('\n', `\n${' '.repeat(mark.length + 1)}`)}`;
    })
    .join('\n');
}

function readTable(table: XmlElement, report: ReportLoss): string {
  const rows = rowsOf(table).map((row) =>
    elementsOf(row, 'td', 'th').map((cell) => {
      const { colspan = '1', rowspan = '1' } = cell.attributes;
      if (colspan !== '1' || rowspan !== '1') report('merged cells', toPlainLine(cell, report));
      return toMarkdownLine(toPlainLine(cell, report));
    }),
  );
  const caption = elementsOf(table, 'caption').map((element) => toMarkdownLine(toPlainLine(element, report)));
  return [...caption, toMarkdownTable(rows)].join('\n\n');
}

const rowsOf = (element: XmlElement): XmlElement[] =>
  elementsOf(element).flatMap((child) =>
    child.name === 'tr' ? [child] : ['thead', 'tbody', 'tfoot'].includes(child.name) ? rowsOf(child) : [],
  );
