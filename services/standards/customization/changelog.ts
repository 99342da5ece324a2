/**
 * Rows of a changelog: the changes of a copy against its source (`listChanges`), and the revision that
 * introduced each (`attributeChanges`). The caller loads the outlines.
 */

import { diffOutlines } from '../../../shared/revisioning/compare/diff-outlines.ts';
import { isSameField, isSameWording } from '../../../shared/revisioning/outline/clause.ts';
import type { Element, Field, Outline } from '../../../shared/revisioning/outline/outline.ts';

/** One row, without the revision that introduced the change. */
export interface Change {
  change_type: 'INSERT' | 'UPDATE' | 'DELETE' | 'ADDRCHG';
  kind: 'clause' | 'field';
  element_id: number;
  address: string;
  field: Field | null;
  previous: { element: Element; field: Field | null } | null;
  previous_address: string | null;
  /** Whether a revision of the copy contains this change, so that it or an earlier one introduced it. */
  isIn: (revision: OutlineIndex) => boolean;
}

/** An outline by identity. */
interface OutlineIndex {
  elements: ReadonlyMap<number, Element>;
  fields: ReadonlyMap<number, Field>;
}

/** The elements and fields of an outline by their identities. */
export const indexOutline = ({ elements, fields }: Outline): OutlineIndex => ({
  elements: new Map(elements.map((element) => [element.element_id, element])),
  fields: new Map(fields.map((field) => [field.field_id, field])),
});

/** The changes from the source to the copy, clauses first, in outline order. */
export function listChanges(source: Outline, copy: Outline): Change[] {
  const diff = diffOutlines(source, copy);
  const [before, after] = [indexOutline(source), indexOutline(copy)];
  return [
    ...diff.clauses.flatMap((clause) => clauseChanges(clause.before, clause.after)),
    ...diff.fields.flatMap((field) => fieldChanges(field.before, field.after, before, after)),
  ];
}

type ChangeRow = Omit<Change, 'change_type' | 'isIn' | 'previous_address'>;

/** The old and new state of a clause or field, and the comparison of its states. */
interface States<T> {
  old: T | null;
  now: T | null;
  find: (revision: OutlineIndex) => T | undefined;
  /** In everything but the place. */
  isSame: (left: T, right: T) => boolean;
  isSamePlace: (left: T, right: T) => boolean;
  addressOf: (state: T) => string | null;
}

/** The rows of one clause or field: added, removed, or changed and moved as separate rows. */
function rowsOf<T>(row: ChangeRow, { old, now, find, isSame, isSamePlace, addressOf }: States<T>): Change[] {
  const rowFor = (change_type: Change['change_type'], isIn: (state: T | undefined) => boolean): Change => ({
    ...row,
    change_type,
    previous_address: old && now && !isSamePlace(old, now) ? addressOf(old) : null,
    isIn: (revision) => isIn(find(revision)),
  });
  if (!old) return [rowFor('INSERT', (state) => state !== undefined)];
  if (!now) return [rowFor('DELETE', (state) => state === undefined)];
  const changes: Change[] = [];
  if (!isSame(old, now)) changes.push(rowFor('UPDATE', (state) => state !== undefined && isSame(state, now)));
  if (!isSamePlace(old, now))
    changes.push(rowFor('ADDRCHG', (state) => state !== undefined && isSamePlace(state, now)));
  return changes;
}

function clauseChanges(old: Element | null, now: Element | null): Change[] {
  const shown = now ?? old;
  if (!shown) return [];
  const { element_id, address } = shown;
  const previous = old && { element: old, field: null };
  return rowsOf(
    { kind: 'clause', element_id, address, field: null, previous },
    {
      old,
      now,
      find: ({ elements }) => elements.get(element_id),
      isSame: isSameWording,
      isSamePlace: (left, right) => left.address === right.address,
      addressOf: (element) => element.address,
    },
  );
}

function fieldChanges(
  old: Field | null,
  now: Field | null,
  before: OutlineIndex,
  after: OutlineIndex,
): Change[] {
  const field = now ?? old;
  if (!field) return [];
  const oldElement = old && before.elements.get(old.element_id);
  const newElement = now && after.elements.get(now.element_id);
  const address = (newElement ?? oldElement)?.address ?? '';
  const previous = old && oldElement ? { element: oldElement, field: old } : null;
  return rowsOf(
    { kind: 'field', element_id: field.element_id, address, field, previous },
    {
      old,
      now,
      find: ({ fields }) => fields.get(field.field_id),
      isSame: (left, right) => isSameField({ ...left, element_id: right.element_id }, right),
      isSamePlace: (left, right) => left.element_id === right.element_id,
      addressOf: () => oldElement?.address ?? null,
    },
  );
}

/** A revision of a copy, and the revision of its source that it followed where that is not the one compared. */
interface FollowingRevision {
  copy: OutlineIndex;
  source: OutlineIndex | null;
}

/**
 * The revision that introduced each change: the first of the last run of revisions that have it. Text
 * that a revision had from its source at the time does not count as a change.
 * @param revisions of the copy, newest first; the first is the one compared
 */
export async function attributeChanges<R>(
  changes: readonly Change[],
  revisions: readonly R[],
  load: (revision: R) => Promise<FollowingRevision>,
): Promise<Map<Change, R>> {
  const [newest, ...older] = revisions;
  const introduced = new Map<Change, R>();
  if (newest === undefined) return introduced;
  let remaining = [...changes];
  for (const change of remaining) introduced.set(change, newest);
  for (const revision of older) {
    if (remaining.length === 0) break;
    const { copy, source } = await load(revision);
    remaining = remaining.filter(({ isIn }) => isIn(copy) && !(source && isIn(source)));
    for (const change of remaining) introduced.set(change, revision);
  }
  return introduced;
}
