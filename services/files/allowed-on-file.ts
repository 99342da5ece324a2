/** The writes on a file that its rows in lists name, from the checks that enforce them. */
import type { EndpointSpec } from '../../shared/contracts/endpoint.ts';
import { endpoints } from '../../shared/contracts/index.ts';
import type { RequestContext } from '../../shared/kernel/service/request-context.ts';
import {
  allowedActions,
  type StateChecks,
  writesThatPass,
} from '../../shared/kernel/service/resource-checks.ts';
import {
  asProjectResource,
  type ProjectAccess,
  projectSubject,
} from '../../shared/projects/project-access.ts';
import { assertChangeable, assertNotDeleted } from './access.ts';
import type { FileRecord } from './model.ts';
import { assertCanMoveOn } from './review/status-rules.ts';
import { CHANGE_TIERS, DELETION_TIERS } from './tiers.ts';

/** The writes that name a file. */
const ON_FILES: ReadonlySet<string> = new Set(
  Object.entries<EndpointSpec>(endpoints).flatMap(([id, { path }]) => (path && 'fileId' in path ? [id] : [])),
);

/** @returns the ids of the writes on a file of the project that the caller may do now */
export function allowedOnFiles(ctx: RequestContext, project: ProjectAccess): (file: FileRecord) => string[] {
  const permitted = allowedActions('project', asProjectResource(project, null), ctx).filter((id) =>
    ON_FILES.has(id),
  );
  const subject = projectSubject(project);
  const checks = (file: FileRecord): StateChecks => {
    const assertMayChange = () => assertChangeable(ctx, project, file, CHANGE_TIERS);
    return {
      'files.metadata': assertMayChange,
      'files.move': assertMayChange,
      'files.detach': assertMayChange,
      'files.status': () => {
        assertMayChange();
        assertCanMoveOn(file.status, (permission) => ctx.isAllowed(permission, subject));
      },
      'files.delete': () => {
        assertChangeable(ctx, project, file, DELETION_TIERS);
        assertNotDeleted(file);
      },
    };
  };
  return (file) => (permitted.length === 0 ? [] : writesThatPass(permitted, checks(file)));
}
