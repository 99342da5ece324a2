/**
 * Checks of the deletion of a category of standards or of a wiki library, or of a project section: a
 * disposition for its children, and no standard without a new category. Pure.
 */
import type { childDisposition } from '../contracts/common-shapes.ts';
import type { Infer } from '../contracts/schema.ts';
import { apiError } from '../kernel/errors/errors.ts';
import { validationError } from '../kernel/validation/params.ts';

/** New places for the contents of the category. */
export interface DeletionInput<Id = number> {
  /** New category of its standards. */
  reassignTo?: Id | undefined;
  childDisposition?: ChildDisposition | undefined;
  /** The new parent of its children. */
  childReassignTo?: Id | undefined;
}

type ChildDisposition = Infer<typeof childDisposition>;

interface NamedCategory<Id> {
  readonly id: Id;
  readonly name: string;
}

/** @throws VALIDATION_ERROR for `reassign` without `childReassignTo` */
export function assertDispositionComplete({
  childDisposition,
  childReassignTo,
}: DeletionInput<unknown>): void {
  if (childDisposition !== 'reassign' || childReassignTo !== undefined) return;
  throw validationError([
    {
      path: 'childReassignTo',
      message: 'With childDisposition reassign, send the new parent of the subcategories as childReassignTo.',
    },
  ]);
}

/** @throws VALIDATION_ERROR with `requiresChildDisposition` and the children */
export function requireChildDisposition(
  children: readonly NamedCategory<unknown>[],
  disposition: ChildDisposition | undefined,
): void {
  if (disposition !== undefined) return;
  const message = `The category has ${children.length} subcategories. Send childDisposition: reassign, promote or cascade.`;
  throw apiError('VALIDATION_ERROR', message, {
    errors: [{ path: 'childDisposition', message }],
    members: {
      requiresChildDisposition: true,
      children: children.map(({ id, name }) => ({ id, name })),
    },
  });
}

interface Deletion<Id> {
  id: Id;
  reassignTo: Id | undefined;
  /** Children that are deleted with it. */
  children: readonly NamedCategory<Id>[];
}

/** @throws CATEGORY_NOT_EMPTY with the number of standards */
export function assertNothingFiled<Id>(
  { id, reassignTo, children }: Deletion<Id>,
  countStandards: (id: Id) => number,
): void {
  const count = countStandards(id);
  if (count > 0 && reassignTo === undefined) {
    const message = `The category holds ${standardsText(count)}. Send the category they go to as reassignTo.`;
    throw apiError('CATEGORY_NOT_EMPTY', message, { metadata: { standardCount: count } });
  }
  const filled = children
    .map((child) => ({ id: child.id, name: child.name, standard_count: countStandards(child.id) }))
    .filter(({ standard_count }) => standard_count > 0);
  if (filled.length === 0) return;
  const total = filled.reduce((sum, { standard_count }) => sum + standard_count, 0);
  throw apiError(
    'CATEGORY_NOT_EMPTY',
    `The subcategories hold ${standardsText(total)}, so they cannot be deleted with it. Use childDisposition reassign or promote.`,
    { metadata: { standardCount: total, children: filled } },
  );
}

const standardsText = (count: number): string => (count === 1 ? '1 standard' : `${count} standards`);
