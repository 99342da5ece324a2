/**
 * Handlers of internal actions on access: a caller's role on one project or on all, the standard revisions it can read
 * through them, the projects of an owner, and the end of a person's roles with the invitations and sponsorship requests
 * that hang on them.
 */
import type { projectInternalActions } from '../../../shared/contracts/projects/internal.ts';
import { inTransaction } from '../../../shared/kernel/database/mongo.ts';
import type { Handlers } from '../../../shared/kernel/service/handlers.ts';
import { findAccessibleProjects, loadRoles } from '../access/accessible-projects.ts';
import { findProject, type ProjectsResources, withoutDraft } from '../access/load-project.ts';
import type { MembershipRecord } from '../access/model.ts';
import { findPinnedRevisions } from '../access/pinned-revisions.ts';
import { presentProjectAccess } from '../access/present.ts';
import { memberChange, seatChange } from '../changes/member-changes.ts';
import type { ProjectsService } from '../open-projects.ts';

type Contracts = Pick<
  typeof projectInternalActions,
  | 'projects.access'
  | 'projects.ownedProjects'
  | 'projects.roles'
  | 'projects.readableRevisions'
  | 'projects.endRoles'
>;

/** Maximum projects of one caller that whoami shows. */
const MAX_ROLES = 2_000;

export const accessActions = ({
  connection,
  projects,
  revisions,
  sponsorshipRequests,
  invitationWithdrawal,
  projectChanges,
}: ProjectsService): Handlers<Contracts, ProjectsResources> => ({
  async 'projects.access'({ project_id, standard_id }, ctx) {
    const project = await findProject(projects, project_id, ctx);
    if (!project || standard_id === undefined)
      return { access: project && presentProjectAccess(project, ctx) };
    const draft = await revisions.find(project.head.draft_revision_id);
    const pinned = draft?.manifest.standards.find((one) => one.standard_id === standard_id && !one.archived);
    // A missing draft was discarded between the two reads.
    const access = presentProjectAccess(draft ? project : withoutDraft(project), ctx);
    return { access: { ...access, pin: pinned?.standard_revision ?? null } };
  },

  async 'projects.ownedProjects'({ owner }) {
    return { project_ids: await projects.listOwnedIds(owner) };
  },

  async 'projects.roles'(_params, ctx) {
    const limits = { given: MAX_ROLES + 1, owned: MAX_ROLES + 1 };
    const accessible = await findAccessibleProjects(projects, ctx.principal, limits);
    const roles = accessible.map(({ project_id, role }) => ({ project_id, role }));
    return { roles: roles.slice(0, MAX_ROLES), truncated: roles.length > MAX_ROLES };
  },

  async 'projects.endRoles'({ user_id, company_id, before }, ctx) {
    const ended = await inTransaction(connection, async (session) => {
      const changed = await projects.endRoles(user_id, company_id, new Date(before), session);
      const byLeaver = ({ name }: MembershipRecord) => ({ userId: user_id, displayName: name });
      for (const membership of changed.unseated)
        await projectChanges.record(
          membership.project_id,
          seatChange(user_id, byLeaver(membership)),
          session,
        );
      for (const membership of changed.ended) {
        const { project_id, role } = membership;
        await sponsorshipRequests.deletePending(session, project_id, user_id);
        const removal = memberChange('member_removed', user_id, byLeaver(membership));
        await projectChanges.record(project_id, removal, session);
        const details = { user_id, before: { role }, after: null };
        await ctx.audit(session, { resource: { type: 'project', id: project_id }, details });
      }
      const until = new Date(before);
      const withdrawn = await invitationWithdrawal.withdrawFromCompany(session, company_id, user_id, until);
      for (const { project_id, email, role } of withdrawn) {
        const details = { email, before: { role }, after: null };
        await ctx.audit(session, { resource: { type: 'project', id: project_id }, details });
      }
      return changed.ended;
    });
    // A seat alone is not audited here: identity audits that the person left.
    if (!ctx.changes.audited) ctx.markUnchanged();
    return { ended: ended.map(({ project_id }) => project_id) };
  },

  async 'projects.readableRevisions'({ standard_id, project_id }, ctx) {
    const roles = await loadRoles(projects, project_id, ctx);
    const pinned = await findPinnedRevisions(revisions, [standard_id], roles, ctx);
    return { revisions: pinned.get(standard_id) ?? [] };
  },
});
