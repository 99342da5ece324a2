/**
 * Contracts of the internal actions on the sections of a project, which are its categories (decisions S21). They show
 * a section as a category, and each change takes and returns what its endpoint does.
 */
import {
  adoptedCategory,
  categoryDisposition,
  categoryView,
  deletedCategory,
  mergedCategory,
} from '../category-shapes.ts';
import { internalAction } from '../endpoint.ts';
import type { Permission } from '../permissions.ts';
import * as s from '../schema.ts';

/** A section that was merged or deleted, and the one its standards went to. */
const sectionMove = s.object({ from: s.id, to: s.id });

const sectionName = { ...s.text, trim: true } as const;

/** The section to change, with the versions that the caller allows (X2). */
const changedSection = { project_id: s.id, section_id: s.id, if_match: s.optional(s.list(s.text)) } as const;

/** The standards of the project itself, each with its section; standards knows them. */
const filed_standards = s.list(s.object({ standard_id: s.id, section_id: s.id }));

/** A change of the sections in the open draft. */
const stagedChange = (permission: Permission) =>
  ({
    group: 'categories',
    mutates: true,
    on: { resource: 'project', by: 'project_id', permissions: [permission] },
    needsDraft: 409,
    calledBy: ['standards'],
  }) as const;

export const sectionActionContracts = {
  'projects.sections.list': internalAction({
    group: 'categories',
    mutates: false,
    on: { resource: 'project', by: 'project_id' },
    calledBy: ['standards'],
    summary:
      'The sections (project-scoped categories) of a project as the caller sees them, and where the standards of former ones went; 404 without access to the project',
    params: { project_id: s.id },
    returns: s.object({ sections: s.list(categoryView), moves: s.list(sectionMove) }),
  }),
  'projects.sections.get': internalAction({
    group: 'categories',
    mutates: false,
    calledBy: ['standards'],
    summary:
      'One section by id, with the number of standards filed in it; null when the caller has no access to it',
    params: { section_id: s.id },
    returns: s.object({ section: s.nullable(categoryView), standard_count: s.integer }),
  }),
  'projects.sections.create': internalAction({
    ...stagedChange('category:create'),
    idempotent: true,
    summary:
      'Adds a section to the open draft, with an id allocated by standards, so that category ids are unique across services',
    params: {
      project_id: s.id,
      id: s.id,
      name: sectionName,
      description: s.text,
      parent_id: s.nullable(s.id),
      sort_order: s.integer,
    },
    returns: categoryView,
  }),
  'projects.sections.update': internalAction({
    ...stagedChange('category:update'),
    summary: 'Changes a section in the open draft; omitted members are unchanged',
    params: {
      ...changedSection,
      name: s.optional(sectionName),
      description: s.optional(s.text),
      parent_id: s.optional(s.nullable(s.id)),
      sort_order: s.optional(s.integer),
    },
    returns: categoryView,
  }),
  'projects.sections.merge': internalAction({
    ...stagedChange('category:delete'),
    idempotent: true,
    summary: 'Merges a section into another one in the open draft',
    params: { ...changedSection, intoCategoryId: s.id, filed_standards },
    returns: mergedCategory,
  }),
  'projects.sections.delete': internalAction({
    ...stagedChange('category:delete'),
    summary: 'Deletes a section from the open draft',
    params: { ...changedSection, ...categoryDisposition, filed_standards },
    returns: deletedCategory,
  }),
  'projects.sections.adopt': internalAction({
    group: 'categories',
    mutates: true,
    on: { resource: 'project', by: 'project_id', permissions: ['category:create'] },
    calledBy: ['standards'],
    idempotent: true,
    summary:
      'Adds the sections of a path that the project lacks: at once for everybody, and to the open draft if there is one',
    params: {
      project_id: s.id,
      /** From the top-level section down. */
      path: s.list(s.object({ name: s.text, description: s.text, sort_order: s.integer })),
      /** A new id for each. */
      ids: s.list(s.id),
    },
    returns: adoptedCategory,
  }),
} as const;
