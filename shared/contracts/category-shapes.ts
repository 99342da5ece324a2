/**
 * Shapes of categories and of their changes: for the endpoints of standards, and for the internal actions on the
 * sections of a project, which are its categories.
 */
import { childDisposition, subjectType } from './common-shapes.ts';
import * as s from './schema.ts';

export const categoryView = s.named(
  'Category',
  s.object({
    id: s.idOf('category'),
    name: s.text,
    description: s.text,
    subject_type: subjectType,
    subject_id: s.nullable(s.idOf('subject')),
    parent_id: s.nullable(s.idOf('category')),
    sort_order: s.integer,
  }),
);

/** Where the contents of a deleted category go. */
export const categoryDisposition = {
  reassignTo: s.optional(s.idOf('category')),
  childDisposition: s.optional(childDisposition),
  childReassignTo: s.optional(s.idOf('category')),
} as const;

/** What a merge or deletion moved. */
const movedCounts = { movedStandards: s.integer, movedCategories: s.integer } as const;

/** The target of a merge. */
export const mergedCategory = s.named(
  'MergedCategory',
  s.object({ ...categoryView.props, standard_count: s.integer, ...movedCounts }),
);

export const deletedCategory = s.named(
  'DeletedCategory',
  s.object({
    id: s.idOf('category'),
    deleted: s.boolean,
    ...movedCounts,
    deletedCategories: s.integer,
  }),
);

export const adoptedCategory = s.named(
  'AdoptedCategory',
  s.object({ ...categoryView.props, created: s.boolean }),
);

export type CategoryView = s.Infer<typeof categoryView>;
export type MergedCategory = s.Infer<typeof mergedCategory>;
export type DeletedCategory = s.Infer<typeof deletedCategory>;
export type AdoptedCategory = s.Infer<typeof adoptedCategory>;
