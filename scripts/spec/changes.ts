/**
 * Lists the changes between two outlines and writes them as commands show them: clauses and fields with what differs
 * in them, word by word.
 */
import { writeLabel } from '../../shared/markup/element-label.ts';
import { diffOutlines } from '../../shared/revisioning/compare/diff-outlines.ts';
import { fieldContent } from '../../shared/revisioning/outline/content-hash.ts';
import type { Element, Field, Outline } from '../../shared/revisioning/outline/outline.ts';
import { diffWords } from '../../shared/text/word-diff.ts';
import { formatCount } from '../console/progress.ts';

type ChangeKind = 'added' | 'removed' | 'changed' | 'moved';

/** A change of a clause or of a field; places are null where it is not. */
export interface Change {
  change: ChangeKind;
  what: 'clause' | 'field';
  from: string | null;
  to: string | null;
  /** The label of a field. */
  label?: string;
  before: string | null;
  after: string | null;
}

const textOf = (element: Element | null): string | null =>
  element &&
  [writeLabel(element.label).trim(), element.toc_content, element.content]
    .filter((part) => part !== '')
    .join('\n');

/** The definition of a field as lines, one for each member that says something. */
function definitionOf(field: Field | null): string | null {
  if (!field) return null;
  const { element_address: _, label: __, ...members } = fieldContent(field, '');
  return Object.entries(members)
    .filter(([, value]) => value !== null && value !== false && !(Array.isArray(value) && value.length === 0))
    .map(([name, value]) => `${name}: ${Array.isArray(value) ? value.join(', ') : value}`)
    .join('\n');
}

/** The changes from one outline to another, matched by identity. */
export function listChanges(from: Outline, to: Outline): Change[] {
  const { clauses, fields } = diffOutlines(from, to);
  const [before, after] = [from, to].map(
    ({ elements }) => new Map(elements.map(({ element_id, address }) => [element_id, address])),
  );
  return [
    ...clauses.map(
      (row): Change => ({
        change: row.change,
        what: 'clause',
        from: row.before?.address ?? null,
        to: row.after?.address ?? null,
        before: textOf(row.before),
        after: textOf(row.after),
      }),
    ),
    ...fields.map(
      (row): Change => ({
        change: row.change,
        what: 'field',
        from: row.before && (before?.get(row.before.element_id) ?? null),
        to: row.after && (after?.get(row.after.element_id) ?? null),
        label: (row.after ?? row.before)?.label ?? '',
        before: definitionOf(row.before),
        after: definitionOf(row.after),
      }),
    ),
  ];
}

const MARKS: Readonly<Record<ChangeKind, string>> = { added: '+', removed: '-', changed: '~', moved: '>' };

/** One line for a change. */
function titleOf({ change, what, from, to, label }: Change): string {
  const place = from !== null && to !== null && from !== to ? `${from} → ${to}` : (to ?? from ?? '');
  return `${MARKS[change]} ${place}${what === 'field' ? ` field ${label}` : ''} ${change}`;
}

/** A change in lines, with `[-…-]` around removed words and `{+…+}` around added ones. */
export function describeChange(change: Change): string[] {
  const { before, after } = change;
  if (change.change === 'moved') return [titleOf(change)];
  const text =
    before !== null && after !== null
      ? diffWords(before, after)
          .map(({ type, text: run }) =>
            type === 'unchanged' ? run : type === 'removed' ? `[-${run}-]` : `{+${run}+}`,
          )
          .join('')
      : (after ?? before ?? '');
  return [titleOf(change), ...(text === '' ? [] : text.split('\n').map((line) => `    ${line}`))];
}

/** `2 clauses changed, 1 clause added`; null without changes. */
export function countChanges(changes: readonly Change[]): string | null {
  const groups = Map.groupBy(changes, ({ what, change }) => `${what} ${change}`);
  const parts = [...groups].map(([key, { length }]) => {
    const [what = '', change = ''] = key.split(' ');
    return `${formatCount(length, what)} ${change}`;
  });
  return parts.length === 0 ? null : parts.join(', ');
}
