/** Opening and discarding drafts (document 3; decisions P3). */
import type { projectsWriting } from '../../../shared/contracts/projects/writing.ts';
import type { Handlers } from '../../../shared/kernel/implement.ts';
import type { Resources } from '../access/open-project.ts';
import { presentRevision } from '../header/present.ts';
import { newDraft } from '../revisions/new-draft.ts';
import type { Stores } from '../stores.ts';

type Contracts = Pick<typeof projectsWriting, 'projects.draft.create' | 'projects.revert'>;

/** The handlers that open a draft and discard it (P3). */
export const draftActions = ({ drafts, revisions, counters }: Stores): Handlers<Contracts, Resources> => ({
  async 'projects.draft.create'({ id, revision_type, draft_name, draft_summary }, call) {
    const draftId = await counters.next('project_revisions');
    return drafts.open(
      id,
      async (head) => {
        const issued = head.issued_revision_id === null ? null : await revisions.full(head.issued_revision_id);
        if (!issued) throw new Error(`project ${id} has neither a draft nor a published revision`);
        const { revision, manifest } = issued;
        const draft = newDraft(revision, {
          id: draftId,
          after: revision.code,
          by: call.person,
          name: draft_name,
          description: draft_summary,
          revision_type,
        });
        return [draft, manifest];
      },
      (session, opened) =>
        call.conclude(
          session,
          { resource: { type: 'project', id }, details: { revision: { id: draftId } } },
          { project_id: id, revision: presentRevision(opened), draftVersion: opened.version },
        ),
    );
  },

  async 'projects.revert'({ id }, call) {
    return drafts.discard(id, (session, { discarded, current }) =>
      call.conclude(
        session,
        { resource: { type: 'project', id }, details: { revision: { id: discarded }, discarded: true } },
        { project_id: id, discarded_revision_id: discarded, current_revision_id: current },
      ),
    );
  },
});
