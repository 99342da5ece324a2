/**
 * Handlers that open a draft from the published revision, and discard it. A discard queues the removal of the files
 * that were uploaded to the draft.
 */
import type { projectLifecycleEndpoints } from '../../../shared/contracts/projects/lifecycle.ts';
import type { Handlers } from '../../../shared/kernel/service/handlers.ts';
import type { ProjectsResources } from '../access/load-project.ts';
import { removalOfDraftFiles } from '../drafts/file-removal-job.ts';
import type { ProjectsService } from '../open-projects.ts';
import { newDraft } from '../revisions/new-draft.ts';
import { presentProjectRevision } from '../revisions/present.ts';
import { withAdoptedSections, withoutDeletedFiles } from '../revisions/unpublished-changes.ts';

type Contracts = Pick<typeof projectLifecycleEndpoints, 'projects.draft.create' | 'projects.revert'>;

export const draftActions = ({
  drafts,
  jobs,
  revisions,
}: ProjectsService): Handlers<Contracts, ProjectsResources> => ({
  async 'projects.draft.create'({ id, revision_type, draft_name, draft_summary }, ctx) {
    const draftId = await revisions.nextId();
    return drafts.open(
      id,
      ctx,
      async (head) => {
        const issued = await revisions.find(head.issued_revision_id);
        if (!issued) throw new Error(`project ${id} has neither a draft nor a published revision`);
        const { revision } = issued;
        const manifest = withoutDeletedFiles(withAdoptedSections(issued.manifest, head), head);
        const section_ids = manifest.sections.map((section) => section.id);
        const draft = newDraft(
          { ...revision, section_ids },
          {
            id: draftId,
            after: revision.code,
            by: ctx.person,
            name: draft_name,
            description: draft_summary,
            revision_type,
          },
        );
        return [draft, manifest];
      },
      (session, opened) =>
        ctx.finish(
          session,
          { resource: { type: 'project', id }, details: { revision: { id: draftId } } },
          { project_id: id, revision: presentProjectRevision(opened), draftVersion: opened.version },
        ),
    );
  },

  async 'projects.revert'({ id }, ctx) {
    return drafts.discard(id, ctx, async (session, { discarded, current, datasheets }) => {
      ctx.affects({ datasheets });
      await jobs.add(session, removalOfDraftFiles(id, discarded));
      return ctx.finish(
        session,
        { resource: { type: 'project', id }, details: { revision: { id: discarded }, discarded: true } },
        { project_id: id, discarded_revision_id: discarded, current_revision_id: current },
      );
    });
  },
});
