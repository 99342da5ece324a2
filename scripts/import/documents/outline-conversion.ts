/**
 * Conversions of an outline without ids to the body of a save, and of an element of a response to one without its id.
 */

import type { EndpointParams } from '../../../shared/rest-client/endpoint-types.ts';
import type { ElementContent, OutlineContent } from '../../../shared/revisioning/outline/content-hash.ts';
import { kindOf, presentElementBody } from '../../../shared/revisioning/outline/element-body.ts';
import { labelMember } from '../../../shared/revisioning/outline/outline.ts';

/** Content of a standard: elements and fields, or markdown. */
export type SaveBody = Pick<
  EndpointParams<'standards.workingCopy.save'>,
  'elements' | 'datasheetElements' | 'markdown'
>;
type SubmittedElement = NonNullable<SaveBody['elements']>[number];

/** An element of a response without its id. */
export const toElementContent = ({
  address,
  toc_content = '',
  content = '',
  attributes,
}: SubmittedElement): ElementContent => ({
  address,
  kind: kindOf(attributes),
  toc_content,
  content,
  ...labelMember(attributes?.label),
});

/** The body of a save. Elements are sent, because markup is limited to a million characters. */
export const toSaveBody = ({ elements, fields }: OutlineContent): SaveBody => ({
  elements: elements.map(presentElementBody),
  datasheetElements: [...fields],
});
