/** View of a project revision without its manifest. */
import type { projectRevisionView } from '../../../shared/contracts/projects/shapes.ts';
import type { Infer } from '../../../shared/contracts/schema.ts';
import type { ProjectRevisionHead } from './model.ts';

/** A revision without its manifest. */
export function presentProjectRevision(revision: ProjectRevisionHead): Infer<typeof projectRevisionView> {
  return {
    id: revision._id,
    code: revision.code,
    is_draft: revision.is_draft,
    name: revision.name,
    description: revision.description,
    revision_type: revision.revision_type,
    created_at: revision.created_at.toISOString(),
    created_by: revision.created_by,
    published_at: revision.published_at?.toISOString() ?? null,
    published_by: revision.published_by,
    content_hash: revision.content_hash,
    ...(revision.acknowledged ? { acknowledged: revision.acknowledged } : {}),
  };
}
