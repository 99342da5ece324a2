/**
 * Conversions of an outline without ids: to the body of a save (elements, or markup where the orders of
 * fields are fractions), to an outline with ids, and to the content hash that a standard with it has. Also
 * of an element of a response to one without its id (`toElementContent`).
 */
import { serialiseMarkup } from '../../shared/markup/serialise.ts';
import {
  type ElementContent,
  type FieldContent,
  hashContent,
} from '../../shared/revisioning/content-hash.ts';
import { presentElementBody } from '../../shared/revisioning/element-body.ts';
import type { Outline } from '../../shared/revisioning/outline.ts';
import type { EndpointParams } from '../rest-client/endpoint-requests.ts';

type SaveBody = Pick<
  EndpointParams<'standards.workingCopy.save'>,
  'elements' | 'datasheetElements' | 'markdown'
>;
type SubmittedElement = NonNullable<SaveBody['elements']>[number];

interface OutlineContent {
  elements: readonly ElementContent[];
  fields: readonly FieldContent[];
}

/** An element of a response without its id. */
export const toElementContent = ({
  address,
  toc_content = '',
  content = '',
  attributes,
}: SubmittedElement): ElementContent => ({
  address,
  kind: attributes?.inToc ? 'section' : attributes?.isNote ? 'note' : 'clause',
  toc_content,
  content,
});

/**
 * The body of a save. Elements are sent, because markup is limited to a million characters; the orders of
 * fields, whole numbers there, may be fractions in markup.
 */
export function toSaveBody({ elements, fields }: OutlineContent): SaveBody {
  const isPlain = fields.every(({ order_number }) => order_number === null || Number.isInteger(order_number));
  if (!isPlain) return { markdown: serialiseMarkup({ elements, fields }) };
  return { elements: elements.map(presentElementBody), datasheetElements: [...fields] };
}

/** The content hash that a standard with this outline has (decisions S23). */
export const hashOutline = (content: OutlineContent): string => hashContent(toOutline(content));

/** The outline with ids counted from 1. */
export function toOutline({ elements, fields }: OutlineContent): Outline {
  const idAt = new Map(elements.map(({ address }, index) => [address, index + 1]));
  return {
    elements: elements.map((element, index) => ({ element_id: index + 1, ...element })),
    fields: fields.map(({ element_address, ...field }, index) => ({
      ...field,
      field_id: index + 1,
      element_id: idAt.get(element_address) ?? 0,
    })),
  };
}
