/**
 * Builder of the record of a draft without changes: the first of a new project, or one that is opened later from the
 * published revision. What it pins, its manifest, is stored next to it by the caller.
 */
import type { ProjectRevisionType } from '../../../shared/contracts/projects/vocabulary.ts';
import type { Person } from '../../../shared/kernel/service/request-context.ts';
import { newVersion } from '../../../shared/revisioning/outline/opaque-version.ts';
import { nextProjectRevisionCode } from '../../../shared/revisioning/outline/revision-codes.ts';
import type { ProjectRevisionHead } from './model.ts';

/** The members that a draft copies from the published revision or the new project. */
type NewDraftBase = Pick<
  ProjectRevisionHead,
  'project_id' | 'header' | 'companies' | 'standard_ids' | 'section_ids'
>;

interface NewDraftInput {
  id: number;
  /** The code of the published revision; null when there is none yet. */
  after: string | null;
  by: Person;
  name?: string | undefined;
  description?: string | undefined;
  revision_type?: ProjectRevisionType | undefined;
}

export type NewDraft = ProjectRevisionHead & { version: string };

/** Builds a draft without changes. */
export function newDraft(
  base: NewDraftBase,
  { id, after, by, name, description, revision_type }: NewDraftInput,
): NewDraft {
  const { project_id, header, companies, standard_ids, section_ids } = base;
  return {
    _id: id,
    project_id,
    code: nextProjectRevisionCode(after),
    is_draft: true,
    version: newVersion(),
    sequence: 0,
    name: name?.trim() ?? '',
    description: description ?? '',
    revision_type: revision_type ?? 'other',
    created_at: new Date(),
    created_by: by,
    published_at: null,
    published_by: null,
    content_hash: null,
    header,
    companies,
    header_edits: [],
    standard_ids,
    section_ids,
  };
}
