/** Endpoints that create, update, merge and delete a category, and copy one into another scope. */
import {
  adoptedCategory,
  categoryDisposition,
  categoryView,
  deletedCategory,
  mergedCategory,
} from '../category-shapes.ts';
import { subjectType } from '../common-shapes.ts';
import { endpoint } from '../endpoint.ts';
import * as s from '../schema.ts';

const DRAFT_NOTE = 'A section of a project is changed in its open draft, until publish; without one 409.';

export const categoryChangeEndpoints = {
  'categories.create': endpoint({
    http: 'POST /api/categories',
    group: 'categories',
    summary: 'Creates a category',
    description:
      'Global (site:admin), company and personal categories apply at once; a project’s is staged in its open draft until publish. parent_id is a top-level category of the same scope; one of another scope is 400, an unknown one 404. Names are unique among siblings, without regard to letter case.',
    auth: 'key_or_session',
    permissions: ['category:create'],
    mutates: true,
    body: {
      name: s.nameText(300),
      subject_type: subjectType,
      description: { ...s.multilineText, max: 20_000, default: '', optional: true },
      subject_id: s.optional(s.nullable(s.idOf('subject'))),
      parent_id: s.optional(s.nullable(s.idOf('category'))),
      sort_order: { ...s.integer, default: 0, optional: true },
    },
    success: 201,
    returns: categoryView,
    errors: ['SUBJECT_NOT_ALLOWED', 'NAME_TAKEN', 'NO_OPEN_DRAFT', 'PROJECT_ARCHIVED', 'NOT_FOUND'],
    rules: 'R-083 S12 S21 X10 G9 G13',
  }),
  'categories.update': endpoint({
    http: 'PUT /api/categories/:id',
    group: 'categories',
    summary: 'Updates a category',
    description: `Omitted members are unchanged. parentId null makes it top-level; a category with subcategories must be top-level (400). Names are unique among siblings, without regard to letter case. ${DRAFT_NOTE}`,
    auth: 'key_or_session',
    permissions: ['category:update'],
    on: { resource: 'category', by: 'id' },
    mutates: true,
    path: { id: s.idOf('category') },
    body: {
      name: s.optional(s.nameText(300)),
      description: {
        ...s.multilineText,
        max: 20_000,
        optional: true,
        description: 'replaces the whole description',
      },
      parentId: { ...s.optional(s.nullable(s.idOf('category'))), only: 'http' },
      sortOrder: { ...s.optional(s.integer), only: 'http' },
    },
    returns: categoryView,
    errors: ['NAME_TAKEN', 'NO_OPEN_DRAFT', 'PROJECT_ARCHIVED'],
    rules: 'R-083 S12 S21 X10 G9 G13',
  }),
  'categories.merge': endpoint({
    http: 'POST /api/categories/:id/merge',
    group: 'categories',
    summary: 'Merges a category into another one',
    description: `The source is deleted; its standards and subcategories go to intoCategoryId, which is returned. The target is in the same scope (400). A category with subcategories cannot go into a subcategory (400). A name that both have among their subcategories is 409, and nothing changes. ${DRAFT_NOTE}`,
    auth: 'key_or_session',
    permissions: ['category:delete'],
    on: { resource: 'category', by: 'id', byOnReplay: 'intoCategoryId' },
    mutates: true,
    path: { id: s.idOf('category') },
    body: { intoCategoryId: s.idOf('category') },
    returns: mergedCategory,
    errors: ['NAME_TAKEN', 'NO_OPEN_DRAFT', 'PROJECT_ARCHIVED'],
    rules: 'S12 S21 G9 G13',
  }),
  'categories.delete': endpoint({
    http: 'DELETE /api/categories/:id',
    group: 'categories',
    summary: 'Deletes a category',
    description: `Standards filed in it need reassignTo, else 409 with metadata.standardCount. Subcategories need childDisposition, else 400 with requiresChildDisposition and children: reassign files them under childReassignTo, a top-level category; promote makes them top-level; cascade deletes them, and is 409 while one holds standards. Targets are in the same scope (400). This cannot be undone. ${DRAFT_NOTE}`,
    auth: 'key_or_session',
    permissions: ['category:delete'],
    on: { resource: 'category', by: 'id' },
    mutates: true,
    path: { id: s.idOf('category') },
    body: categoryDisposition,
    returns: deletedCategory,
    errors: ['CATEGORY_NOT_EMPTY', 'NAME_TAKEN', 'NO_OPEN_DRAFT', 'PROJECT_ARCHIVED'],
    rules: 'R-185 S12 S21 G7 G9 G13',
  }),
  'categories.adopt': endpoint({
    http: 'POST /api/categories/adopt',
    group: 'categories',
    summary: 'Copies a category and its parent into another scope',
    description:
      'A category of the same name, without regard to letter case, is reused and keeps its description and order: 200 with created false, else 201. A child is looked for only under the reused parent. targetSubjectId defaults to the caller’s own; project needs it. A project needs no open draft: its new section is shown to everybody at once, and is part of the next published revision.',
    auth: 'key_or_session',
    permissions: ['category:create'],
    mutates: true,
    body: {
      sourceCategoryId: s.idOf('category'),
      targetSubjectType: s.oneOf('project', 'company', 'user'),
      targetSubjectId: s.optional(s.idOf('subject')),
    },
    success: 201,
    createdIf: 'created',
    returns: adoptedCategory,
    errors: ['SUBJECT_NOT_ALLOWED', 'PROJECT_ARCHIVED', 'NOT_FOUND'],
    rules: 'S21 X10 G10',
  }),
} as const;
