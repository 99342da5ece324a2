/**
 * The blockers of a publish in the content of a draft: standards without a datasheet, and datasheets behind their pins.
 * Holds are checked in `acknowledge-holds.ts`. Pure.
 */
import type { blocker } from '../../../shared/contracts/projects/shapes.ts';
import type { Infer } from '../../../shared/contracts/schema.ts';
import { type Manifest, pinsByStandard, sortStandards } from '../revisions/manifest.ts';

export type PublishBlocker = Infer<typeof blocker>;

/** The remedy for each kind, to complete a sentence. */
const ADVICE: Readonly<Record<PublishBlocker['kind'], string>> = {
  standard_without_datasheet: 'has fields and no datasheet: create one, or archive the standard',
  // A reserved word of the requirements: a datasheet always has a revision, so nothing gives it.
  datasheet_without_revision: 'has no sealed revision: save it',
  datasheet_behind: 'is not on the pinned revision: upgrade it, or archive it',
};
const MAX_NAMED = 3;

/** The first blockers by name, and what to do about each. */
export function describeBlockers(blockers: readonly PublishBlocker[]): string {
  const named = blockers
    .slice(0, MAX_NAMED)
    .map(({ kind, name }) => `${JSON.stringify(name)} ${ADVICE[kind]}`);
  const more = blockers.length > MAX_NAMED ? `, and ${blockers.length - MAX_NAMED} more` : '';
  return `The draft is not ready: ${named.join('; ')}${more}.`;
}

/**
 * Standards with fields but no active datasheet, and datasheets on another standard revision than the draft
 * pins; archived ones do not count.
 * @param fieldCounts by standard revision id
 */
export function findPublishBlockers(
  manifest: Manifest,
  fieldCounts: ReadonlyMap<number, number>,
): PublishBlocker[] {
  const active = manifest.datasheets.filter(({ archived }) => !archived);
  const filled = new Set(active.map(({ standard_id }) => standard_id));
  const pins = pinsByStandard(manifest);
  return [
    ...sortStandards(manifest)
      .filter((standard) => !standard.archived && !filled.has(standard.standard_id))
      .filter(({ standard_revision }) => (fieldCounts.get(standard_revision.id) ?? 0) > 0)
      .map(({ standard_id, name }) => ({
        kind: 'standard_without_datasheet' as const,
        id: standard_id,
        name,
      })),
    ...active
      .filter((sheet) => pins.get(sheet.standard_id)?.id !== sheet.standard_revision_id)
      .map(({ datasheet_id, name }) => ({ kind: 'datasheet_behind' as const, id: datasheet_id, name })),
  ];
}
