/**
 * Contracts of the internal actions on the sections of a project, which are its categories: list, get,
 * create, update, merge, delete, adopt (decisions S21).
 */
import { childDisposition } from '../common-shapes.ts';
import { internalAction } from '../endpoint.ts';
import * as s from '../schema.ts';

export const section = s.object({
  id: s.id,
  project_id: s.id,
  name: s.text,
  description: s.text,
  parent_id: s.nullable(s.id),
  sort_order: s.integer,
});

/** A section that was merged or deleted, and the one its standards went to. */
const sectionMove = s.object({ from: s.id, to: s.id });

/** The standards of the project itself, each with its section; standards knows them. */
const filed_standards = s.list(s.object({ standard_id: s.id, section_id: s.id }));

const inProject = { project_id: s.id, section_id: s.id } as const;

const change = {
  calledBy: ['standards'],
  /** A repeated request has the same `Idempotency-Key`. */
  idempotent: true,
} as const;

export const sectionActionContracts = {
  'projects.sections.list': internalAction({
    group: 'categories',
    mutates: false,
    on: { resource: 'project', by: 'project_id' },
    calledBy: ['standards'],
    summary:
      'The sections (project-scoped categories) of a project as the caller sees them, and where the standards of former ones went; 404 without access to the project',
    params: { project_id: s.id },
    returns: s.object({ sections: s.list(section), moves: s.list(sectionMove) }),
  }),
  'projects.sections.get': internalAction({
    group: 'categories',
    mutates: false,
    calledBy: ['standards'],
    summary:
      'One section by id, with the number of standards filed in it; null when the caller has no access to it',
    params: { section_id: s.id },
    returns: s.object({ section: s.nullable(section), standard_count: s.integer }),
  }),
  'projects.sections.create': internalAction({
    group: 'categories',
    mutates: true,
    on: { resource: 'project', by: 'project_id', permissions: ['category:create'] },
    needsDraft: 409,
    ...change,
    summary:
      'Adds a section to the open draft, with an id allocated by standards, so that category ids are unique across services',
    params: {
      project_id: s.id,
      id: s.id,
      name: s.text,
      description: s.text,
      parent_id: s.nullable(s.id),
      sort_order: s.integer,
    },
    returns: s.object({ section }),
  }),
  'projects.sections.update': internalAction({
    group: 'categories',
    mutates: true,
    on: { resource: 'project', by: 'project_id', permissions: ['category:update'] },
    needsDraft: 409,
    calledBy: ['standards'],
    summary: 'Changes a section in the open draft; omitted members are unchanged',
    params: {
      ...inProject,
      name: s.optional(s.text),
      description: s.optional(s.text),
      parent_id: s.optional(s.nullable(s.id)),
      sort_order: s.optional(s.integer),
      /** The versions that the caller allows (X2). */
      if_match: s.optional(s.list(s.text)),
    },
    returns: s.object({ section }),
  }),
  'projects.sections.merge': internalAction({
    group: 'categories',
    mutates: true,
    on: { resource: 'project', by: 'project_id', permissions: ['category:delete'] },
    needsDraft: 409,
    ...change,
    summary: 'Merges a section into another one in the open draft',
    params: { ...inProject, into_section_id: s.id, filed_standards, if_match: s.optional(s.list(s.text)) },
    returns: s.object({
      section,
      standard_count: s.integer,
      moved_standards: s.integer,
      moved_sections: s.integer,
    }),
  }),
  'projects.sections.delete': internalAction({
    group: 'categories',
    mutates: true,
    on: { resource: 'project', by: 'project_id', permissions: ['category:delete'] },
    needsDraft: 409,
    calledBy: ['standards'],
    summary: 'Deletes a section from the open draft',
    params: {
      ...inProject,
      reassign_to: s.optional(s.id),
      child_disposition: s.optional(childDisposition),
      child_reassign_to: s.optional(s.id),
      filed_standards,
      if_match: s.optional(s.list(s.text)),
    },
    returns: s.object({ moved_standards: s.integer, moved_sections: s.integer, deleted_sections: s.integer }),
  }),
  'projects.sections.adopt': internalAction({
    group: 'categories',
    mutates: true,
    on: { resource: 'project', by: 'project_id', permissions: ['category:create'] },
    ...change,
    summary:
      'Adds the sections of a path that the project lacks: at once for everybody, and to the open draft if there is one',
    params: {
      project_id: s.id,
      /** From the top-level section down. */
      path: s.list(s.object({ name: s.text, description: s.text, sort_order: s.integer })),
      /** A new id for each. */
      ids: s.list(s.id),
    },
    returns: s.object({ section, created: s.boolean }),
  }),
} as const;
