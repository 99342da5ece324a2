/**
 * Label, status and method of an OSCAL object from its `props` (others are reported as left out), and the
 * number or heading that a label gives a node (`applyLabel`).
 */
import type { ReportChange } from '../import-change.ts';
import type { SourceObject } from '../source-object.ts';
import type { SourceNode } from '../source-outline.ts';

interface ObjectProps {
  /** The first label, such as `AC-1`, `1.1.2` or `a.`; null when there is none. */
  label: string | null;
  isWithdrawn: boolean;
  /** The method of an assessment, such as `EXAMINE`. */
  method: string | null;
  /** Prose about these properties: some catalogues describe a whole group in the remarks on its label. */
  remarks: string[];
}

/**
 * Reads the properties of a group, control or part; those without a place in a standard are reported.
 * @param used what the caller shows besides the label
 */
export function readProps(
  owner: SourceObject,
  report: ReportChange,
  used: 'status' | 'method' | null = null,
): ObjectProps {
  const props: ObjectProps = { label: null, isWithdrawn: false, method: null, remarks: [] };
  for (const prop of owner.objects('props')) {
    const name = prop.text('name') ?? '';
    const value = prop.text('value') ?? '';
    if (keepValue(props, name, value, used)) {
      const remarks = prop.text('remarks') ?? '';
      if (remarks !== '') props.remarks.push(remarks);
    } else report({ rule: 'left-out', source: prop.path, address: null, from: `${name}=${value}`, to: null });
    prop.skip('uuid', 'ns', 'class');
    prop.reportRest(report);
  }
  return props;
}

/** Keeps the value of a property that a standard has a place for; false for any other. */
function keepValue(
  props: ObjectProps,
  name: string,
  value: string,
  used: 'status' | 'method' | null,
): boolean {
  if (name === 'label' && props.label === null) props.label = value;
  else if (name === 'status' && used === name && value.toLowerCase() === 'withdrawn')
    props.isWithdrawn = true;
  else if (name === 'method' && used === name && props.method === null) props.method = value;
  else return false;
  return true;
}

/** The first label of an object; null when it has none. */
export const findLabel = (owner: SourceObject): string | null =>
  owner
    .objects('props')
    .find((prop) => prop.text('name') === 'label')
    ?.text('value') ?? null;

/** A position in a list, such as `a.`, `1.` or `(a)`, which an address says as well. */
const ENUMERATOR = /^\(?(?:[a-z]{1,2}|\d{1,3}|[ivxlc]{1,6})[.)]{0,2}$/i;

/** Whether a label only says the position of an item. */
export const isEnumerator = (label: string | null): label is string =>
  label !== null && ENUMERATOR.test(label);

/** A number of an outline, such as `2` or `2.1.3`. */
const NUMBER = /^(?:\d{1,4}\.)*(\d{1,4})$/;

/**
 * Gives a node the number or the heading that its label says.
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
    node.designation = label;
    node.ordinal = Number(ordinal);
  } else if (title === '' || label.includes(title)) node.heading = label;
  else if (!beginsWithLabel(title, label)) node.heading = `${label} ${title}`;
}

/** Whether a heading says a label at its beginning, as words of their own: not the 2 of `Layer 2` or of `2nd`. */
export const beginsWithLabel = (heading: string, label: string): boolean =>
  heading.startsWith(label) && /^\p{P}*(?:\s|$)/u.test(heading.slice(label.length));
