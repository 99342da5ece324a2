/** What the open draft of a project holds. */
import type { Result } from '../../../shared/contracts/endpoint.ts';
import type { EndpointMap } from '../../../shared/contracts/index.ts';
import { callAsService, type Node } from '../../../shared/kernel/node.ts';
import { openDraftOf, type ProjectAccess } from '../../../shared/kernel/project-access.ts';

export type DraftHolding = Result<EndpointMap['projects.holding']>;
export type ReadDraft = (access: ProjectAccess) => Promise<DraftHolding>;

/**
 * Asked in the service's own name: the kernel has found that the caller may edit this draft, and a key that may need not have been
 * granted the view of it as well.
 */
export const draftReader =
  (node: Node): ReadDraft =>
  (access) =>
    callAsService(node, 'datasheets', 'projects.holding', {
      project_id: access.project_id,
      revision_id: openDraftOf(access),
    });
