/**
 * Loader of standards with the revisions that a caller may read, by scope or through projects, and the check
 * of `If-Match` in a transaction.
 */
import type { ClientSession } from 'mongoose';
import { assertIfMatch } from '../../../shared/kernel/conditional-requests/if-match.ts';
import { notFound } from '../../../shared/kernel/errors/errors.ts';
import type { LoadedResource, ResourceLoaders } from '../../../shared/kernel/service/handlers.ts';
import type { RequestContext } from '../../../shared/kernel/service/request-context.ts';
import type { ResourceState } from '../../../shared/kernel/service/resource-checks.ts';
import { findProjectAccess } from '../../../shared/projects/project-access.ts';
import { projectIdOf, toScopeAccess } from '../scope-access.ts';
import { type StandardRecord, standardVersion } from './model.ts';
import type { Standards } from './repository.ts';

/** A standard with what the caller may read of it. */
export type ReadableStandard = StandardRecord & {
  /** The revisions the caller may read through projects, where the scope gives no access; null: all. */
  readableIds: ReadonlySet<number> | null;
  /** What the kernel checks before a call on the standard. */
  access: ResourceState;
};

/** The resource that is loaded and authorized before a handler runs. */
export interface StandardResources {
  standard: ReadableStandard;
}

/**
 * A standard for this caller: by its scope, else as a reader of projects that pin some of its revisions, the
 * newest of which counts as the current one. Null without either. Visibility depends on the permissions of
 * the account, not on the grant of its key.
 */
export async function findReadableStandard(
  id: number,
  standards: Standards,
  ctx: RequestContext,
): Promise<LoadedResource<ReadableStandard> | null> {
  const record = await standards.find(id);
  if (!record) return null;
  const own = toScopeAccess(record, null).subject;
  if (!record.pin_pending && ctx.accountMay('standard:read', own))
    return asResource({ ...record, readableIds: null }, { subject: own });
  const projectId = projectIdOf(record);
  const [project, { revisions }] = await Promise.all([
    projectId === null ? null : findProjectAccess(projectId, ctx),
    ctx.call('projects.readableRevisions', { standard_id: id }),
  ]);
  // A copy that its draft pins is readable even before `pin_pending` is removed.
  if (record.pin_pending && revisions.length === 0) return null;
  const { subject } = toScopeAccess(record, project);
  if (ctx.accountMay('standard:read', subject))
    return asResource({ ...record, readableIds: null }, { subject, archived: project?.archived ?? false });
  const newest = revisions.at(-1);
  if (!newest) return null;
  const readableIds = new Set(revisions.map((revision) => revision.id));
  return asResource(
    { ...record, current_revision: newest, readableIds },
    { subject: { kind: 'project', role: 'ProjectViewer' } },
  );
}

const asResource = (
  readable: Omit<ReadableStandard, 'access'>,
  access: ResourceState,
): LoadedResource<ReadableStandard> => ({ value: { ...readable, access }, ...access });

/**
 * The standard as it is in the transaction of a write: a concurrent write makes it start over, so that neither
 * change is lost. @throws NOT_FOUND, PRECONDITION_FAILED when the caller has read another version
 */
export async function requireCurrentStandard(
  standards: Standards,
  session: ClientSession,
  id: number,
  ctx: RequestContext,
): Promise<StandardRecord> {
  const current = await standards.find(id, session);
  if (!current) throw notFound();
  assertIfMatch(ctx.ifMatch, standardVersion(current));
  return current;
}

/** Whether the caller may read a revision of the standard. */
export const canReadRevision = ({ readableIds }: ReadableStandard, revisionId: number): boolean =>
  readableIds === null || readableIds.has(revisionId);

export const standardLoaders = (standards: Standards): ResourceLoaders<StandardResources> => ({
  async standard(id, ctx) {
    const loaded = typeof id === 'number' ? await findReadableStandard(id, standards, ctx) : null;
    return loaded && { ...loaded, version: () => standardVersion(loaded.value) };
  },
});
