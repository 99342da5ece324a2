/**
 * Reader of the blocks of a SpecsIntact section: parts, subparts, paragraphs, lists, notes, references and tables, with
 * the text that stands between them, such as the bracket around a paragraph that may be left out.
 */
import type { ElementKind } from '../../../../shared/revisioning/outline/outline.ts';
import type { ReportChange } from '../import-change.ts';
import { createNode, type SourceNode } from '../source-outline.ts';
import { elementOf, elementsOf, textOf, type XmlElement } from '../xml/xml-tree.ts';
import { readInlineText, reportTailoring, withUnits } from './inline-text.ts';
import { splitTitle } from './split-title.ts';
import { submittalOf } from './submittals.ts';
import { hasWords, readListing, readTable } from './tables.ts';
import { collapse, TextBlocks } from './text-blocks.ts';

interface Settings {
  report: ReportChange;
  /** Whether the editor numbers the subparts, so that the file does not. */
  isNumbered: boolean;
  /** Elements that are read elsewhere. */
  skipped: ReadonlySet<XmlElement>;
}

/** Where blocks are put. */
interface Place {
  list: SourceNode[];
  path: string;
  /** The number before those of the subparts here: `2` in part 2; null where none is known. */
  number: string | null;
  isSubmittals: boolean;
  /** The items of lists below which the next one can stand, the outermost first. */
  items: { level: number; node: SourceNode }[];
}

const CLAUSES: readonly string[] = ['TXT', 'LST', 'ITM', 'OLI'];
const SECTIONS: readonly string[] = ['PRT', 'SPT'];
/** What stands between two lists. */
const ENDS_LISTS: readonly string[] = [...SECTIONS, 'REF', 'OLG'];
const BLOCKS: readonly string[] = [...CLAUSES, ...SECTIONS, 'NTE', 'OLG', 'REF', 'TAB', 'TBL', 'END'];

export class BlockReader {
  readonly #settings: Settings;
  readonly #texts: TextBlocks[] = [];
  /** Lines before the first block. */
  readonly #loose: string[] = [];
  /** An opening bracket that belongs to the next block. */
  #pending = '';
  #positions = 0;

  constructor(settings: Settings) {
    this.#settings = settings;
  }

  /** Reads a whole section into `nodes`. Returns the lines that stand before its first block. */
  read(root: XmlElement, nodes: SourceNode[]): string[] {
    this.#readAll(root, { list: nodes, path: root.name, number: null, isSubmittals: false, items: [] });
    this.#addLoose(this.#pending);
    for (const text of this.#texts) text.finish();
    return this.#loose.map(collapse);
  }

  #readAll(element: XmlElement, place: Place): void {
    const counts = new Map<string, number>();
    for (const child of withUnits(element.children)) {
      if (typeof child === 'string') {
        this.#addBetween(child);
        continue;
      }
      const index = counts.get(child.name) ?? 0;
      counts.set(child.name, index + 1);
      if (this.#settings.skipped.has(child)) continue;
      this.#readBlock(child, { ...place, path: `${place.path}.${child.name}[${index}]` });
    }
  }

  #readBlock(element: XmlElement, place: Place): void {
    const { name } = element;
    const { report } = this.#settings;
    if (name === 'MTA' || (element.children.length === 0 && !BLOCKS.includes(name))) return;
    if (name === 'DEL' || name === 'END') {
      if (hasWords(element))
        report({
          rule: 'left-out',
          source: place.path,
          address: null,
          from: collapse(textOf(element)),
          to: null,
          name,
        });
      return;
    }
    if (name === 'TAI' && isBlock(element)) reportTailoring(element, { report, path: place.path });
    if (CLAUSES.includes(name)) this.#readClause(element, place);
    else if (name === 'NTE')
      this.#fill(element, this.#add('note', { ...place, list: listBelow(place) }), place);
    else if (name === 'TAB' || name === 'TBL') {
      this.#add('clause', { ...place, list: listBelow(place) });
      this.#takePending();
      this.#addTable(element, place.path);
    } else if (!isBlock(element)) this.#addBetween(readInlineText(element, { report, path: place.path }));
    else if (!ENDS_LISTS.includes(name)) this.#readAll(element, place);
    else {
      place.items.length = 0;
      if (SECTIONS.includes(name)) this.#readSection(element, place);
      else if (name === 'REF') this.#readReferences(element, place);
      else this.#readAll(element, place);
      place.items.length = 0;
    }
  }

