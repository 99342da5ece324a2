/**
 * Reader of ReqIF files (Requirements Interchange Format, 1.0 to 1.2): the hierarchy of a specification becomes the outline,
 * an object a section or clause, its choices fields, and other attributes without a place of their own a note. Gives a
 * source outline.
 */
import { type ReportChange, UnusableDocumentError } from '../import-change.ts';
import { toMarkdownLine } from '../plain-text.ts';
import { createNode, type SourceDocument, type SourceNode } from '../source-outline.ts';
import { elementOf, elementsOf, findElement, textOf, type XmlElement } from '../xml/xml-tree.ts';
import { AttributeNames, type AttributeValue, allElements, referenceIn } from './attributes.ts';
import { openReqifFile } from './reqif-file.ts';

/** Names of attributes, in lower case, of which the first with a value counts. */
const HEADINGS = ['reqif.chaptername', 'object heading', 'heading', 'title', 'reqif.name', 'name'];
const TEXTS = ['reqif.text', 'object text', 'text', 'statement', 'reqif.description', 'description'];
const NUMBERS = ['reqif.foreignid', 'uid', 'id', 'number', 'identifier'];
/** Who changed an object when, and how a table is drawn. */
const MACHINE_NAME = /^(?:reqif\.foreign(?:created|modified|deleted|state|revision)|table)/i;
const LOOSE_HEADING = 'Not in the outline';

/**
 * Reads a ReqIF file.
 * @throws UnusableDocumentError for broken XML, or a file without objects
 */
export function readReqifDocument(bytes: Uint8Array, report: ReportChange): SourceDocument {
  const root = openReqifFile(bytes, report);
  const content = findElement(root, 'REQ-IF-CONTENT') ?? elementOf(root, 'CORE-CONTENT');
  if (content === undefined)
    throw new UnusableDocumentError(
      'The ReqIF file has no content: it has no element REQ-IF-CONTENT. Export the specification with its objects and import that file.',
    );
  const header = findElement(root, 'REQ-IF-HEADER');
  const about =
    header === undefined ? [] : elementsOf(header).map((one) => [one.name, textOf(one).trim()] as const);
  const reader = new ReqifReader(content, report);
  const nodes = reader.read();
  if (nodes.length === 0)
    throw new UnusableDocumentError(
      'The ReqIF file has no requirements: no SPEC-OBJECT is in its SPEC-OBJECTS. It may have types alone. Export the specification with its objects and import that file.',
    );
  return {
    title: about.find(([name]) => name === 'TITLE')?.[1] ?? '',
    description: about
      .filter(([name, text]) => name !== 'TITLE' && text !== '')
      .map(([name, text]) => `${name.charAt(0)}${name.slice(1).toLowerCase().replaceAll('-', ' ')}: ${text}`)
      .join('\n'),
    nodes,
  };
}

class ReqifReader {
  readonly #content: XmlElement;
  readonly #report: ReportChange;
  readonly #names: AttributeNames;
  readonly #objects: Map<string, XmlElement>;
  /** Objects that the outline has not named yet. */
  readonly #loose: Set<XmlElement>;
  #position = 0;

  constructor(content: XmlElement, report: ReportChange) {
    this.#content = content;
    this.#report = report;
    this.#names = new AttributeNames(content);
    const objects = allElements(elementOf(content, 'SPEC-OBJECTS'), /^SPEC-OBJECT$/);
    this.#objects = new Map(objects.map((object) => [object.attributes.IDENTIFIER ?? '', object]));
    this.#loose = new Set(objects);
  }

