/**
 * The standard revision to which a datasheet is upgraded: those that the caller may choose, the default, and whether
 * the upgrade also moves the pin of the draft.
 */
import type { ResultOf } from '../../../shared/contracts/endpoint.ts';
import type { EndpointMap } from '../../../shared/contracts/index.ts';
import { apiError, notFound } from '../../../shared/kernel/errors/errors.ts';
import type { RequestContext } from '../../../shared/kernel/service/request-context.ts';
import type { LoadedDatasheet } from '../access.ts';

type TargetRevisionList = ResultOf<EndpointMap['standards.revisionLists']>['standards'][number];
export type TargetRevision = TargetRevisionList['revisions'][number];
interface RevisionRef {
  id: number;
  code: string;
}

interface ProjectStandard {
  projectId: number;
  standardId: number;
}

/** The project and standard of a datasheet. */
export const projectStandardOf = ({ record }: LoadedDatasheet): ProjectStandard => ({
  projectId: record.project_id,
  standardId: record.standard_id,
});

/**
 * The revisions to which the caller may upgrade: those the project pins, or all where it may read the
 * standard itself.
 * @throws NOT_FOUND when there is no such standard
 */
export async function loadTargetRevisions(
  ctx: RequestContext,
  { projectId, standardId }: ProjectStandard,
  pinned: RevisionRef | null,
): Promise<TargetRevisionList> {
  const { revisions } = await ctx.call('projects.readableRevisions', {
    standard_id: standardId,
    project_id: projectId,
  });
  // The pin that the call has read counts even when its draft has been closed since.
  const pinned_revision_ids = [...revisions, ...(pinned ? [pinned] : [])].map(({ id }) => id);
  const { standards } = await ctx.call('standards.revisionLists', {
    standards: [{ standard_id: standardId, pinned_revision_ids }],
  });
  const list = standards.find(({ standard_id }) => standard_id === standardId);
  if (!list) throw notFound();
  return list;
}

/** The requested revision, else the current one. @throws NOT_FOUND when it is not in the list */
export function requireTargetRevision(
  { revisions, current_revision_id }: TargetRevisionList,
  requested: number | undefined,
): TargetRevision {
  const revision = revisions.find(({ id }) => id === (requested ?? current_revision_id));
  if (!revision) throw notFound();
  return revision;
}

interface UpgradeTarget {
  revision: TargetRevision;
  /** The pin, when the target is past it and moves it as well. */
  pins: { standard_id: number; standard_revision: RevisionRef }[];
}

/**
 * The target of an upgrade: the requested revision, else the pin, else the current one. A target past the pin
 * moves the pin as well; one before it leaves the pin unchanged.
 * @throws NOT_FOUND, REVISION_NOT_ELIGIBLE for a target that could not be pinned
 */
export async function chooseTarget(
  ctx: RequestContext,
  standard: ProjectStandard,
  requested: number | undefined,
  pinned: RevisionRef | null,
): Promise<UpgradeTarget> {
  const list = await loadTargetRevisions(ctx, standard, pinned);
  const revision = requireTargetRevision(list, requested ?? pinned?.id);
  if (pinned === null || revision.id === pinned.id) return { revision, pins: [] };
  if (!revision.eligible) {
    throw apiError(
      'REVISION_NOT_ELIGIBLE',
      `Revision ${revision.code} cannot be used: it is not published, or its edition has been revoked.`,
    );
  }
  const pin = requireTargetRevision(list, pinned.id);
  const isPast = revision.ordinal > pin.ordinal;
  const ref = { id: revision.id, code: revision.code };
  return { revision, pins: isPast ? [{ standard_id: standard.standardId, standard_revision: ref }] : [] };
}
