/** Chooses the revision that an export, a proof or a document shows, by the request and the rights of the caller. */
import { notFound } from '../../../shared/kernel/errors/errors.ts';
import type { RequestContext } from '../../../shared/kernel/service/request-context.ts';
import type { ProjectRevisions, RevisionWithManifest } from '../revisions/repository.ts';
import { findReadableRevision, isAllowedOn } from './load-project.ts';
import type { LoadedProject } from './project-role.ts';

/**
 * The requested revision, else the published one, else the draft: unlike a read it defaults to the published
 * one, also for callers who may view the draft.
 * @throws NOT_FOUND for what the caller may not view
 */
export async function findExportedRevision(
  revisions: ProjectRevisions,
  project: LoadedProject,
  requested: number | undefined,
  ctx: RequestContext,
): Promise<RevisionWithManifest> {
  const { issued_revision_id, draft_revision_id } = project.head;
  const revisionId = requested ?? issued_revision_id ?? draft_revision_id ?? undefined;
  if (revisionId === draft_revision_id && !isAllowedOn(ctx, project)('project:draft:view')) throw notFound();
  const full = await findReadableRevision(revisions, project, revisionId, ctx);
  if (!full) throw notFound();
  return full;
}