  /** A part or subpart. Numbers count the subparts of its parent. */
  #readSection(element: XmlElement, place: Place): void {
    const title = elementOf(element, 'TTL');
    const node = this.#add('section', place, true);
    const count = place.list.filter(
      ({ kind, sourceNumber }) => kind === 'section' && sourceNumber !== null,
    ).length;
    const plain =
      title === undefined ? '' : readInlineText(title, { ...this.#settings, path: `${place.path}.TTL` });
    const printed = splitTitle(plain, element.name === 'PRT');
    const automatic =
      this.#settings.isNumbered && element.name === 'SPT' && place.number !== null
        ? `${place.number}.${count + 1}`
        : null;
    node.sourceNumber = printed.sourceNumber ?? automatic;
    node.ordinal =
      node.sourceNumber === null ? null : Number(/\d+$/.exec(node.sourceNumber)?.[0] ?? Number.NaN) || null;
    this.#last?.append(printed.heading);
    const inner = {
      list: node.children,
      path: place.path,
      number: /\d+(?:\.\d+)*$/.exec(node.sourceNumber ?? '')?.[0] ?? null,
      isSubmittals: place.isSubmittals || /\bSUBMITTALS\b/i.test(printed.heading),
      items: [],
    };
    const children = element.children.filter((child) => child !== title);
    this.#readAll({ ...element, children }, inner);
  }

  /** A paragraph, or an item of a list: below the one above whose level is higher. */
  #readClause(element: XmlElement, place: Place): void {
    const level = levelOf(element);
    while ((place.items.at(-1)?.level ?? -1) >= level) place.items.pop();
    const node = this.#add('clause', { ...place, list: listBelow(place) });
    if (element.name === 'LST' || element.name === 'OLI') place.items.push({ level, node });
    node.sourceNumber = element.attributes.ITEM?.trim() || null;
    if (place.isSubmittals) node.fields.push(...submittalOf(element, place.path));
    this.#fill(element, node, place);
  }

  #fill(element: XmlElement, node: SourceNode, place: Place): void {
    this.#last?.beginParagraph();
    this.#takePending();
    this.#readInside(element, node, { ...place, list: node.children, items: [] });
  }

  /** Text with the tables, notes and lists inside it. */
  #readInside(element: XmlElement, node: SourceNode, place: Place): void {
    const { report } = this.#settings;
    for (const child of withUnits(element.children)) {
      // Behind a list inside a text, the rest of the text is read behind that list.
      const text = this.#last;
      if (typeof child === 'string') text?.append(child);
      else if (child.name === 'BRK') text?.breakLine();
      else if (child.name === 'TAB' || child.name === 'TBL') this.#addTable(child, place.path);
      else if (child.name === 'NPR' || (node.kind === 'note' && isBlock(child))) {
        text?.beginParagraph();
        this.#readInside(child, node, place);
      } else if (isBlock(child)) this.#readBlock(child, place);
      else text?.append(readInlineText(child, { report, path: place.path }));
    }
  }

  /** An organisation with its publications. */
  #readReferences(element: XmlElement, place: Place): void {
    const organisation = this.#add('clause', place, true);
    const below = { ...place, list: organisation.children };
    let isNamed = false;
    for (const child of element.children) {
      if (typeof child === 'string') this.#addBetween(child);
      else if (child.name === 'ORG' || child.name === 'RID' || child.name === 'RTL') {
        if (child.name === 'RID' || (child.name === 'RTL' && !isNamed)) this.#add('clause', below, true);
        if (child.name === 'RTL') this.#last?.beginParagraph();
        isNamed = child.name === 'RID';
        this.#last?.append(readInlineText(child, { report: this.#settings.report, path: place.path }));
      } else this.#readBlock(child, below);
    }
  }

  #addTable(element: XmlElement, path: string): void {
    const { report } = this.#settings;
    if (element.name === 'TBL') this.#last?.addMarkdown(readListing(element), []);
    else {
      const table = readTable(element, path, (cell) => readInlineText(cell, { report, path }));
      if (table.text === '') this.#last?.append(readInlineText(element, { report, path }));
      else this.#last?.addMarkdown(table.text, table.fields);
    }
  }

  get #last(): TextBlocks | undefined {
    return this.#texts.at(-1);
  }

  #add(kind: ElementKind, place: Place, isHeading = false): SourceNode {
    const node = createNode(kind, place.path, this.#positions++);
    place.list.push(node);
    this.#texts.push(new TextBlocks(node, isHeading));
    if (isHeading) this.#takePending();
    return node;
  }

  #takePending(): void {
    if (this.#pending !== '') this.#last?.append(this.#pending);
    this.#pending = '';
  }

  /** Text between blocks: opening brackets at its end belong to the next block, everything else to the last one. */
  #addBetween(text: string): void {
    const openers = /\[[\s[]*$/.exec(text);
    const whole = openers === null ? text : text.slice(0, openers.index);
    const before = whole.replace(/^\s+(?=[\].,;:)])/, '');
    if (before.trim() !== '') this.#addLoose(this.#pending + before);
    if (before.trim() !== '') this.#pending = '';
    if (openers !== null) this.#pending += openers[0].trim();
  }

  #addLoose(text: string): void {
    if (text.trim() === '') return;
    if (this.#last === undefined) this.#loose.push(text);
    else this.#last.append(text);
  }
}

/** Whether an element is a block, or has one inside, at any depth. */
const isBlock = (element: XmlElement): boolean =>
  BLOCKS.includes(element.name) || elementsOf(element).some(isBlock);

/** Where the next block of a list stands: below its last item. */
const listBelow = ({ items, list }: Place): SourceNode[] => items.at(-1)?.node.children ?? list;

/** Depth of an item in its list: an ITM stands below an LST, an OLI below the one whose level is higher. */
function levelOf(element: XmlElement): number {
  if (element.name === 'ITM') return 1;
  if (element.name !== 'OLI') return 0;
  const level = Number(element.attributes.LEVEL ?? 1);
  return Number.isInteger(level) && level > 0 ? level - 1 : 0;
}
