/**
 * Reports the elements and attributes of an IDS file that the import does not read, so that nothing is lost unseen;
 * lists those that it reads.
 */
import type { ReportChange } from '../import-change.ts';
import { elementsOf, textOf, type XmlElement } from '../xml/xml-tree.ts';
import { FACETS } from './facets.ts';
import { RESTRICTION_MEMBERS } from './value-limits.ts';

const VALUE = ['simpleValue', 'restriction'];
const OF_FACET = ['cardinality', 'use', 'minOccurs', 'maxOccurs', 'uri', 'instructions'];

/** Elements that are read below an element of this name, and its attributes. */
const MEMBERS: Readonly<Record<string, { elements?: readonly string[]; attributes?: readonly string[] }>> = {
  ids: { elements: ['info', 'specifications'], attributes: ['xmlns', 'schemaLocation'] },
  specifications: { elements: ['specification'] },
  specification: {
    elements: ['applicability', 'requirements'],
    attributes: [
      'name',
      'ifcVersion',
      'identifier',
      'description',
      'instructions',
      'minOccurs',
      'maxOccurs',
      'use',
    ],
  },
  applicability: { elements: FACETS, attributes: ['minOccurs', 'maxOccurs'] },
  requirements: { elements: FACETS, attributes: ['description'] },
  entity: { elements: ['name', 'predefinedType'], attributes: OF_FACET },
  partOf: { elements: ['entity'], attributes: [...OF_FACET, 'relation'] },
  classification: { elements: ['value', 'system'], attributes: OF_FACET },
  attribute: { elements: ['name', 'value'], attributes: OF_FACET },
  property: {
    elements: ['propertySet', 'baseName', 'name', 'value'],
    attributes: [...OF_FACET, 'dataType', 'datatype', 'measure'],
  },
  material: { elements: ['value'], attributes: OF_FACET },
  restriction: { elements: RESTRICTION_MEMBERS, attributes: ['base'] },
  ...Object.fromEntries(
    ['name', 'predefinedType', 'value', 'system', 'propertySet', 'baseName'].map((name) => [
      name,
      { elements: VALUE },
    ]),
  ),
};
/** What the header says is kept whole; values and what is said about them have no members. */
const WHOLE: readonly string[] = ['info', 'simpleValue', ...RESTRICTION_MEMBERS];

/** Reports the elements and attributes below an element that are not read. */
export function reportUnread(element: XmlElement, path: string, report: ReportChange): void {
  if (WHOLE.includes(element.name)) return;
  const { elements = [], attributes = [] } = MEMBERS[element.name] ?? {};
  const left = (source: string, from: string, name: string): void =>
    report({ rule: 'left-out', source, address: null, from, to: null, name });
  for (const [name, value] of Object.entries(element.attributes))
    if (!attributes.includes(name) && !DECLARATION.test(name)) left(path, `${name}=${value}`, name);
  for (const [index, child] of elementsOf(element).entries())
    if (elements.includes(child.name)) reportUnread(child, `${path}.${child.name}[${index}]`, report);
    else left(path, textOf(child).trim() || child.name, child.name);
}

/** Names of namespaces: their prefixes are taken off. */
const DECLARATION = /^(?:xmlns|xsi|xs|ids|schemaLocation)/;
