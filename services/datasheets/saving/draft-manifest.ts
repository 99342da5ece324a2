/** Loader of the manifest of a project's open draft, for changes of datasheets. */
import type { ResultOf } from '../../../shared/contracts/endpoint.ts';
import type { EndpointMap } from '../../../shared/contracts/index.ts';
import { hasErrorCode, noOpenDraft } from '../../../shared/kernel/errors/errors.ts';
import { callAsService, type Node } from '../../../shared/kernel/node/node.ts';
import { type ProjectAccess, requireOpenDraft } from '../../../shared/projects/project-access.ts';

export type DraftManifest = ResultOf<EndpointMap['projects.manifest']>;
type LoadDraftManifest = (access: ProjectAccess) => Promise<DraftManifest>;

/**
 * Loads the manifest in the service's own name: the caller may edit this draft, as the kernel has checked,
 * but its key may lack the permission to view it.
 * @throws NO_OPEN_DRAFT when the draft has been closed
 */
export const draftManifestLoader =
  (node: Node): LoadDraftManifest =>
  async (access) => {
    const draft = { project_id: access.project_id, revision_id: requireOpenDraft(access) };
    const manifest = await callAsService(node, 'datasheets', 'projects.manifest', draft).catch(
      (error: unknown) => {
        // The service may view every revision, so a missing one has been discarded.
        throw hasErrorCode(error, 'NOT_FOUND') ? noOpenDraft() : error;
      },
    );
    if (!manifest.revision?.is_draft) throw noOpenDraft();
    return manifest;
  };
