/** Loads the manifest of the open draft of a project, for reads that need a draft. */
import { noOpenDraft } from '../../../shared/kernel/errors/errors.ts';
import type { LoadedProject } from '../access/project-role.ts';
import type { Manifest } from '../revisions/manifest.ts';
import type { ProjectRevisions } from '../revisions/repository.ts';

/** @throws NO_OPEN_DRAFT, also when the draft was closed meanwhile */
export async function loadDraftManifest(
  revisions: ProjectRevisions,
  { head }: LoadedProject,
): Promise<Manifest> {
  const draft = await revisions.find(head.draft_revision_id);
  if (!draft) throw noOpenDraft();
  return draft.manifest;
}
