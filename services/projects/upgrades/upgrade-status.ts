/**
 * Computes how far a project is behind: its datasheets behind the pinned revisions, its standards behind their
 * current revisions and behind the wiki. Also the rows of the upgrade plan. Pure.
 */
import type { datasheetInternalActions } from '../../../shared/contracts/datasheets/internal.ts';
import type { ResultOf } from '../../../shared/contracts/endpoint.ts';
import type { projectUpgradeEndpoints } from '../../../shared/contracts/projects/upgrades.ts';
import type { standardInternalActions } from '../../../shared/contracts/standards/internal.ts';
import {
  type Manifest,
  type ManifestDatasheet,
  type ManifestStandard,
  pinsByStandard,
  type RevisionPin,
  sortStandards,
} from '../revisions/manifest.ts';
import type { PinnableRevisionList } from '../standards/pin-rules.ts';

type UpgradeStatus = ResultOf<(typeof projectUpgradeEndpoints)['projects.upgradeStatus']>;
type PlanRow = ResultOf<(typeof projectUpgradeEndpoints)['projects.upgradePlan']>['standards'][number];
type PlannedDatasheet = PlanRow['datasheets'][number];
export type PlanCounts = ResultOf<(typeof datasheetInternalActions)['datasheets.planCounts']>;
export type EditionStatus = ResultOf<
  (typeof standardInternalActions)['standards.editionStatuses']
>['editions'][number];

/** The standards and datasheets of a manifest that are not archived, in document order. */
interface ActiveEntries {
  standards: ManifestStandard[];
  datasheets: ManifestDatasheet[];
}

/** A datasheet with the pin to which it is to be upgraded. */
interface DatasheetUpgrade {
  sheet: ManifestDatasheet;
  pin: RevisionPin;
}

/** The entries that can be upgraded: archived ones are left out. */
export const listActiveEntries = (manifest: Manifest): ActiveEntries => ({
  standards: sortStandards(manifest).filter(({ archived }) => !archived),
  datasheets: manifest.datasheets.filter(({ archived }) => !archived),
});

/** The active datasheets that are not on the revision that the manifest pins, each with that pin. */
export function findUpgrades({ datasheets }: ActiveEntries, manifest: Manifest): DatasheetUpgrade[] {
  const pins = pinsByStandard(manifest);
  return datasheets.flatMap((sheet) => {
    const pin = pins.get(sheet.standard_id);
    return !pin || pin.id === sheet.standard_revision_id ? [] : { sheet, pin };
  });
}

/**
 * The rows of datasheets behind.
 * @param lists the revisions that the caller may reach, by standard; no other one is named
 */
export const presentDatasheetsBehind = (
  upgrades: readonly DatasheetUpgrade[],
  lists: ReadonlyMap<number, PinnableRevisionList>,
): UpgradeStatus['datasheetsBehind'] =>
  upgrades.map(({ sheet: { datasheet_id, name, standard_id, standard_revision_id }, pin }) => ({
    id: datasheet_id,
    name,
    standardId: standard_id,
    currentStandardRevisionId:
      lists.get(standard_id)?.revisions.find(({ id }) => id === standard_revision_id)?.id ?? null,
    pinned: pin,
  }));

/**
 * The standards pinned to an older revision than their current one.
 * @param lists the revisions that the caller may reach, by standard
 */
export const findStandardsBehind = (
  { standards }: ActiveEntries,
  lists: ReadonlyMap<number, PinnableRevisionList>,
): UpgradeStatus['standardsBehind'] =>
  standards.flatMap(({ standard_id, name, standard_revision: held }) => {
    const list = lists.get(standard_id);
    const pinned = list?.revisions.find(({ id }) => id === held.id);
    const current = list?.revisions.find(({ id }) => id === list.current_revision_id);
    if (!pinned || !current || current.ordinal <= pinned.ordinal) return [];
    return {
      standardId: standard_id,
      name,
      heldRevisionId: held.id,
      heldRevisionCode: held.code,
      currentRevisionId: current.id,
      currentRevisionCode: current.code,
    };
  });