  read(): SourceNode[] {
    const specifications = allElements(elementOf(this.#content, 'SPECIFICATIONS'), /^SPECIFICATION$/);
    const nodes = specifications.flatMap((specification) => {
      const children = this.#readChildren(specification);
      return specifications.length === 1 ? children : [this.#readSpecification(specification, children)];
    });
    nodes.push(...this.#readLoose(nodes.length > 0));
    for (const relation of allElements(elementOf(this.#content, 'SPEC-RELATIONS'), /^SPEC-RELATION$/))
      this.#left(
        'SPEC-RELATIONS',
        `${referenceIn(elementOf(relation, 'SOURCE'))} → ${referenceIn(elementOf(relation, 'TARGET'))}`,
        'relation',
      );
    return nodes;
  }

  /** The objects that no specification names, in a section of their own where there is an outline. */
  #readLoose(hasOutline: boolean): SourceNode[] {
    if (this.#loose.size === 0) return [];
    const section = { ...createNode('section', 'SPEC-OBJECTS', this.#position++), heading: LOOSE_HEADING };
    const children = [...this.#loose].map((object) =>
      this.#readObject(object, object.attributes.IDENTIFIER ?? ''),
    );
    return hasOutline ? [{ ...section, children }] : children;
  }

  #readSpecification(specification: XmlElement, children: SourceNode[]): SourceNode {
    const { 'LONG-NAME': name, DESC: description = '', IDENTIFIER = '' } = specification.attributes;
    const values = this.#names.read(specification, () => undefined);
    return {
      ...createNode('section', IDENTIFIER, children[0]?.position ?? this.#position++),
      heading: name ?? take(values, HEADINGS)?.line ?? IDENTIFIER,
      content: toMarkdownLine(description),
      children,
    };
  }

  #readChildren(owner: XmlElement): SourceNode[] {
    const children = elementOf(owner, 'CHILDREN');
    return (children === undefined ? [] : elementsOf(children, 'SPEC-HIERARCHY')).flatMap((place) => {
      const id = referenceIn(elementOf(place, 'OBJECT'));
      const object = this.#objects.get(id);
      if (object === undefined) {
        this.#left('SPECIFICATIONS', id, 'object that is not in the file');
        return this.#readChildren(place);
      }
      this.#loose.delete(object);
      const node = this.#readObject(object, id);
      node.children.push(...this.#readChildren(place));
      if (node.content === '' && node.children.some(({ kind }) => kind !== 'note')) node.kind = 'section';
      return [node];
    });
  }

  #readObject(object: XmlElement, source: string): SourceNode {
    const node = createNode('clause', source, this.#position++);
    const values = this.#names.read(object, (name, text) => this.#left(source, text, name));
    const heading = take(values, HEADINGS);
    const text = take(values, TEXTS);
    const prefix = take(values, ['reqif.prefix'])?.line ?? '';
    const number = take(values, NUMBERS)?.line ?? '';
    node.heading = heading?.line ?? '';
    node.content = text?.markdown ?? '';
    node.label = `${prefix}${number}` || null;
    const name = object.attributes['LONG-NAME'] ?? '';
    if (node.heading === '' && node.content === '') node.heading = name || source;
    else if (name !== '' && name !== node.heading)
      values.push({ name: 'Long name', line: name, markdown: toMarkdownLine(name) });
    const kept = values.filter((value) => {
      const isMachine = MACHINE_NAME.test(value.name);
      if (isMachine) this.#left(source, value.line, value.name);
      else if (value.field) node.fields.push({ ...value.field, source });
      else
        this.#report({
          rule: 'property-noted',
          source,
          address: null,
          from: value.line,
          to: value.line,
          name: value.name,
        });
      return !isMachine && !value.field;
    });
    if (kept.length > 0)
      node.children.push({
        ...createNode('note', source, this.#position++),
        heading: 'Properties',
        content: kept.map(({ name: of, markdown }) => `**${toMarkdownLine(of)}**: ${markdown}`).join('\n\n'),
      });
    return node;
  }

  #left(source: string, from: string, name: string): void {
    this.#report({ rule: 'left-out', source, address: null, from, to: null, name });
  }
}

/** The first value of these attributes, taken out of the list. */
function take(values: AttributeValue[], names: readonly string[]): AttributeValue | undefined {
  for (const name of names) {
    const index = values.findIndex((value) => value.name.toLowerCase() === name);
    if (index >= 0) return values.splice(index, 1)[0];
  }
  return undefined;
}
