/** Saving header fields onto a draft that may have moved on: a three-way merge field by field (document 3; decisions P5, P14). */
import type { Person } from '../../../shared/kernel/service/call.ts';
import { isSameJson } from '../../../shared/revisioning/canonical-json.ts';
import { mergeMembers } from '../../../shared/revisioning/merge-members.ts';
import type { HeaderEdit } from '../revisions/model.ts';
import { HEADER_FIELDS, type HeaderField, type HeaderRecord } from './fields.ts';

type HeaderValue = HeaderRecord[HeaderField];
type HeaderFields = Partial<HeaderRecord>;

export interface HeaderResolution {
  field: string;
  choice: 'mine' | 'theirs';
}

export interface HeaderConflict {
  field: string;
  base: HeaderValue;
  mine: HeaderValue;
  theirs: HeaderValue;
}

export interface HeaderMerge {
  header: HeaderRecord;
  /** Fields whose stored value changes with this save. */
  written: HeaderField[];
  /** Fields somebody changed since the version that was read. */
  theirs: HeaderField[];
  conflicts: HeaderConflict[];
}

const toMap = (header: HeaderFields): Map<string, HeaderValue> => new Map(Object.entries(header));
const isHeaderField = (field: string): field is HeaderField => HEADER_FIELDS.some((known) => known === field);

/**
 * Merges what a caller sends into the current header. A resolution counts only for a field that has not changed since the version
 * whose conflicts were answered (`answeredAt`); without that version nothing is settled.
 */
export function mergeHeader(
  base: HeaderRecord,
  current: HeaderRecord,
  sent: HeaderFields,
  resolutions: readonly HeaderResolution[] = [],
  answeredAt: HeaderRecord | null = null,
): HeaderMerge {
  const choices = new Map(
    resolutions
      .filter(({ field }) => isHeaderField(field) && answeredAt !== null && isSameJson(answeredAt[field], current[field]))
      .map(({ field, choice }) => [field, choice]),
  );
  const { merged, conflicts, theirsChanged } = mergeMembers(toMap(base), toMap(current), toMap({ ...base, ...sent }), choices);
  const header: HeaderRecord = { ...current, ...toHeaderFields(merged) };
  return {
    header,
    written: HEADER_FIELDS.filter((field) => !isSameJson(header[field], current[field])),
    theirs: theirsChanged.filter(isHeaderField),
    conflicts: conflicts.map(({ key, ...sides }) => ({
      field: key,
      base: sides.base ?? null,
      mine: sides.mine ?? null,
      theirs: sides.theirs ?? null,
    })),
  };
}

/** The members of a merge as header fields: they came out of headers, so each still has its field's type. */
function toHeaderFields(merged: ReadonlyMap<string, HeaderValue>): HeaderFields {
  return Object.fromEntries(merged);
}

/** Who gave the fields their present value, after this save. */
export function recordHeaderEdits(
  edits: readonly HeaderEdit[],
  written: readonly HeaderField[],
  by: Person,
  at: Date,
): HeaderEdit[] {
  return [...edits.filter(({ field }) => !written.includes(field)), ...written.map((field) => ({ field, by, at }))];
}

/** Who changed a field last in this draft, as conflicts and merges name them. */
export function findLastEdit(edits: readonly HeaderEdit[], field: string): { editedBy: Person; editedAt: string } | null {
  const edit = edits.find((candidate) => candidate.field === field);
  return edit ? { editedBy: edit.by, editedAt: edit.at.toISOString() } : null;
}
