/**
 * Applies a planned datasheet upgrade with the resolutions of the caller: gives the new values, the resolutions that
 * cannot be used, and the conflicts without one.
 */
import { describeAcceptedValue } from '../outline/accepted-value.ts';
import {
  BLANK_VALUE,
  isValueValid,
  normaliseValue,
  type RecordedValue,
  startingValue,
} from '../outline/field-value.ts';
import type { Field, FieldValue } from '../outline/outline.ts';
import type { UpgradeConflict, UpgradePlan } from './plan-upgrade.ts';

export const UPGRADE_RESOLUTIONS = ['user_accepted', 'user_modified', 'user_discarded'] as const;
type UpgradeResolutionKind = (typeof UPGRADE_RESOLUTIONS)[number];

/**
 * Names its conflict by `elementId` (the field's identity) or by `address`; by both where they mean one field.
 */
export interface UpgradeResolution {
  elementId?: number | undefined;
  address?: string | undefined;
  resolution: UpgradeResolutionKind;
  newValue?: FieldValue | undefined;
}

/** One resolution that cannot be used. `index` is its position in the call. */
interface ResolutionProblem {
  code: 'UNKNOWN_RESOLUTION' | 'AMBIGUOUS_ADDRESS' | 'VALIDATION_ERROR';
  index: number;
  message: string;
}

interface ResolvedUpgrade {
  /**
   * The values after the upgrade by field identity, one for every field of the target; complete only without
   * problems and missing.
   */
  values: Map<number, RecordedValue>;
  problems: ResolutionProblem[];
  /** Conflicts without a resolution of their own (409 `MISSING_RESOLUTION`). */
  missing: { elementId: number; address: string; label: string }[];
}

/**
 * Resolves a plan. `user_accepted` keeps the recorded value even if it is not an option any more (for a
 * removed field it accepts the removal), or writes `newValue` if sent; `user_modified` requires and writes
 * `newValue`; `user_discarded` resets to the new default. Recorded values without conflict are kept; new
 * fields get their initial value.
 */
export function applyResolutions(
  plan: UpgradePlan,
  resolutions: readonly UpgradeResolution[],
): ResolvedUpgrade {
  const values = new Map<number, RecordedValue>();
  for (const { field_id, to, recorded } of plan.autoResolved)
    if (to !== null) values.set(field_id, carryValue(to, recorded));
  for (const { field_id, starts } of plan.newElements) values.set(field_id, starts);

  const problems: ResolutionProblem[] = [];
  const resolved = new Set<number>();
  for (const [index, resolution] of resolutions.entries()) {
    const report = (code: ResolutionProblem['code'], message: string) =>
      problems.push({ code, index, message });
    const matches = findConflicts(plan.conflicts, resolution);
    const [conflict, another] = matches;
    if (conflict === undefined) {
      report('UNKNOWN_RESOLUTION', `This upgrade has no conflict ${describeResolution(resolution)}`);
    } else if (another !== undefined) {
      report(
        'AMBIGUOUS_ADDRESS',
        `${describeResolution(resolution)} has ${matches.length} conflicts: name each by elementId`,
      );
    } else if (!isAtAddress(plan.conflicts, conflict, resolution.address)) {
      report(
        'VALIDATION_ERROR',
        `elementId ${conflict.field_id} is at ${conflict.address}, not at ${resolution.address}: send only one of the two`,
      );
    } else if (resolved.has(conflict.field_id)) {
      report('VALIDATION_ERROR', `${describeResolution(resolution)} is resolved twice`);
    } else {
      resolved.add(conflict.field_id);
      const fault = findFault(conflict, resolution);
      if (fault !== null) report('VALIDATION_ERROR', fault);
      else if (conflict.to !== null)
        values.set(conflict.field_id, resolve(conflict, conflict.to, resolution));
    }
  }
  const missing = plan.conflicts
    .filter(({ field_id }) => !resolved.has(field_id))
    .map(({ field_id, address, label }) => ({ elementId: field_id, address, label }));
  return { values, problems, missing };
}

function findConflicts(
  conflicts: readonly UpgradeConflict[],
  { elementId, address }: Pick<UpgradeResolution, 'elementId' | 'address'>,
): UpgradeConflict[] {
  if (elementId !== undefined) {
    const exact = conflicts.filter((conflict) => conflict.field_id === elementId);
    return exact.length > 0 ? exact : conflicts.filter(({ from }) => from.field_id === elementId);
  }
  const atAddress = conflicts.filter((conflict) => conflict.address === address);
  // The plan shows addresses after the upgrade; a former address is accepted when no conflict has it now.
  return atAddress.length > 0 ? atAddress : conflicts.filter((conflict) => conflict.from.address === address);
}

/** Whether the address that was sent too, if any, means this conflict. */
const isAtAddress = (
  conflicts: readonly UpgradeConflict[],
  conflict: UpgradeConflict,
  address: string | undefined,
): boolean => address === undefined || findConflicts(conflicts, { address }).includes(conflict);

function findFault(
  { to, address }: UpgradeConflict,
  { resolution, newValue }: UpgradeResolution,
): string | null {
  if (resolution === 'user_modified' && newValue === undefined) return 'user_modified needs newValue';
  if (newValue === undefined) return null;
  if (resolution === 'user_discarded') return 'user_discarded does not accept newValue';
  if (to === null) return 'The field was removed and cannot have a new value';
  return isValueValid(to, newValue) ? null : describeAcceptedValue({ ...to, address });
}

function resolve(
  { recorded }: UpgradeConflict,
  to: NonNullable<UpgradeConflict['to']>,
  { resolution, newValue }: UpgradeResolution,
): RecordedValue {
  if (resolution === 'user_discarded') return startingValue(to);
  return newValue === undefined
    ? carryValue(to, recorded)
    : { ...BLANK_VALUE, value: normaliseValue(to, newValue) };
}

/** The recorded value in the form in which the field stores it: a single choice becomes a list under a checkbox. */
export const carryValue = (to: Field, recorded: RecordedValue): RecordedValue => ({
  ...recorded,
  value: normaliseValue(to, recorded.value),
});

function describeResolution({ elementId, address }: UpgradeResolution): string {
  return elementId === undefined ? `at ${address}` : `elementId ${elementId}`;
}
