/**
 * Facets of IDS, such as a property or a material: puts each in words, and makes the field for what a requirement
 * asks for.
 */
import type { SourceField } from '../source-outline.ts';
import { elementOf, type XmlElement } from '../xml/xml-tree.ts';
import { readLimits, type ValueLimits } from './value-limits.ts';

export const FACETS = ['entity', 'partOf', 'classification', 'attribute', 'property', 'material'] as const;
type Facet = (typeof FACETS)[number];

export const isFacet = (name: string): name is Facet => FACETS.some((facet) => facet === name);

/** A facet as it is cited, in words, and what its value must be. */
interface FacetWords {
  name: string;
  words: string;
  value: ValueLimits;
}

const joined = (...texts: (string | undefined)[]): string =>
  texts.filter((text) => text !== undefined && text !== '').join(' ');
const bare = ({ value, words }: ValueLimits): string => value ?? words;

/** A facet in words: `Property "IsExternal" of "Pset_WallCommon" (IFCBOOLEAN): "true"`. */
export function readFacet(element: XmlElement): FacetWords {
  const at = (name: string): ValueLimits => readLimits(elementOf(element, name));
  const value = at('value');
  const said = (words: string): string =>
    joined(words + (value.words === '' ? '' : `: ${value.words}`), seeOf(element));
  const { dataType, datatype, measure, relation } = element.attributes;
  const type = dataType ?? datatype ?? measure;
  switch (element.name) {
    case 'entity':
      return { name: 'Entity', words: said(entityWords(element)), value };
    case 'partOf': {
      const entity = elementOf(element, 'entity');
      const whole = entity === undefined ? '' : entityWords(entity);
      return { name: 'Part of', words: said(joined('Part of', whole, relation && `(${relation})`)), value };
    }
    case 'classification': {
      const system = at('system');
      return {
        name: joined('Classification', bare(system)),
        words: said(joined('Classification', system.words && `of the system ${system.words}`)),
        value,
      };
    }
    case 'attribute':
      return { name: bare(at('name')), words: said(`Attribute ${at('name').words}`), value };
    case 'property': {
      const [name, set] = [elementOf(element, 'baseName') ? at('baseName') : at('name'), at('propertySet')];
      return {
        name: joined(bare(set) && `${bare(set)}.`, bare(name)).replace('. ', '.'),
        words: said(joined(`Property ${name.words}`, `of ${set.words}`, type && `(${type})`)),
        value,
      };
    }
    default:
      return { name: 'Material', words: said('Material'), value };
  }
}

function entityWords(entity: XmlElement): string {
  const type = readLimits(elementOf(entity, 'predefinedType')).words;
  return joined('Entity', readLimits(elementOf(entity, 'name')).words, type && `of the type ${type}`);
}

const seeOf = ({ attributes: { uri } }: XmlElement): string | undefined => uri && `(${uri})`;

/** Facets whose value is to be filled in. */
const WITH_VALUE: readonly string[] = ['attribute', 'property', 'classification', 'material'];

/** The fields of a requirement: one, or two where it has a lower and an upper limit, because a field has one. */
export function readFields(element: XmlElement, source: string): SourceField[] {
  if (!WITH_VALUE.includes(element.name)) return [];
  const { name, value } = readFacet(element);
  const { dataType = '', datatype = '', measure = '' } = element.attributes;
  const type = (dataType || datatype || measure).toUpperCase();
  const field = (label: string, rest: Partial<SourceField>): SourceField => ({
    source,
    label,
    type: typeOf(type),
    options: [],
    default_value: value.value,
    constraint: null,
    unit: UNITS[type] ?? null,
    remarks: [],
    ...rest,
  });
  if (value.options.length > 0) return [field(name, { type: 'select', options: value.options })];
  const limit = (label: string, constraint: 'min' | 'max', limits: string): SourceField =>
    field(label, { type: 'range', constraint, default_value: limits });
  if (value.min !== null && value.max !== null)
    return [limit(`${name}, lower limit`, 'min', value.min), limit(`${name}, upper limit`, 'max', value.max)];
  if (value.min !== null) return [limit(name, 'min', value.min)];
  if (value.max !== null) return [limit(name, 'max', value.max)];
  if (typeOf(type) === 'select') return [field(name, { options: ['true', 'false'] })];
  return [field(name, {})];
}

function typeOf(dataType: string): string {
  if (dataType === 'IFCBOOLEAN' || dataType === 'IFCLOGICAL') return 'select';
  if (dataType === 'IFCDATE') return 'date';
  return /(?:INTEGER|REAL|MEASURE|NUMBER)$/.test(dataType) && !/^IFC(?:DESCRIPTIVE)/.test(dataType)
    ? 'number'
    : 'text';
}

/** The units in which IDS writes the values of these types. Source: IDS, Documentation/UserManual/units.md. */
const UNITS: Readonly<Record<string, string>> = {
  IFCLENGTHMEASURE: 'm',
  IFCPOSITIVELENGTHMEASURE: 'm',
  IFCAREAMEASURE: 'm²',
  IFCVOLUMEMEASURE: 'm³',
  IFCMASSMEASURE: 'kg',
  IFCMASSDENSITYMEASURE: 'kg/m³',
  IFCPRESSUREMEASURE: 'Pa',
  IFCFORCEMEASURE: 'N',
  IFCPOWERMEASURE: 'W',
  IFCTHERMALTRANSMITTANCEMEASURE: 'W/(m²·K)',
  IFCTHERMODYNAMICTEMPERATUREMEASURE: 'K',
};
