/** Three-way merge of header fields into a draft that may have changed, and the last edit of each field. Pure. */
import type { Person } from '../../../shared/kernel/service/request-context.ts';
import { mergeMembers } from '../../../shared/revisioning/merge/merge-members.ts';
import { isSameJson } from '../../../shared/revisioning/outline/canonical-json.ts';
import type { HeaderEdit, HeaderField, HeaderRecord } from '../revisions/model.ts';
import { HEADER_FIELDS } from './fields.ts';

type HeaderValue = HeaderRecord[HeaderField];
type HeaderFields = Partial<HeaderRecord>;

export interface HeaderResolution {
  field: string;
  choice: 'mine' | 'theirs';
}

interface HeaderConflict {
  field: string;
  base: HeaderValue;
  mine: HeaderValue;
  theirs: HeaderValue;
}

interface HeaderMerge {
  header: HeaderRecord;
  /** Fields whose stored value changes with this save. */
  changedFields: HeaderField[];
  /** Fields changed by others since the version that was read. */
  changedByOthers: HeaderField[];
  conflicts: HeaderConflict[];
}

const toMap = (header: HeaderFields): Map<string, HeaderValue> => new Map(Object.entries(header));
const isHeaderField = (field: string): field is HeaderField => HEADER_FIELDS.some((known) => known === field);

/**
 * Merges the fields sent into the current header. A resolution counts only for a field that has not changed
 * since the version whose conflicts it resolves (`headerAtConflict`); without that version none counts.
 */
export function mergeHeader(
  base: HeaderRecord,
  current: HeaderRecord,
  sent: HeaderFields,
  resolutions: readonly HeaderResolution[] = [],
  headerAtConflict: HeaderRecord | null = null,
): HeaderMerge {
  const choices = new Map(
    resolutions
      .filter(
        ({ field }) =>
          isHeaderField(field) &&
          headerAtConflict !== null &&
          isSameJson(headerAtConflict[field], current[field]),
      )
      .map(({ field, choice }) => [field, choice]),
  );
  const { merged, conflicts, theirsChanged } = mergeMembers(
    toMap(base),
    toMap(current),
    toMap({ ...base, ...sent }),
    choices,
  );
  const header: HeaderRecord = { ...current, ...toHeaderFields(merged) };
  return {
    header,
    changedFields: HEADER_FIELDS.filter((field) => !isSameJson(header[field], current[field])),
    changedByOthers: theirsChanged.filter(isHeaderField),
    conflicts: conflicts.map(({ key, ...sides }) => ({
      field: key,
      base: sides.base ?? null,
      mine: sides.mine ?? null,
      theirs: sides.theirs ?? null,
    })),
  };
}

/** The members of a merge as header fields. They are copied from header fields, so their types are right. */
function toHeaderFields(merged: ReadonlyMap<string, HeaderValue>): HeaderFields {
  return Object.fromEntries(merged);
}

/** The last edits of the header fields after this save. */
export function recordHeaderEdits(
  edits: readonly HeaderEdit[],
  changedFields: readonly HeaderField[],
  by: Person,
  at: Date,
): HeaderEdit[] {
  return [
    ...edits.filter(({ field }) => !changedFields.includes(field)),
    ...changedFields.map((field) => ({ field, by, at })),
  ];
}

/** The last edit of a field in this draft, as in conflicts and merges. */
export function findLastEdit(
  edits: readonly HeaderEdit[],
  field: string,
): { editedBy: Person; editedAt: string } | null {
  const edit = edits.find((candidate) => candidate.field === field);
  return edit ? { editedBy: edit.by, editedAt: edit.at.toISOString() } : null;
}
