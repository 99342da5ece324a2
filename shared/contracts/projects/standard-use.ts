/**
 * Contracts of two internal actions: whether projects contain a standard, which standards asks before a
 * deletion; and the datasheets of a standard that the caller may read, for the datasheets service.
 */
import { idAndName } from '../common-shapes.ts';
import { internalAction } from '../endpoint.ts';
import * as s from '../schema.ts';

export const projectStandardUseActions = {
  'projects.standardUse': internalAction({
    group: 'projects',
    mutates: false,
    calledBy: ['standards'],
    summary:
      'Whether a published revision of any project contains a standard; if none does, whether a draft does, and which of these projects the caller may read. While an import of it is running, the answer is not final',
    params: { standard_id: s.id },
    returns: s.object({
      is_being_imported: s.boolean,
      in_published_revision: s.boolean,
      in_draft: s.boolean,
      readable_projects: s.list(idAndName('project')),
    }),
  }),
  'projects.datasheetsOnStandard': internalAction({
    group: 'projects',
    mutates: false,
    calledBy: ['datasheets'],
    summary:
      'The datasheets of a standard in the projects, or in one, whose datasheets the caller may read, without archived ones: of the draft for those who may view it, else of the current published revision. 404 without access to the one',
    params: {
      standard_id: s.id,
      project_id: s.optional(s.id),
      /** Excludes those already on this revision of the standard. */
      except_standard_revision_id: s.optional(s.id),
    },
    returns: s.object({
      datasheets: s.list(s.object({ project_id: s.id, datasheet_id: s.id, name: s.text, revision_id: s.id })),
      truncated: s.boolean,
    }),
  }),
} as const;
