/** The changes of a copy against its source, and the revision that brought each (S20). Pure. */
import { isSameField, isSameWording } from '../../../shared/revisioning/clause.ts';
import { diffOutlines } from '../../../shared/revisioning/diff-outlines.ts';
import type { Element, Field, Outline } from '../../../shared/revisioning/outline.ts';

/** One row, before it is known who brought the change. */
export interface Change {
  change_type: 'INSERT' | 'UPDATE' | 'DELETE' | 'ADDRCHG';
  kind: 'clause' | 'field';
  element_id: number;
  address: string;
  field: Field | null;
  previous: { element: Element; field: Field | null } | null;
  previous_address: string | null;
  /** Whether a revision of the copy has what this row says, so that it or an earlier one brought it. */
  isIn: (revision: OutlineIndex) => boolean;
}

/** An outline by identity. */
export interface OutlineIndex {
  elements: ReadonlyMap<number, Element>;
  fields: ReadonlyMap<number, Field>;
}

export const indexOutline = ({ elements, fields }: Outline): OutlineIndex => ({
  elements: new Map(elements.map((element) => [element.element_id, element])),
  fields: new Map(fields.map((field) => [field.field_id, field])),
});

/** The changes from the source to the copy, clauses first, in outline order. */
export function listChanges(source: Outline, copy: Outline): Change[] {
  const diff = diffOutlines(source, copy);
  const [before, after] = [indexOutline(source), indexOutline(copy)];
  return [
    ...diff.clauses.flatMap(({ before: old, after: now, axes }) =>
      clauseChanges(old, now, axes.includes('place')),
    ),
    ...diff.fields.flatMap((field) => fieldChanges(field.before, field.after, before, after)),
  ];
}

function clauseChanges(old: Element | null, now: Element | null, isMoved: boolean): Change[] {
  const shown = now ?? old;
  if (!shown) return [];
  const row = {
    kind: 'clause' as const,
    element_id: shown.element_id,
    address: shown.address,
    field: null,
    previous: old && { element: old, field: null },
    previous_address: old && now && isMoved ? old.address : null,
  };
  const inRevision = ({ elements }: OutlineIndex) => elements.get(shown.element_id);
  if (!old)
    return [{ ...row, change_type: 'INSERT', isIn: (revision) => inRevision(revision) !== undefined }];
  if (!now)
    return [{ ...row, change_type: 'DELETE', isIn: (revision) => inRevision(revision) === undefined }];
  const changes: Change[] = [];
  if (!isSameWording(old, now)) {
    const isIn = (revision: OutlineIndex) => {
      const element = inRevision(revision);
      return element !== undefined && isSameWording(element, now);
    };
    changes.push({ ...row, change_type: 'UPDATE', isIn });
  }
  if (isMoved) {
    const isIn = (revision: OutlineIndex) => inRevision(revision)?.address === now.address;
    changes.push({ ...row, change_type: 'ADDRCHG', isIn });
  }
  return changes;
}

function fieldChanges(
  old: Field | null,
  now: Field | null,
  before: OutlineIndex,
  after: OutlineIndex,
): Change[] {
  const field = now ?? old;
  if (!field) return [];
  const [wasOn, isOn] = [
    old && before.elements.get(old.element_id),
    now && after.elements.get(now.element_id),
  ];
  const isMoved = wasOn && isOn ? wasOn.element_id !== isOn.element_id : false;
  const row = {
    kind: 'field' as const,
    element_id: field.element_id,
    address: (isOn ?? wasOn)?.address ?? '',
    field,
    previous: old && wasOn ? { element: wasOn, field: old } : null,
    previous_address: isMoved ? (wasOn?.address ?? null) : null,
  };
  const inRevision = ({ fields }: OutlineIndex) => fields.get(field.field_id);
  if (!old)
    return [{ ...row, change_type: 'INSERT', isIn: (revision) => inRevision(revision) !== undefined }];
  if (!now)
    return [{ ...row, change_type: 'DELETE', isIn: (revision) => inRevision(revision) === undefined }];
  const changes: Change[] = [];
  if (!isSameField({ ...old, element_id: now.element_id }, now)) {
    const isIn = (revision: OutlineIndex) => {
      const other = inRevision(revision);
      return other !== undefined && isSameField({ ...other, element_id: now.element_id }, now);
    };
    changes.push({ ...row, change_type: 'UPDATE', isIn });
  }
  if (isMoved) {
    const isIn = (revision: OutlineIndex) => inRevision(revision)?.element_id === now.element_id;
    changes.push({ ...row, change_type: 'ADDRCHG', isIn });
  }
  return changes;
}

/**
 * The revision that brought each change: the first of the last run of revisions that have it.
 * @param revisions of the copy, newest first; the first is the one compared
 */
export async function attributeChanges<R>(
  changes: readonly Change[],
  revisions: readonly R[],
  load: (revision: R) => Promise<OutlineIndex>,
): Promise<Map<Change, R>> {
  const [newest, ...older] = revisions;
  const brought = new Map<Change, R>();
  if (newest === undefined) return brought;
  let open = [...changes];
  for (const change of open) brought.set(change, newest);
  for (const revision of older) {
    if (open.length === 0) break;
    const index = await load(revision);
    open = open.filter((change) => change.isIn(index));
    for (const change of open) brought.set(change, revision);
  }
  return brought;
}
