/** What the open draft of a project holds. */
import type { Result } from '../../../shared/contracts/endpoint.ts';
import type { EndpointMap } from '../../../shared/contracts/index.ts';
import { hasCode, noOpenDraft } from '../../../shared/kernel/errors.ts';
import { callAsService, type Node } from '../../../shared/kernel/node.ts';
import { openDraftOf, type ProjectAccess } from '../../../shared/kernel/project-access.ts';

export type DraftHolding = Result<EndpointMap['projects.holding']>;
export type ReadDraft = (access: ProjectAccess) => Promise<DraftHolding>;

/**
 * Asked in the service's own name: the kernel has found that the caller may edit this draft, and a key that may need not have been
 * granted the view of it as well.
 * @throws NO_OPEN_DRAFT when the draft was closed meanwhile (X14)
 */
export const draftReader =
  (node: Node): ReadDraft =>
  async (access) => {
    const asked = { project_id: access.project_id, revision_id: openDraftOf(access) };
    const held = await callAsService(node, 'datasheets', 'projects.holding', asked).catch((error: unknown) => {
      // The service sees every revision there is: what is not there was discarded meanwhile.
      throw hasCode(error, 'NOT_FOUND') ? noOpenDraft() : error;
    });
    if (!held.revision?.is_draft) throw noOpenDraft();
    return held;
  };
