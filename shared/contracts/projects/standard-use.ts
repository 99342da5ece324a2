/**
 * Contracts of two internal actions: whether projects contain a standard, which standards asks before a
 * deletion; and the datasheets of a standard that the caller may read, for the datasheets service.
 */
import { idAndName } from '../common-shapes.ts';
import { internalAction } from '../endpoint.ts';
import { boolean, id, list, object, optional, text } from '../schema.ts';

export const projectStandardUseActions = {
  'projects.standardUse': internalAction({
    calledBy: ['standards'],
    summary:
      'Whether a published revision of any project contains a standard; if none does, whether a draft does, and which of these projects the caller may read. While an import of it is running, the answer is not final',
    params: { standard_id: id },
    returns: object({
      is_being_imported: boolean,
      in_published_revision: boolean,
      in_draft: boolean,
      readable_projects: list(idAndName('project')),
    }),
  }),
  'projects.datasheetsOnStandard': internalAction({
    calledBy: ['datasheets'],
    summary:
      'The datasheets of a standard in the projects, or in one, whose datasheets the caller may read, without archived ones: of the draft for those who may view it, else of the current published revision. 404 without access to the one',
    params: {
      standard_id: id,
      project_id: optional(id),
      /** Excludes those already on this revision of the standard. */
      except_standard_revision_id: optional(id),
    },
    returns: object({
      datasheets: list(object({ project_id: id, datasheet_id: id, name: text, revision_id: id })),
      truncated: boolean,
    }),
  }),
} as const;
