/**
 * Finds the cells of an imported spreadsheet whose fields others have changed since the export, and builds the error
 * that names them.
 */
import { apiError, type ErrorDetail } from '../../../shared/kernel/errors/errors.ts';
import type { Person } from '../../../shared/kernel/service/request-context.ts';
import type { DatasheetPointer } from '../access.ts';
import type { StandardDefinition } from '../definition-cache.ts';
import type { DatasheetRevision } from '../records/repository.ts';
import type { mergeFieldChanges } from '../revising/merge.ts';
import { renderCell } from '../spreadsheets/cell-notation.ts';
import type { ReadRow } from '../spreadsheets/row-layout.ts';

/** A row that changes its datasheet. */
export interface ChangedRow {
  row: ReadRow;
  pointer: DatasheetPointer;
  head: DatasheetRevision;
  base: DatasheetRevision;
  definition: StandardDefinition;
  merge: ReturnType<typeof mergeFieldChanges>;
  by: Person;
  at: Date;
}

const MAX_CONFLICTS = 100;
const MAX_QUOTED = 200;

const quoted = (text: string): string =>
  JSON.stringify(text.length > MAX_QUOTED ? `${text.slice(0, MAX_QUOTED)}…` : text);

/** 409 with every such cell in `errors`, and in `metadata` the first datasheet as for a save of it alone. */
export function cellConflictsError(changed: readonly ChangedRow[]): Error {
  const rows = changed.filter(({ merge }) => merge.conflicts.length > 0);
  const errors = rows.flatMap(({ row, pointer, definition, merge }) =>
    merge.conflicts.map(({ elementId, label, mine, theirs }): ErrorDetail => {
      const field = definition.byId.get(elementId);
      const now = field === undefined ? '' : renderCell(field, theirs);
      const here = field === undefined ? '' : renderCell(field, mine);
      return {
        path: row.cells.find(({ fieldId }) => fieldId === elementId)?.path ?? row.path,
        message: `${quoted(label)} of ${quoted(pointer.name)} is ${quoted(now)} by now, and ${quoted(here)} in the file.`,
      };
    }),
  );
  const [first] = rows;
  return apiError(
    'EDIT_CONFLICT',
    `Somebody else changed ${errors.length} of the changed cells since the export, and nothing was imported. Write the current values into these cells, or export again.`,
    {
      errors: errors.slice(0, MAX_CONFLICTS),
      metadata: {
        reason: 'fields',
        datasheetId: first?.head.datasheet_id,
        currentVersion: first?.head.version,
        editedBy: first?.head.created_by,
        editedAt: first?.head.created_at.toISOString(),
        conflicts: first?.merge.conflicts,
      },
    },
  );
}
