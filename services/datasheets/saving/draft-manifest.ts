/** What the open draft of a project holds. */
import type { ResultOf } from '../../../shared/contracts/endpoint.ts';
import type { EndpointMap } from '../../../shared/contracts/index.ts';
import { hasErrorCode, noOpenDraft } from '../../../shared/kernel/errors/errors.ts';
import { callAsService, type Node } from '../../../shared/kernel/node/node.ts';
import { type ProjectAccess, requireOpenDraft } from '../../../shared/projects/project-access.ts';

export type DraftManifest = ResultOf<EndpointMap['projects.holding']>;
export type LoadDraftManifest = (access: ProjectAccess) => Promise<DraftManifest>;

/**
 * Asked in the service's own name: the kernel has found that the caller may edit this draft, and a key that may need not have been
 * granted the view of it as well.
 * @throws NO_OPEN_DRAFT when the draft was closed meanwhile (X14)
 */
export const draftManifestLoader =
  (node: Node): LoadDraftManifest =>
  async (access) => {
    const asked = { project_id: access.project_id, revision_id: requireOpenDraft(access) };
    const held = await callAsService(node, 'datasheets', 'projects.holding', asked).catch((error: unknown) => {
      // The service sees every revision there is: what is not there was discarded meanwhile.
      throw hasErrorCode(error, 'NOT_FOUND') ? noOpenDraft() : error;
    });
    if (!held.revision?.is_draft) throw noOpenDraft();
    return held;
  };