/** The standards of another edition than the current one of their wiki page, or of a revoked edition. */
export function findStandardsBehindWiki(
  { standards }: ActiveEntries,
  statuses: readonly EditionStatus[],
): UpgradeStatus['repositoryBehindWiki'] {
  const byRevision = new Map(statuses.map((status) => [status.revision_id, status]));
  return standards.flatMap(({ standard_id, name, standard_revision }) => {
    const status = byRevision.get(standard_revision.id);
    if (!status || (status.is_current && !status.hold)) return [];
    const { wiki, hold, offered } = status;
    const isAvailable = offered?.revision != null;
    return {
      standardId: standard_id,
      name,
      wikiStandardId: wiki.standard_id,
      heldAdoptedRevisionId: wiki.adopted_revision_id,
      heldRevoked: hold !== null,
      heldRevocationLevel: hold?.level ?? null,
      replacementMarked: hold !== null && hold.replacement_adopted_revision_id !== null,
      upgradeAvailable: isAvailable,
      offeredAdoptedRevisionId: offered?.adopted_revision_id ?? null,
      offeredIsMarkedReplacement: hold !== null && offered !== null,
      holdingScope: hold?.scope ?? null,
      upgradeClearsHold: hold !== null && hold.scope === null && isAvailable,
      upgradeNote: upgradeNote(status),
    };
  });
}

/** A sentence that names the remedy. */
function upgradeNote({ hold, offered }: EditionStatus): string {
  if (hold?.scope === 'standard')
    return 'Every edition of this page is revoked, so an upgrade does not clear the hold. Remove or swap the standard.';
  if (hold && !offered) return 'The edition is revoked without a replacement. Remove or swap the standard.';
  if (!offered?.revision) return 'The library has no copy of the offered edition yet. Try again later.';
  return `Revision ${offered.revision.code} of the standard is the offered edition. Move the pin to it.`;
}

/** The rows of the upgrade plan: each standard with the counts of its datasheets. */
export function buildPlanRows(
  { standards, datasheets }: ActiveEntries,
  { plans, failures }: PlanCounts,
): PlanRow[] {
  const counts = new Map(plans.map((plan) => [plan.revision_id, plan]));
  const errors = new Map(failures.map(({ revision_id, message }) => [revision_id, message]));
  const sheetsOf = Map.groupBy(datasheets, ({ standard_id }) => standard_id);
  return standards.map(({ standard_id, name, standard_revision: target }) => {
    const sheets = sheetsOf.get(standard_id) ?? [];
    const failed = sheets.find(({ revision_id }) => errors.has(revision_id));
    return {
      standardId: standard_id,
      name,
      target,
      datasheets: sheets.map((sheet) => planDatasheet(sheet, target.id, counts)),
      planError: failed
        ? `There is no plan for datasheet "${failed.name}": ${errors.get(failed.revision_id)}`
        : null,
    };
  });
}

function planDatasheet(
  { datasheet_id, name, revision_id, standard_revision_id }: ManifestDatasheet,
  targetId: number,
  counts: ReadonlyMap<number, PlanCounts['plans'][number]>,
): PlannedDatasheet {
  const sheet = { id: datasheet_id, name, currentStandardRevisionId: standard_revision_id };
  if (standard_revision_id === targetId)
    return {
      ...sheet,
      needsUpgrade: false,
      conflictCount: 0,
      additions: 0,
      removals: 0,
      modifications: 0,
      warnings: [],
    };
  const { revision_id: _, ...counted } = counts.get(revision_id) ?? { revision_id, ...NO_COUNTS };
  return { ...sheet, ...counted, needsUpgrade: true };
}

/** The counts of a datasheet without a plan. */
const NO_COUNTS = {
  conflictCount: null,
  additions: null,
  removals: null,
  modifications: null,
  warnings: [],
};
