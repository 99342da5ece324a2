/**
 * Lookup of the source of a customised copy with the revision merged last, and of one source revision that
 * the caller may read. Also the error for a standard without a source.
 */
import { apiError, notFound } from '../../../shared/kernel/errors/errors.ts';
import type { RequestContext } from '../../../shared/kernel/service/request-context.ts';
import type { StandardsService } from '../open-standards.ts';
import type { StandardRevisionRecord } from '../revision/model.ts';
import type { StandardRevisions } from '../revision/repository.ts';
import { canReadRevision, findReadableStandard, type ReadableStandard } from '../standard/access.ts';
import type { StandardRecord } from '../standard/model.ts';

/** A copy with its source. */
export interface Customization {
  source: ReadableStandard;
  /** The revision of the source that was merged last, possibly into a working copy. */
  merged: StandardRevisionRecord;
}

/**
 * The source of a copy; null for a standard that is not a copy, or has lost its source.
 * @throws NOT_FOUND when the caller may not read the source
 */
export async function findCustomization(
  copy: StandardRecord,
  { standards, revisions }: StandardsService,
  ctx: RequestContext,
): Promise<Customization | null> {
  const { parent_current_revision_id } = copy;
  if (!followsSource(copy) || parent_current_revision_id === null) return null;
  const sealed = await revisions.find(parent_current_revision_id);
  if (!sealed || !(await standards.find(sealed.standard_id))) return null;
  const loaded = await findReadableStandard(sealed.standard_id, standards, ctx);
  const merged = loaded && (await revisions.findWithHolds(sealed._id, loaded.value));
  if (!merged) throw notFound();
  return { source: loaded.value, merged };
}

/** `findCustomization` for a write. @throws NOT_A_CUSTOMIZATION */
export async function requireCustomization(
  copy: StandardRecord,
  service: StandardsService,
  ctx: RequestContext,
): Promise<Customization> {
  const customization = await findCustomization(copy, service, ctx);
  if (!customization) throw notACustomization();
  return customization;
}

/** For a merge or an acknowledgement. @throws NOT_A_CUSTOMIZATION for a standard that never had a source */
export function assertFollowsSource(copy: Followed): void {
  if (!followsSource(copy)) throw notACustomization();
}

type Followed = Pick<StandardRecord, 'customized_from_revision_id' | 'parent_current_revision_id'>;

/** Whether a standard is a copy whose source is still there. */
export const followsSource = (copy: Followed): boolean =>
  copy.customized_from_revision_id !== null && copy.parent_current_revision_id !== null;

/** 409 for a merge or an acknowledgement on a standard that follows no source. */
export const notACustomization = (): Error =>
  apiError('NOT_A_CUSTOMIZATION', 'The standard is not a customised copy, or its source has been deleted.');

/** A revision of the source that the caller may read. @throws NOT_FOUND */
export async function requireSourceRevision(
  { source }: Customization,
  id: number | undefined,
  revisions: StandardRevisions,
): Promise<StandardRevisionRecord> {
  const revisionId = id ?? source.current_revision?.id ?? 0;
  const revision = canReadRevision(source, revisionId)
    ? await revisions.findWithHolds(revisionId, source)
    : null;
  if (revision?.standard_id !== source._id) throw notFound();
  return revision;
}
