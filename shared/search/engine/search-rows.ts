/** Search rows of one document: one for each clause that is not withheld, and for each field. Pure. */
import type { elementView, fieldView } from '../../contracts/common-shapes.ts';
import type { Infer } from '../../contracts/schema.ts';

type ElementView = Infer<typeof elementView>;
type FieldDefinitionView = Infer<typeof fieldView>;

/** A row of the index. */
export interface SearchRow {
  kind: 'clause' | 'field';
  /** The headings above it. */
  path: string;
  /** Its printed number and its own heading, or the label of the field. */
  heading: string;
  content: string;
  /** The clause, or that of the field, without its text. */
  element: Omit<ElementView, 'content'>;
  field: { id: number; label: string } | null;
}

/** Characters of a heading in the paths of the rows below it: every row has the headings of all above it. */
const MAX_PATH_HEADING = 300;

/**
 * The rows of clauses and fields, as presented to readers, in the order of the outline. A withheld clause
 * has no row, and its heading is in no path; its fields have rows.
 */
export function toSearchRows(
  elements: readonly ElementView[],
  fields: readonly FieldDefinitionView[],
  withheld: ReadonlySet<number>,
): SearchRow[] {
  const fieldsOf = Map.groupBy(fields, ({ element_id }) => element_id);
  const headings = new Map<string, string>();
  return elements.flatMap(({ content, ...element }) => {
    const isWithheld = withheld.has(element.element_id);
    const heading = isWithheld ? '' : element.toc_content;
    const pathHeading = heading.slice(0, MAX_PATH_HEADING);
    headings.set(element.address, pathHeading);
    const path = pathAbove(element.address, headings);
    const clause: SearchRow = {
      kind: 'clause',
      path,
      heading: joinTexts([element.attributes.label ?? '', heading]),
      content,
      element,
      field: null,
    };
    const fieldRows = (fieldsOf.get(element.element_id) ?? []).map((field): SearchRow => {
      const { id, label } = field;
      const fieldPath = joinTexts([path, pathHeading]);
      return {
        kind: 'field',
        path: fieldPath,
        heading: label,
        content: describeField(field),
        element,
        field: { id, label },
      };
    });
    return [...(isWithheld ? [] : [clause]), ...fieldRows];
  });
}

function pathAbove(address: string, headings: ReadonlyMap<string, string>): string {
  const levels = address.split('.');
  return joinTexts(levels.slice(1).map((_, at) => headings.get(levels.slice(0, at + 1).join('.')) ?? ''));
}

/** Options, default and unit of a field. */
const describeField = ({ options, default_value, unit }: FieldDefinitionView): string =>
  joinTexts([...options, ...[default_value ?? ''].flat().map(String), unit ?? '']);

const joinTexts = (texts: readonly string[]): string => texts.filter((text) => text !== '').join(' ');
