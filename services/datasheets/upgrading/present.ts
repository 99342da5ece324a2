/** View of the upgrade plan of one datasheet, with one page of its conflicts. */
import type { datasheets } from '../../../shared/contracts/datasheets/index.ts';
import type { ResultOf } from '../../../shared/contracts/endpoint.ts';
import type { AddressedField, UpgradePlan } from '../../../shared/revisioning/upgrade/plan-upgrade.ts';
import type { StandardDefinition } from '../definition-cache.ts';
import type { PresentedField } from '../field-input.ts';
import { type PrintedNumbers, printedNumberMember } from '../printed-numbers.ts';
import type { DatasheetRevision } from '../records/repository.ts';
import { type ShiftedClauses, warnOfShiftedValues } from './shifted-values.ts';

type PresentedPlan = ResultOf<(typeof datasheets)['datasheets.upgradePlan']>;
type FieldIdentity = Pick<
  PresentedPlan['newElements'][number],
  'elementId' | 'fromElementId' | 'toElementId' | 'address' | 'printed_number' | 'label'
>;

interface PresentPlanInput {
  revision: DatasheetRevision;
  from: StandardDefinition;
  to: StandardDefinition;
  plan: UpgradePlan;
  numbersOf: (definition: StandardDefinition) => PrintedNumbers;
  shifted: ShiftedClauses;
  page: { offset: number; limit: number | null };
}

/**
 * The plan with one page of its conflicts; the upgrade needs a resolution for each of `conflictPage.total`.
 */
export function presentPlan({
  revision,
  from,
  to,
  plan,
  numbersOf,
  shifted,
  page: { offset, limit },
}: PresentPlanInput): PresentedPlan {
  const total = plan.conflicts.length;
  const fieldIdentity = identifyFields(numbersOf(from), numbersOf(to));
  const end = limit === null ? total : offset + limit;
  return {
    id: revision.datasheet_id,
    version: revision.version,
    needsUpgrade: from.revision_id !== to.revision_id,
    currentStandardRevision: { id: from.revision_id, code: from.code },
    target: { id: to.revision_id, code: to.code },
    conflicts: plan.conflicts.slice(offset, end).map((conflict) => ({
      ...fieldIdentity(conflict.field_id, conflict.from, conflict.to),
      reason: conflict.reason,
      from: requirePresentedField(from, conflict.from.field_id),
      to: conflict.to && requirePresentedField(to, conflict.to.field_id),
      recorded: conflict.recorded,
    })),
    conflictPage: { total, offset, limit, nextOffset: end < total ? end : null },
    autoResolved: plan.autoResolved.map((field) => ({
      ...fieldIdentity(field.field_id, field.from, field.to),
      reason: field.reason,
      recorded: field.recorded,
    })),
    newElements: plan.newElements.map((field) => ({
      ...fieldIdentity(field.field_id, null, field.to),
      starts: field.starts,
    })),
    ...plan.counts,
    warnings: warnOfShiftedValues(plan, shifted).map((warning) => ({
      ...warning,
      text: shifted.get(warning.clauseId)?.text ?? '',
    })),
  };
}

/** A field with the place of its clause in the target revision; of a removed one, in the revision before. */
const identifyFields =
  (before: PrintedNumbers, after: PrintedNumbers) =>
  (id: number, from: AddressedField | null, to: AddressedField | null): FieldIdentity => {
    const field = to ?? from;
    return {
      elementId: id,
      fromElementId: from?.field_id ?? null,
      toElementId: to?.field_id ?? null,
      address: field?.address ?? '',
      ...(field === null ? {} : printedNumberMember(to === null ? before : after, field)),
      label: field?.label ?? '',
    };
  };

function requirePresentedField(
  { presentedFieldsById, code }: StandardDefinition,
  id: number,
): PresentedField {
  const field = presentedFieldsById.get(id);
  if (!field) throw new Error(`field ${id} is in the plan but not in revision ${code}`);
  return field;
}
