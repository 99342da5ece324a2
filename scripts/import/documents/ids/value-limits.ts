/** Reads the values of IDS, one value or a restriction of XML Schema: in words, and as the limits of a field. */
import { elementOf, elementsOf, textOf, type XmlElement } from '../xml/xml-tree.ts';

/** What a value must be. */
export interface ValueLimits {
  /** `one of "a", "b"`; '' where anything will do. */
  words: string;
  /** The only value; null where it is not said. */
  value: string | null;
  options: string[];
  min: string | null;
  max: string | null;
}

const NOTHING: ValueLimits = { words: '', value: null, options: [], min: null, max: null };
const quote = (text: string): string => `"${text}"`;

/** What an element such as `value` or `baseName` says; nothing for one that is missing. */
export function readLimits(element: XmlElement | undefined): ValueLimits {
  if (element === undefined) return NOTHING;
  const restriction = elementOf(element, 'restriction');
  if (restriction === undefined) {
    const simple = elementOf(element, 'simpleValue');
    const value = textOf(simple ?? element).trim();
    return value === '' ? NOTHING : { ...NOTHING, words: quote(value), value };
  }
  return readRestriction(restriction);
}

function readRestriction(restriction: XmlElement): ValueLimits {
  const valuesOf = (name: string): string[] =>
    elementsOf(restriction, name).map(({ attributes }) => attributes.value ?? '');
  const [options, patterns] = [valuesOf('enumeration'), valuesOf('pattern')];
  const words = [
    options.length === 0 ? '' : `one of ${options.map(quote).join(', ')}`,
    patterns.length === 0 ? '' : `of the pattern ${patterns.map(quote).join(' or ')}`,
    ...SIGNS.flatMap(([name, sign]) => valuesOf(name).map((value) => sign.replace('#', value))),
    ...elementsOf(restriction, 'annotation').map((annotation) => `(${textOf(annotation).trim()})`),
  ];
  return {
    words: words.filter((text) => text !== '').join(' '),
    value: null,
    options,
    min: [...valuesOf('minInclusive'), ...valuesOf('minExclusive')][0] ?? null,
    max: [...valuesOf('maxInclusive'), ...valuesOf('maxExclusive')][0] ?? null,
  };
}

/** Facets of a restriction besides enumerations and patterns, in words. */
const SIGNS: readonly [string, string][] = [
  ['minInclusive', 'at least #'],
  ['minExclusive', 'more than #'],
  ['maxInclusive', 'at most #'],
  ['maxExclusive', 'less than #'],
  ['length', 'of # characters'],
  ['minLength', 'of at least # characters'],
  ['maxLength', 'of at most # characters'],
  ['totalDigits', 'of at most # digits'],
  ['fractionDigits', 'with at most # digits behind the point'],
];

/** Members of a restriction that are read. */
export const RESTRICTION_MEMBERS: readonly string[] = [
  'annotation',
  'enumeration',
  'pattern',
  ...SIGNS.map(([name]) => name),
];
