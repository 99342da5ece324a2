/**
 * Test fixture: reads a Word file back as paragraphs with the numbers that Word shows, counted from `numbering.xml`
 * by ISO/IEC 29500-1 (17.9), in the three ways in which programs count.
 */
import { XMLParser } from 'fast-xml-parser';
import { strFromU8, unzipSync } from 'fflate';

/** An element of XML in its place: its name, attributes, children, or text. */
interface XmlNode {
  name: string;
  attributes: Record<string, string>;
  children: XmlNode[];
  text: string;
}

export interface ReadParagraph {
  style: string;
  /** As shown; null without numbering. */
  number: string | null;
  text: string;
  bookmarks: string[];
}

/** What is done with tracked changes before reading. */
type Reading = 'accepted' | 'rejected';
/** Whether counts belong to a list, to a definition, or to a definition of which a list sets only the level it counts. */
export type Counting = 'by list' | 'by definition' | 'by definition, own level';

export class ReadDocx {
  readonly #parts: Record<string, Uint8Array>;

  constructor(bytes: Uint8Array) {
    this.#parts = unzipSync(bytes);
  }

  text(path: string): string {
    return strFromU8(this.#parts[path] ?? new Uint8Array());
  }

  get paths(): string[] {
    return Object.keys(this.#parts);
  }

  paragraphs(counting: Counting = 'by definition', reading: Reading = 'accepted'): ReadParagraph[] {
    const counter = new Counter(parse(this.text('word/numbering.xml')), counting);
    const gone = reading === 'accepted' ? 'w:del' : 'w:ins';
    const found: ReadParagraph[] = [];
    const visit = (node: XmlNode): void => {
      if (node.name === 'w:tr' && has(node, 'w:trPr', gone)) return;
      if (node.name !== 'w:p') {
        for (const child of node.children) visit(child);
        return;
      }
      const properties = node.children.find(({ name }) => name === 'w:pPr');
      if (properties && has(properties, 'w:rPr', gone)) return;
      const numbering = properties && childOf(properties, 'w:numPr');
      const list = numbering && attributeOf(numbering, 'w:numId');
      const level = numbering && attributeOf(numbering, 'w:ilvl');
      found.push({
        style: (properties && attributeOf(properties, 'w:pStyle')) ?? '',
        number: list === undefined ? null : counter.next(list, Number(level)),
        text: wordsOf(node, gone),
        bookmarks: all(node, 'w:bookmarkStart').map(({ attributes }) => attributes['w:name'] ?? ''),
      });
    };
    for (const node of parse(this.text('word/document.xml'))) visit(node);
    return found;
  }
}

class Counter {
  readonly #counting: Counting;
  readonly #definitions = new Map<string, { texts: string[]; starts: number[] }>();
  readonly #lists = new Map<string, { definition: string; overrides: Map<number, number> }>();
  readonly #counts = new Map<string, number[]>();
  readonly #used = new Set<string>();

  constructor(numbering: readonly XmlNode[], counting: Counting) {
    this.#counting = counting;
    for (const node of numbering.flatMap((root) => all(root, 'w:abstractNum'))) {
      const levels = all(node, 'w:lvl');
      this.#definitions.set(node.attributes['w:abstractNumId'] ?? '', {
        texts: levels.map((level) => attributeOf(level, 'w:lvlText') ?? ''),
        starts: levels.map((level) => Number(attributeOf(level, 'w:start'))),
      });
    }
    for (const node of numbering.flatMap((root) => all(root, 'w:num'))) {
      const overrides = all(node, 'w:lvlOverride').map((override): [number, number] => [
        Number(override.attributes['w:ilvl']),
        Number(attributeOf(override, 'w:startOverride')),
      ]);
      const definition = attributeOf(node, 'w:abstractNumId') ?? '';
      this.#lists.set(node.attributes['w:numId'] ?? '', { definition, overrides: new Map(overrides) });
    }
  }

  next(listId: string, level: number): string {
    const list = this.#lists.get(listId);
    const definition = list && this.#definitions.get(list.definition);
    if (!list || !definition) throw new Error(`there is no list ${listId}`);
    const key = this.#counting === 'by list' ? listId : list.definition;
    const counts = this.#counts.get(key) ?? [];
    this.#counts.set(key, counts);
    const startOf = (at: number): number => list.overrides.get(at) ?? definition.starts[at] ?? 1;
    for (let at = 0; at <= level; at++) {
      const first = `${listId} ${at}`;
      const isOwn = at === level;
      const overridden = list.overrides.has(at) && !this.#used.has(first);
      if (overridden && (isOwn || this.#counting === 'by definition')) {
        this.#used.add(first);
        counts[at] = startOf(at);
      } else if (isOwn) counts[at] = (counts[at] ?? startOf(at) - 1) + 1;
      else counts[at] ??= startOf(at);
    }
    // Every deeper level begins anew.
    counts.length = level + 1;
    return (definition.texts[level] ?? '').replace(/%(\d)/g, (_all, at: string) =>
      String(counts[Number(at) - 1]),
    );
  }
}

const parser = new XMLParser({
  preserveOrder: true,
  ignoreAttributes: false,
  attributeNamePrefix: '',
  trimValues: false,
  parseTagValue: false,
  parseAttributeValue: false,
});

function parse(xml: string): XmlNode[] {
  const read = (node: object): XmlNode => {
    const { ':@': attributes = {}, ...rest } = Object(node);
    const [name = '', content] = Object.entries(rest)[0] ?? [];
    return Array.isArray(content)
      ? { name, attributes, children: content.map(read), text: '' }
      : { name, attributes, children: [], text: String(content) };
  };
  return parser.parse(xml).map(read);
}

const childOf = (node: XmlNode, name: string): XmlNode | undefined =>
  node.children.find((child) => child.name === name);
const attributeOf = (node: XmlNode, name: string): string | undefined =>
  childOf(node, name)?.attributes['w:val'];
const has = (node: XmlNode, ...path: string[]): boolean => {
  const [first, ...rest] = path;
  if (first === undefined) return true;
  const child = childOf(node, first);
  return child !== undefined && has(child, ...rest);
};
const all = (node: XmlNode, name: string): XmlNode[] =>
  node.children.flatMap((child) => [...(child.name === name ? [child] : []), ...all(child, name)]);

/** The words of a paragraph without those that are gone. */
function wordsOf(node: XmlNode, gone: string): string {
  if (node.name === gone || node.name === 'w:pPr') return '';
  if (node.name === 'w:br') return '\n';
  if (node.name === 'w:t' || node.name === 'w:delText') return node.children.map(({ text }) => text).join('');
  return node.children.map((child) => wordsOf(child, gone)).join('');
}
