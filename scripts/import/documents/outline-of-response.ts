/** A working copy or revision, as REST answers it, as an outline with its identities: for `spec` and `import --into`. Pure. */
import type { EndpointResult } from '../../../shared/rest-client/endpoint-types.ts';
import { readFieldValue } from '../../../shared/revisioning/outline/field-value.ts';
import type { Element, Field, Outline } from '../../../shared/revisioning/outline/outline.ts';
import { toElementContent } from './outline-conversion.ts';

type WorkingCopy = EndpointResult<'standards.workingCopy.get'>;

/** What a working copy and a revision have alike. */
interface OutlineView {
  elements: readonly Omit<WorkingCopy['elements'][number], 'editedBy' | 'editedAt'>[];
  datasheet_elements: WorkingCopy['datasheet_elements'];
}

export const toOutline = ({ elements, datasheet_elements }: OutlineView): Outline => ({
  elements: elements.map(
    (element): Element => ({ element_id: element.element_id, ...toElementContent(element) }),
  ),
  fields: datasheet_elements.map(
    ({ id, element_address: _, starts_deferred: __, default_value, ...field }): Field => ({
      ...field,
      field_id: id,
      default_value: readFieldValue(default_value) ?? null,
    }),
  ),
});
