/**
 * Reader of the Information Delivery Specification of buildingSMART (`.ids`, versions 0.9.x and 1.0): a specification
 * becomes a section, each of its requirements a clause with a field. Gives a source outline.
 */
import { type ReportChange, UnusableDocumentError } from '../import-change.ts';
import { toMarkdownText } from '../plain-text.ts';
import { createNode, type SourceDocument, type SourceNode } from '../source-outline.ts';
import { decodeXml, hasRoot } from '../xml/decode-xml.ts';
import { elementOf, elementsOf, readXml, textOf, type XmlElement } from '../xml/xml-tree.ts';
import { isFacet, readFacet, readFields } from './facets.ts';
import { reportUnread } from './report-unread.ts';

/** Whether bytes are an IDS, by their first tag. */
export const isIdsFile = (bytes: Uint8Array): boolean => hasRoot(bytes, 'ids');

/**
 * Reads an IDS.
 * @throws UnusableDocumentError for broken XML, or a file that is no IDS
 */
export function readIdsDocument(bytes: Uint8Array, report: ReportChange): SourceDocument {
  const root = readXml(decodeXml(bytes, 'The IDS'), 'The IDS');
  const specifications = elementOf(root, 'specifications');
  if (root.name !== 'ids' || specifications === undefined)
    throw new UnusableDocumentError('The file is no IDS: it has no element ids with specifications.');
  reportUnread(root, 'ids', report);
  const info = elementOf(root, 'info');
  const about = info === undefined ? [] : elementsOf(info);
  const title = about.find(({ name }) => name === 'title');
  const reader = new IdsReader();
  return {
    title: title === undefined ? '' : textOf(title).trim(),
    description: about
      .filter((element) => element !== title)
      .map((element) => `${capitalise(element.name)}: ${textOf(element).trim()}`)
      .join('\n'),
    nodes: elementsOf(specifications, 'specification').map((element, index) =>
      reader.readSpecification(element, `specification[${index}]`),
    ),
  };
}

const capitalise = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1);

class IdsReader {
  #position = 0;

  readSpecification(specification: XmlElement, source: string): SourceNode {
    const {
      name = '',
      description = '',
      identifier,
      instructions,
      ifcVersion = '',
    } = specification.attributes;
    const applicability = elementOf(specification, 'applicability');
    const requirements = elementOf(specification, 'requirements');
    const node = this.#create('section', source, name, [
      description,
      ifcVersion === '' ? '' : `IFC: ${ifcVersion}.`,
      ...describeScope(specification, applicability),
      requirements?.attributes.description ?? '',
    ]);
    node.label = identifier ?? null;
    this.#addInstructions(node, instructions, source);
    const facets = requirements === undefined ? [] : elementsOf(requirements);
    for (const [index, facet] of facets.entries())
      if (isFacet(facet.name))
        node.children.push(this.#readRequirement(facet, `${source}.requirements.${facet.name}[${index}]`));
    return node;
  }

  #readRequirement(facet: XmlElement, source: string): SourceNode {
    const cardinality = cardinalityOf(facet);
    const { name, words } = readFacet(facet);
    const node = this.#create('clause', source, name, [`${capitalise(cardinality)}. ${words}.`]);
    if (cardinality !== 'prohibited') node.fields.push(...readFields(facet, source));
    this.#addInstructions(node, facet.attributes.instructions, source);
    return node;
  }

  #addInstructions(node: SourceNode, instructions: string | undefined, source: string): void {
    if (instructions === undefined || instructions.trim() === '') return;
    node.children.push(this.#create('note', source, 'Instructions', [instructions]));
  }

  #create(kind: SourceNode['kind'], source: string, heading: string, paragraphs: string[]): SourceNode {
    return {
      ...createNode(kind, source, this.#position++),
      heading,
      content: paragraphs
        .map((text) => toMarkdownText(text.split(/\r\n|\r|\n/)))
        .filter((text) => text !== '')
        .join('\n\n'),
    };
  }
}

/** To which objects a specification applies, and whether there must be any. */
function describeScope(specification: XmlElement, applicability: XmlElement | undefined): string[] {
  const facets = (applicability === undefined ? [] : elementsOf(applicability)).filter(({ name }) =>
    isFacet(name),
  );
  const words = facets.map((facet) => readFacet(facet).words);
  const owner = [applicability, specification].find(
    (element) =>
      element !== undefined && ['minOccurs', 'maxOccurs', 'use'].some((name) => name in element.attributes),
  );
  const cardinality = owner === undefined ? 'required' : cardinalityOf(owner);
  return [
    words.length === 0 ? '' : `Applies to: ${words.join('; ')}.`,
    cardinality === 'required'
      ? 'There must be such objects.'
      : cardinality === 'prohibited'
        ? 'There must be no such objects.'
        : 'Such objects are optional.',
  ];
}

/** Version 1.0 has `cardinality`, earlier ones `minOccurs` and `maxOccurs`, or `use`. */
function cardinalityOf({ attributes }: XmlElement): string {
  const { cardinality, use, minOccurs, maxOccurs } = attributes;
  const said = cardinality ?? use;
  if (said !== undefined) return said;
  if (maxOccurs === '0') return 'prohibited';
  return minOccurs === '0' ? 'optional' : 'required';
}
