/**
 * Contracts of the internal actions on the sections of a project, which are its categories: list, get,
 * create, update, merge, delete, adopt (decisions S21).
 */
import { childDisposition } from '../common-shapes.ts';
import { internalAction } from '../endpoint.ts';
import { boolean, id, integer, list, nullable, object, optional, text } from '../schema.ts';

export const section = object({
  id,
  project_id: id,
  name: text,
  description: text,
  parent_id: nullable(id),
  sort_order: integer,
});

/** A section that was merged or deleted, and the one its standards went to. */
const sectionMove = object({ from: id, to: id });

/** The standards of the project itself, each with its section; standards knows them. */
const filed_standards = list(object({ standard_id: id, section_id: id }));

const inProject = { project_id: id, section_id: id } as const;

const change = {
  calledBy: ['standards'],
  /** A repeated request has the same `Idempotency-Key`. */
  idempotent: true,
} as const;

export const sectionActionContracts = {
  'projects.sections.list': internalAction({
    calledBy: ['standards'],
    summary:
      'The sections (project-scoped categories) of a project as the caller sees them, and where the standards of former ones went; 404 without access to the project',
    params: { project_id: id },
    returns: object({ sections: list(section), moves: list(sectionMove) }),
  }),
  'projects.sections.get': internalAction({
    calledBy: ['standards'],
    summary:
      'One section by id, with the number of standards filed in it; null when the caller has no access to it',
    params: { section_id: id },
    returns: object({ section: nullable(section), standard_count: integer }),
  }),
  'projects.sections.create': internalAction({
    ...change,
    summary:
      'Adds a section to the open draft, with an id allocated by standards, so that category ids are unique across services',
    params: {
      project_id: id,
      id,
      name: text,
      description: text,
      parent_id: nullable(id),
      sort_order: integer,
    },
    returns: object({ section }),
  }),
  'projects.sections.update': internalAction({
    calledBy: ['standards'],
    summary: 'Changes a section in the open draft; omitted members are unchanged',
    params: {
      ...inProject,
      name: optional(text),
      description: optional(text),
      parent_id: optional(nullable(id)),
      sort_order: optional(integer),
      /** The versions that the caller allows (X2). */
      if_match: optional(list(text)),
    },
    returns: object({ section }),
  }),
  'projects.sections.merge': internalAction({
    ...change,
    summary: 'Merges a section into another one in the open draft',
    params: { ...inProject, into_section_id: id, filed_standards, if_match: optional(list(text)) },
    returns: object({ section, standard_count: integer, moved_standards: integer, moved_sections: integer }),
  }),
  'projects.sections.delete': internalAction({
    calledBy: ['standards'],
    summary: 'Deletes a section from the open draft',
    params: {
      ...inProject,
      reassign_to: optional(id),
      child_disposition: optional(childDisposition),
      child_reassign_to: optional(id),
      filed_standards,
      if_match: optional(list(text)),
    },
    returns: object({ moved_standards: integer, moved_sections: integer, deleted_sections: integer }),
  }),
  'projects.sections.adopt': internalAction({
    ...change,
    summary:
      'Adds the sections of a path that the project lacks: at once for everybody, and to the open draft if there is one',
    params: {
      project_id: id,
      /** From the top-level section down. */
      path: list(object({ name: text, description: text, sort_order: integer })),
      /** A new id for each. */
      ids: list(id),
    },
    returns: object({ section, created: boolean }),
  }),
} as const;
