/**
 * Views of a datasheet, verbose or compact, with or without its comments, and of a row of its revision
 * history. Also the state of a field, blank where none is recorded.
 */
import type { datasheetRevisionRow, datasheetView } from '../../shared/contracts/datasheets/shapes.ts';
import type { ResultOf } from '../../shared/contracts/endpoint.ts';
import type { commentInternalActions } from '../../shared/contracts/projects/comments.ts';
import type { Infer } from '../../shared/contracts/schema.ts';
import { type FieldFilling, fillingOf } from '../../shared/revisioning/outline/field-filling.ts';
import { BLANK_VALUE, isBlankValue } from '../../shared/revisioning/outline/field-value.ts';
import type { AddressedField } from '../../shared/revisioning/upgrade/plan-upgrade.ts';
import type { StandardDefinition } from './definition-cache.ts';
import type { DatasheetRecord, DatasheetRevisionHead } from './model.ts';
import { type PrintedNumbers, printedNumberMember } from './printed-numbers.ts';
import type { FieldState } from './records/recorded-values.ts';
import type { DatasheetRevision } from './records/repository.ts';

export type PresentedDatasheet = Infer<typeof datasheetView>;
type DatasheetRevisionRow = Infer<typeof datasheetRevisionRow>;
type PresentedElement = PresentedDatasheet['elements'][number];

/** A row of the revision history. */
export function presentDatasheetRevision(head: DatasheetRevisionHead): DatasheetRevisionRow {
  return {
    id: head._id,
    code: head.code,
    severity: head.severity,
    summary: head.summary,
    status: head.status,
    standard_revision: { id: head.standard_revision_id, code: head.standard_revision_code },
    created_by: head.created_by,
    created_at: head.created_at.toISOString(),
  };
}

export interface DatasheetFormat {
  format: 'verbose' | 'compact';
  include: ReadonlySet<string>;
}

/** The comments of the project on the fields of a datasheet, newest first. */
export type CommentThread = ResultOf<(typeof commentInternalActions)['projects.datasheetComments']>;

export const EMPTY_THREAD: CommentThread = { comments: [], truncated: false };

/** Whether a read shows the thread: always in verbose, in compact with `include=comments`. */
export const showsThread = ({ format, include }: DatasheetFormat): boolean =>
  format === 'verbose' || include.has('comments');

export const VERBOSE_FORMAT: DatasheetFormat = { format: 'verbose', include: new Set() };

interface PresentDatasheetInput {
  record: DatasheetRecord;
  revision: DatasheetRevision;
  definition: StandardDefinition;
  numbers: PrintedNumbers;
  /** The name in the project revision, or the sealed name for a revision read by id. */
  name: string;
  /** The standard revision that the project pins; null when the project no longer contains the standard. */
  pinnedRevisionId: number | null;
  format: DatasheetFormat;
  /** The thread on its fields; null where it is not shown. */
  thread: CommentThread | null;
}

/** A datasheet with its elements in outline order. */
export function presentDatasheet({
  record,
  revision,
  definition,
  numbers,
  name,
  pinnedRevisionId,
  format,
  thread,
}: PresentDatasheetInput): PresentedDatasheet {
  const isVerbose = format.format === 'verbose';
  const isCurrent = pinnedRevisionId === null || pinnedRevisionId === revision.standard_revision_id;
  const presentElement = isVerbose ? presentVerbose : presentCompact;
  return {
    id: record._id,
    name,
    standard_id: record.standard_id,
    project_id: record.project_id,
    scope: revision.scope,
    version: revision.version,
    upgrade_status: isCurrent ? 'current' : 'needs_upgrade',
    values_summary: summarise(definition.fields.map(({ field_id }) => findFieldState(revision, field_id))),
    content_hash: revision.content_hash,
    revision: presentDatasheetRevision(revision),
    elements: definition.fields.map((field) =>
      presentElement(field, findFieldState(revision, field.field_id), numbers),
    ),
    ...(thread ? { comments: thread.comments } : {}),
    ...(thread?.truncated ? { comments_truncated: true } : {}),
    ...(format.include.has('template') ? { template: [...definition.presentedFields] } : {}),
  };
}

function summarise(states: readonly FieldState[]): PresentedDatasheet['values_summary'] {
  const fillings = states.map((state) => fillingOf(state, state.edited_by !== null));
  const count = (filling: FieldFilling): number => fillings.filter((one) => one === filling).length;
  return {
    total_fields: states.length,
    fields_with_user_value: states.filter(({ value }) => !isBlankValue(value)).length,
    fields_filled_in: count('filled_in'),
    fields_default: count('default'),
    fields_empty: count('empty'),
  };
}

/** The state of a field; blank when the revision does not record it. */
export const findFieldState = ({ states }: Pick<DatasheetRevision, 'states'>, fieldId: number): FieldState =>
  states.get(fieldId) ?? { ...BLANK_VALUE, field_id: fieldId, edited_by: null, edited_at: null };

const presentCompact = (
  field: AddressedField,
  { value }: FieldState,
  numbers: PrintedNumbers,
): PresentedElement => ({
  id: field.field_id,
  address: field.address,
  ...printedNumberMember(numbers, field),
  label: field.label,
  user_value: value,
});

function presentVerbose(field: AddressedField, state: FieldState, numbers: PrintedNumbers): PresentedElement {
  return {
    ...presentCompact(field, state, numbers),
    unit: field.unit,
    drawing_ref: field.drawing_ref,
    drawing_ref_locator: field.drawing_ref_locator,
    starting_disposition: field.starting_disposition,
    starts_deferred: field.starting_disposition === 'per_drawings',
    default_value: field.default_value,
    disposition: state.disposition,
    disposition_note: state.disposition_note,
    editedBy: state.edited_by,
    editedAt: state.edited_at,
  };
}
