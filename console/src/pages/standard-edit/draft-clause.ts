/** A clause while it is edited, made of a working copy as it was read. Pure. */
import type { EndpointResult } from '../../../../shared/rest-client/endpoint-types.ts';
import { kindOf } from '../../../../shared/revisioning/outline/element-body.ts';
import type { ElementKind } from '../../../../shared/revisioning/outline/outline.ts';

export type WorkingCopy = EndpointResult<'standards.workingCopy.get'>;
export type CopyElement = WorkingCopy['elements'][number];
type CopyField = WorkingCopy['datasheet_elements'][number];

/** The members of a field that an editor may change. */
export type FieldDefinition = Omit<CopyField, 'id' | 'element_id' | 'element_address' | 'starts_deferred'>;

export interface DraftField extends FieldDefinition {
  /** Tells it from others while it is edited. */
  key: string;
  /** Null until it is saved. */
  id: number | null;
}

export interface DraftClause {
  /** Tells it from others while it is edited. */
  key: string;
  /** Null until it is saved. */
  id: number | null;
  depth: number;
  /** Its number in the outline now, and the one that it had before it was moved; null for a new one. */
  address: string;
  was: string | null;
  kind: ElementKind;
  label: string;
  heading: string;
  text: string;
  fields: readonly DraftField[];
  /** Stands for a text that moderation withholds, which can be moved and not edited. */
  seal: string | null;
}

/** The words of a clause. */
export type ClauseWords = Pick<DraftClause, 'kind' | 'label' | 'heading' | 'text'>;

export const keyOfStored = (id: number): string => `c${id}`;

const toDraftField = ({
  element_id: _,
  element_address: __,
  starts_deferred: ___,
  ...field
}: CopyField): DraftField => ({ ...field, key: `f${field.id}` });

/** The clauses of a working copy in their order, each with its fields. */
export function toDraftClauses({ elements, datasheet_elements }: WorkingCopy): DraftClause[] {
  const fieldsOf = Map.groupBy(datasheet_elements, ({ element_id }) => element_id);
  return elements.map((element) => ({
    key: keyOfStored(element.element_id),
    id: element.element_id,
    depth: element.depth,
    address: element.address,
    was: element.address,
    kind: kindOf(element.attributes),
    label: element.attributes.label ?? '',
    heading: element.toc_content,
    text: element.content,
    fields: (fieldsOf.get(element.element_id) ?? []).map(toDraftField),
    seal: element.sealed ? (element.seal_token ?? '') : null,
  }));
}

export const hasSameWords = (a: ClauseWords, b: ClauseWords): boolean =>
  a.text === b.text && a.heading === b.heading && a.label === b.label && a.kind === b.kind;

const isSameField = (a: DraftField, b: DraftField): boolean => JSON.stringify(a) === JSON.stringify(b);

export const hasSameFields = (a: readonly DraftField[], b: readonly DraftField[]): boolean =>
  a === b ||
  (a.length === b.length &&
    a.every((field, at) => {
      const other = b[at];
      return other !== undefined && (field === other || isSameField(field, other));
    }));

/** What was changed since it was read. */
export interface Changes {
  changed: number;
  added: number;
  deleted: number;
  moved: number;
}

/** Counts the changes of a draft. @param base the clauses as they were read, by their keys */
export function countChanges(
  clauses: readonly DraftClause[],
  base: ReadonlyMap<string, DraftClause>,
): Changes {
  const changes: Changes = { changed: 0, added: 0, deleted: 0, moved: 0 };
  let kept = 0;
  for (const clause of clauses) {
    const before = base.get(clause.key);
    if (!before) changes.added += 1;
    else {
      kept += 1;
      if (before === clause) continue;
      if (!hasSameWords(before, clause) || !hasSameFields(before.fields, clause.fields)) changes.changed += 1;
      if (before.address !== clause.address) changes.moved += 1;
    }
  }
  changes.deleted = base.size - kept;
  return changes;
}

export const hasChanges = ({ changed, added, deleted, moved }: Changes): boolean =>
  changed + added + deleted + moved > 0;
