/**
 * Handler of the internal action `projects.replacementNotifications`: notifies the administrators of the projects that
 * pin a held edition that a replacement is marked and an upgrade lifts the restriction.
 */
import { type ProjectRole, ROLE_PERMISSIONS } from '../../../shared/contracts/permissions.ts';
import type { projectReplacementActions } from '../../../shared/contracts/projects/replacement-notifications.ts';
import { sha256 } from '../../../shared/hash.ts';
import { inTransaction } from '../../../shared/kernel/database/mongo.ts';
import { callAsService } from '../../../shared/kernel/node/node.ts';
import type { Handlers, NoResources } from '../../../shared/kernel/service/handlers.ts';
import { quoteName } from '../../../shared/text/quoted-names.ts';
import type { ProjectRecord } from '../access/model.ts';
import { effectiveRole } from '../access/seat-rules.ts';
import type { ProjectsService } from '../open-projects.ts';

/** Project revisions that one call looks at, and so the most projects it can notify. */
const MAX_REVISIONS = 200;
/** As many as `identity.notify` takes; the others of a project with more administrators get no notification. */
const MAX_RECIPIENTS = 500;

const isAdministrator = (role: ProjectRole): boolean => ROLE_PERMISSIONS[role].includes('project:admin');
const ADMINISTRATOR_ROLES: readonly ProjectRole[] = (['ProjectOwner', 'ProjectAdmin'] as const).filter(
  isAdministrator,
);

export const replacementNotificationActions = ({
  node,
  connection,
  projects,
  revisions,
  notifications,
}: ProjectsService): Handlers<typeof projectReplacementActions, NoResources> => {
  /** The members who administrate each of these projects now; the right ends with a trial. */
  async function findAdministrators(heads: readonly ProjectRecord[]): Promise<Map<number, number[]>> {
    const members = await projects.listMembersByRole(
      heads.map(({ _id }) => _id),
      ADMINISTRATOR_ROLES,
    );
    const user_ids = [...new Set(members.map(({ user_id }) => user_id))];
    const { people } = await callAsService(node, 'projects', 'identity.people', { user_ids });
    const companyOf = new Map(people.map(({ userId, company_id }) => [userId, company_id]));
    const ownerOf = new Map(heads.map(({ _id, owner_company_id }) => [_id, owner_company_id]));
    const administrators = members.filter((member) => {
      const companies = {
        ownerCompanyId: ownerOf.get(member.project_id) ?? null,
        companyId: companyOf.get(member.user_id) ?? null,
      };
      return isAdministrator(effectiveRole(member, companies, node.now()));
    });
    const byProject = Map.groupBy(administrators, ({ project_id }) => project_id);
    return new Map([...byProject].map(([id, of]) => [id, of.map(({ user_id }) => user_id)]));
  }

  return {
    async 'projects.replacementNotifications'(params, ctx) {
      const { event_id, kind, standard_id, standard_name, revision_ids, after } = params;
      const { ids, next } = await revisions.listProjectsContaining(standard_id, after ?? 0, MAX_REVISIONS);
      const open = (await projects.findMany(ids)).filter(({ archived_at }) => archived_at === null);
      const shown = open.flatMap(({ draft_revision_id, issued_revision_id }) =>
        [draft_revision_id, issued_revision_id].flatMap((id) => id ?? []),
      );
      const pinning = await revisions.findPinning(shown, standard_id, revision_ids);
      const affected = open.filter(({ _id }) => pinning.has(_id));
      const administrators = await findAdministrators(affected);
      await inTransaction(connection, async (session) => {
        for (const { _id, name, owner_company_id } of affected) {
          const notification = {
            kind,
            project_id: _id,
            text: `Moderation has put a notice on ${quoteName('standard', standard_name)} of ${quoteName('project', name)}. A replacement is available: an upgrade of the standard clears the restriction.`,
            user_ids: (administrators.get(_id) ?? []).slice(0, MAX_RECIPIENTS),
            // Administrators of the company administrate its projects.
            ...(owner_company_id === null ? {} : { administrators_of: owner_company_id }),
          };
          const eventId = deriveEventId(event_id, standard_id, _id);
          await notifications.add(ctx, session, notification, node.now(), eventId);
        }
      });
      return { projects: affected.length, next };
    },
  };
};

/** The id of an event: the same UUID for the same event, standard and project, so that a repeated call notifies once. */
function deriveEventId(...parts: readonly (string | number)[]): string {
  const digits = sha256(JSON.stringify(parts));
  const [a, b, c, d, e] = [
    digits.slice(0, 8),
    digits.slice(8, 12),
    digits.slice(13, 16),
    digits.slice(17, 20),
    digits.slice(20, 32),
  ];
  return `${a}-${b}-5${c}-8${d}-${e}`;
}
