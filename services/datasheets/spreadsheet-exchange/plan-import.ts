/**
 * Computes the changes that a row of an imported spreadsheet makes in its datasheet: the cells that differ from the
 * export, checked as a save checks them and merged with what others have saved since. Pure.
 */
import { datasheetEditEndpoints } from '../../../shared/contracts/datasheets/editing.ts';
import type { ErrorDetail } from '../../../shared/kernel/errors/errors.ts';
import { parseMembers } from '../../../shared/kernel/validation/params.ts';
import { BLANK_VALUE, type RecordedValue } from '../../../shared/revisioning/outline/field-value.ts';
import type { StandardDefinition } from '../definition-cache.ts';
import type { DatasheetRevisionHead } from '../model.ts';
import { findFieldState } from '../present.ts';
import { type FieldStates, toRecordedValue } from '../records/recorded-values.ts';
import { parseChange } from '../revising/parse-changes.ts';
import { isFormulaError, isSameCell, parseCell, renderCell } from '../spreadsheets/cell-notation.ts';
import type { ReadCell, ReadRow } from '../spreadsheets/row-layout.ts';

/** A changed field, as a save takes it. */
const CHANGE = datasheetEditEndpoints['datasheets.revise'].body.changes.items;

/** The revision that was exported. */
interface ExportedRevision extends Pick<DatasheetRevisionHead, 'scope'> {
  states: FieldStates;
}

interface RowPlan {
  /** The new states of the changed fields, by field. */
  requested: Map<number, RecordedValue>;
  problems: ErrorDetail[];
}

/** @param names of the datasheet: when it was exported, and today */
export function planRow(
  row: ReadRow,
  base: ExportedRevision,
  definition: StandardDefinition,
  names: readonly string[],
): RowPlan {
  const plan: RowPlan = { requested: new Map(), problems: [] };
  const refuse = ({ path }: ReadCell, message: string): void => void plan.problems.push({ path, message });
  if (row.name && !names.some((name) => isSameCell(name, row.name?.text ?? '')))
    refuse(row.name, `A name is not changed here. Write ${JSON.stringify(names[0] ?? '')} again.`);
  if (row.scope && !isSameCell(base.scope, row.scope.text))
    refuse(row.scope, 'A scope is not changed here. Write it as it was exported.');
  const seen = new Set<number>();
  for (const cell of row.cells) {
    const field = definition.byId.get(cell.fieldId);
    if (field === undefined) {
      if (cell.text !== '') refuse(cell, 'This datasheet has no such field: empty the cell.');
      continue;
    }
    if (seen.has(cell.fieldId)) refuse(cell, 'This field is in the file twice. Delete one of the two.');
    seen.add(cell.fieldId);
    const was = toRecordedValue(findFieldState(base, cell.fieldId) ?? BLANK_VALUE);
    if (isSameCell(renderCell(field, was), cell.text)) continue;
    if (isFormulaError(cell.text)) {
      refuse(cell, `The formula of the cell has no result: ${cell.text}. Write the value itself.`);
      continue;
    }
    const change = parseMembers(CHANGE, { element_id: cell.fieldId, ...parseCell(field, cell.text) });
    if ('problems' in change) {
      for (const { message } of change.problems) refuse(cell, message);
      continue;
    }
    const outcome = parseChange(field, change.members, was);
    if ('state' in outcome) plan.requested.set(cell.fieldId, outcome.state);
    else refuse(cell, outcome.message);
  }
  return plan;
}
