/**
 * Reads label, status, method and other properties of an OSCAL object from its `props`, and sets the number, label or
 * heading of its node by them (`applyLabel`).
 */
import type { ReportChange } from '../import-change.ts';
import type { SourceObject } from '../source-object.ts';
import type { SourceNode } from '../source-outline.ts';

interface ObjectProps {
  /** Such as `AC-1`, `1.1.2` or `a.`; null when there is none. */
  label: string | null;
  isWithdrawn: boolean;
  /** The method of an assessment, such as `EXAMINE`. */
  method: string | null;
  /** What other properties say, a line for each name: `Applicability: NC, OS`. */
  properties: string[];
  /** Prose about the properties: some catalogues describe a whole group in the remarks on its label. */
  remarks: string[];
}

/** Properties that only machines read: other forms of the label, and the order and the origin of entries. */
const MACHINE_NAMES: readonly string[] = [
  'aggregates',
  'alt-identifier',
  'label',
  'resolution-tool',
  'sort-id',
];

/** `assessment-objective` as `Assessment objective`. */
export function capitaliseName(name: string): string {
  const words = name.replaceAll('-', ' ');
  return words.charAt(0).toUpperCase() + words.slice(1);
}

/**
 * Reads the properties of a group, control or part. Those that only machines read are reported
 * as left out, by name.
 * @param used what the caller shows besides the label
 */
export function readProps(
  owner: SourceObject,
  report: ReportChange,
  used: 'status' | 'method' | null = null,
): ObjectProps {
  const props: ObjectProps = { label: null, isWithdrawn: false, method: null, properties: [], remarks: [] };
  const others = new Map<string, string[]>();
  const label = findLabelProp(owner);
  for (const prop of owner.objects('props')) {
    const name = prop.text('name') ?? '';
    const value = prop.text('value') ?? '';
    const change = { source: prop.path, address: null, from: `${name}=${value}`, name };
    if (prop.path === label?.path) props.label = value;
    else if (MACHINE_NAMES.includes(name)) report({ rule: 'left-out', ...change, to: null });
    else if (!keepValue(props, name, value, used)) {
      others.set(name, [...(others.get(name) ?? []), value]);
      report({ rule: 'property-noted', ...change, to: value });
    }
    const remarks =
      MACHINE_NAMES.includes(name) && prop.path !== label?.path ? '' : (prop.text('remarks') ?? '');
    if (remarks !== '') props.remarks.push(remarks);
    prop.skip('uuid', 'ns', 'class');
    prop.reportRest(report);
  }
  props.properties = [...others].map(([name, values]) => `${capitaliseName(name)}: ${values.join(', ')}`);
  return props;
}

/** What the properties of a parameter or resource say; it has a name already, so its label is left out, too. */
export function describeProps(owner: SourceObject, report: ReportChange): string[] {
  const { label, properties, remarks } = readProps(owner, report);
  if (label !== null)
    report({
      rule: 'left-out',
      source: `${owner.path}.props`,
      address: null,
      from: `label=${label}`,
      to: null,
      name: 'label',
    });
  return [...properties, ...remarks];
}

/** Keeps the value of a property that the caller shows itself; false for any other. */
function keepValue(
  props: ObjectProps,
  name: string,
  value: string,
  used: 'status' | 'method' | null,
): boolean {
  if (name === 'status' && used === name && value.toLowerCase() === 'withdrawn') props.isWithdrawn = true;
  else if (name === 'method' && used === name && props.method === null) props.method = value;
  else return false;
  return true;
}

/** The label without a class, which people cite; else the first one. Classes are forms such as `zero-padded`. */
function findLabelProp(owner: SourceObject): SourceObject | null {
  const labels = owner.objects('props').filter((prop) => prop.text('name') === 'label');
  return labels.find((prop) => (prop.text('class') ?? '') === '') ?? labels[0] ?? null;
}

/** The label of an object; null when it has none. */
export const findLabel = (owner: SourceObject): string | null => findLabelProp(owner)?.text('value') ?? null;

/** A position in a list, such as `a.`, `1.` or `(a)`, which an address says as well. */
const ENUMERATOR = /^\(?(?:[a-z]{1,2}|\d{1,3}|[ivxlc]{1,6})[.)]{0,2}$/i;

/** Whether a label only says the position of an item. */
export const isEnumerator = (label: string | null): label is string =>
  label !== null && ENUMERATOR.test(label);

/** A number of an outline, such as `2` or `2.1.3`. */
const NUMBER = /^(?:\d{1,4}\.)*(\d{1,4})$/;

/**
 * Gives a node its title as heading, and the number or the label that its label says.
 * @param parentLabel a number that continues it is kept: `1.1` below `1`
 */
export function applyLabel(
  node: SourceNode,
  label: string | null,
  title: string,
  parentLabel: string | null,
): void {
  node.heading = title;
  if (label === null || label === '') return;
  const ordinal = NUMBER.exec(label)?.[1];
  const expected = parentLabel === null ? ordinal : `${parentLabel}.${ordinal}`;
  if (ordinal !== undefined && label === expected) {
    node.sourceNumber = label;
    node.ordinal = Number(ordinal);
  } else {
    node.label = label;
    // Account Management (03.01.01) says more than Account Management.
    if (title !== '' && label.includes(title)) node.heading = label;
  }
}

/** Whether a heading says a label at its beginning, as words of their own: not the 2 of `Layer 2` or of `2nd`. */
export const beginsWithLabel = (heading: string, label: string): boolean =>
  heading.startsWith(label) && /^\p{P}*(?:\s|$)/u.test(heading.slice(label.length));
