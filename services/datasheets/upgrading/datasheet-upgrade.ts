/**
 * The upgrade of one datasheet: its plan, its values with the resolutions sent, and the faults and omissions in
 * these. Also the errors that reject one or more upgrades that are not fully resolved. Pure.
 */
import type { upgradeResolution } from '../../../shared/contracts/datasheets/shapes.ts';
import type { ErrorCode } from '../../../shared/contracts/error-codes.ts';
import type { Infer } from '../../../shared/contracts/schema.ts';
import { apiError, type ErrorDetail } from '../../../shared/kernel/errors/errors.ts';
import type { Person } from '../../../shared/kernel/service/request-context.ts';
import { isSameJson } from '../../../shared/revisioning/outline/canonical-json.ts';
import { type RecordedValue, readFieldValue } from '../../../shared/revisioning/outline/field-value.ts';
import { planUpgrade, type UpgradePlan } from '../../../shared/revisioning/upgrade/plan-upgrade.ts';
import {
  applyResolutions,
  carryValue,
  UPGRADE_RESOLUTIONS,
  type UpgradeResolution,
} from '../../../shared/revisioning/upgrade/resolve-upgrade.ts';
import type { StandardDefinition } from '../definition-cache.ts';
import { type FieldState, type FieldStates, toRecordedValue } from '../records/recorded-values.ts';

export type ResolutionInput = Infer<typeof upgradeResolution>;

/** A missing resolution, as in `metadata.missing`. */
interface MissingResolution {
  datasheetId: number;
  elementId: number;
  address: string;
  label: string;
}

interface ResolutionFault extends ErrorDetail {
  code: ErrorCode;
}

export interface ResolvedUpgrade {
  plan: UpgradePlan;
  /** The new revision's values; complete only without faults and missing. */
  states: Map<number, FieldState>;
  faults: ResolutionFault[];
  missing: MissingResolution[];
  /** Number of fields that are added, removed or changed. */
  count: number;
}

interface DatasheetUpgradeInput {
  datasheetId: number;
  from: StandardDefinition;
  to: StandardDefinition;
  states: FieldStates;
  resolutions: readonly ResolutionInput[];
  /** The path of the resolutions in the call, for the paths of faults. */
  path: string;
  editor: { by: Person; at: string };
}

/** The plan of an upgrade: the values it carries over, and the conflicts that need a resolution. */
export const planDatasheetUpgrade = (
  from: StandardDefinition,
  to: StandardDefinition,
  states: FieldStates,
): UpgradePlan =>
  planUpgrade({
    from: from.fields,
    to: to.fields,
    values: new Map([...states].map(([id, state]) => [id, toRecordedValue(state)])),
  });

/** Plans the upgrade of one datasheet and applies the resolutions sent. */
export function resolveUpgrade({
  datasheetId,
  from,
  to,
  states,
  resolutions,
  path,
  editor,
}: DatasheetUpgradeInput): ResolvedUpgrade {
  const plan = planDatasheetUpgrade(from, to, states);
  const faults: ResolutionFault[] = [];
  const readable: UpgradeResolution[] = [];
  const positions: number[] = [];
  for (const [index, { newValue, ...sent }] of resolutions.entries()) {
    const value = newValue === undefined ? undefined : readFieldValue(newValue);
    const at = `${path}[${index}]`;
    if (sent.elementId === undefined && sent.address === undefined) {
      faults.push({
        code: 'VALIDATION_ERROR',
        path: at,
        message: 'Identify the conflict by elementId or address.',
      });
    } else if (newValue !== undefined && value === undefined) {
      faults.push({
        code: 'VALIDATION_ERROR',
        path: `${at}.newValue`,
        message: 'newValue is not a valid field value.',
      });
    } else {
      readable.push({ ...sent, newValue: value });
      positions.push(index);
    }
  }
  const resolved = applyResolutions(plan, readable);
  for (const { code, index, message } of resolved.problems) {
    faults.push({ code, path: `${path}[${positions[index]}]`, message: `${message}.` });
  }
  const predecessors = new Map(
    [...plan.autoResolved, ...plan.conflicts].map((row) => [row.field_id, row.from.field_id]),
  );
  const after = new Map<number, FieldState>();
  let altered = 0;
  for (const field of to.fields) {
    const { field_id } = field;
    const recorded = resolved.values.get(field_id);
    if (!recorded) continue;
    const predecessor = predecessors.get(field_id);
    const before = predecessor === undefined ? undefined : states.get(predecessor);
    const isKept = before !== undefined && isSameRecord(carryValue(field, toRecordedValue(before)), recorded);
    // A new field has its initial value; any other value that differs was set by this caller.
    const isSetByCaller = !isKept && predecessor !== undefined;
    if (isSetByCaller) altered += 1;
    const edited = isSetByCaller
      ? { edited_by: editor.by, edited_at: editor.at }
      : { edited_by: null, edited_at: null };
    after.set(field_id, isKept ? { ...before, ...recorded, field_id } : { field_id, ...recorded, ...edited });
  }
  return {
    plan,
    states: after,
    faults,
    missing: resolved.missing.map((one) => ({ datasheetId, ...one })),
    count: altered + plan.counts.additions + plan.counts.removals,
  };
}

const isSameRecord = (one: RecordedValue, other: RecordedValue): boolean =>
  one.disposition === other.disposition &&
  one.disposition_note === other.disposition_note &&
  isSameJson(one.value, other.value);

/**
 * Rejects an upgrade that is not fully resolved: faults first, then missing resolutions over all datasheets.
 * @throws UNKNOWN_RESOLUTION, AMBIGUOUS_ADDRESS, VALIDATION_ERROR, MISSING_RESOLUTION
 */
export function assertResolved(planned: readonly Pick<ResolvedUpgrade, 'faults' | 'missing'>[]): void {
  const faults = planned.flatMap((one) => one.faults);
  const [fault] = faults;
  if (fault) {
    throw apiError(fault.code, fault.message, {
      errors: faults.slice(0, 100).map(({ path = '', message }) => ({ path, message })),
    });
  }
  const missing = planned.flatMap((one) => one.missing);
  if (missing.length > 0) {
    throw apiError(
      'MISSING_RESOLUTION',
      `${missing.length} conflict(s) have no resolution yet. Send one for each: ${UPGRADE_RESOLUTIONS.join(', ')}.`,
      {
        metadata: { missing },
      },
    );
  }
}
