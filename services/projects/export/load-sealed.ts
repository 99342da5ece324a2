/**
 * Loads the sealed standards and datasheets that a manifest points to, and lists its active datasheets in the order of
 * the document.
 */
import type { datasheetInternalActions } from '../../../shared/contracts/datasheets/internal.ts';
import type { ResultOf } from '../../../shared/contracts/endpoint.ts';
import type { standardInternalActions } from '../../../shared/contracts/standards/internal.ts';
import type { RequestContext } from '../../../shared/kernel/service/request-context.ts';
import { type Manifest, type ManifestDatasheet, sortStandards } from '../revisions/manifest.ts';
import type { CertifiedOutline } from './section-rows.ts';

type Internal = typeof datasheetInternalActions;
type StandardRevisionHead = ResultOf<
  (typeof standardInternalActions)['standards.revisionHeads']
>['revisions'][number];
export type SealedDatasheet = ResultOf<Internal['datasheets.sealedRevisions']>['datasheets'][number];

/** The datasheets of one call; ten of the largest fit into one message on the bus. */
const DATASHEETS_PER_CALL = 10;

/** The outlines of the standard revisions that a manifest pins, by revision id, without archived standards. */
export async function loadOutlines(
  { standards }: Manifest,
  ctx: RequestContext,
): Promise<Map<number, CertifiedOutline>> {
  const outlines = new Map<number, CertifiedOutline>();
  for (const { standard_revision, archived } of standards) {
    if (archived || outlines.has(standard_revision.id)) continue;
    const revision_id = standard_revision.id;
    outlines.set(revision_id, await ctx.call('standards.certifiedOutline', { revision_id }));
  }
  return outlines;
}

/** The standard revisions to which datasheets are bound, by id; in a draft they may be others than its pins. */
export async function loadBoundRevisions(
  sheets: readonly ManifestDatasheet[],
  ctx: RequestContext,
): Promise<Map<number, StandardRevisionHead>> {
  const revision_ids = [...new Set(sheets.map(({ standard_revision_id }) => standard_revision_id))];
  if (revision_ids.length === 0) return new Map();
  const { revisions } = await ctx.call('standards.revisionHeads', { revision_ids });
  return new Map(revisions.map((revision) => [revision.id, revision]));
}

/** Sealed datasheet revisions by id. @param with_seeds with the seeds of their trees, for a signed export */
export async function loadSealedDatasheets(
  revisionIds: readonly number[],
  ctx: RequestContext,
  with_seeds = false,
): Promise<Map<number, SealedDatasheet>> {
  const sealed = new Map<number, SealedDatasheet>();
  for (const revision_ids of batches(revisionIds, DATASHEETS_PER_CALL)) {
    const { datasheets } = await ctx.call('datasheets.sealedRevisions', { revision_ids, with_seeds });
    for (const datasheet of datasheets) sealed.set(datasheet.revision_id, datasheet);
  }
  return sealed;
}

/** The active datasheets of a manifest, in document order of their standards. */
export function listActiveDatasheets(manifest: Manifest): ManifestDatasheet[] {
  const place = new Map(sortStandards(manifest).map(({ standard_id }, index) => [standard_id, index]));
  const placeOf = ({ standard_id }: ManifestDatasheet): number =>
    place.get(standard_id) ?? manifest.standards.length;
  return manifest.datasheets.filter(({ archived }) => !archived).sort((a, b) => placeOf(a) - placeOf(b));
}

/** The loaded object of an id. @throws Error when it is missing, which is a broken pointer */
export function requireSealed<T>(sealed: ReadonlyMap<number, T>, id: number): T {
  const object = sealed.get(id);
  if (object === undefined) throw new Error(`sealed object ${id} is missing`);
  return object;
}

/** Ids in parts of at most `size`. */
export function* batches(ids: readonly number[], size: number): Generator<number[]> {
  for (let at = 0; at < ids.length; at += size) yield ids.slice(at, at + size);
}
