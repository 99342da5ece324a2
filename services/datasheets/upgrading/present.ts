/** An upgrade plan as callers see it. */
import type { datasheets } from '../../../shared/contracts/datasheets/index.ts';
import type { Result } from '../../../shared/contracts/endpoint.ts';
import type { AddressedField, UpgradePlan } from '../../../shared/revisioning/plan-upgrade.ts';
import type { Definition } from '../definitions.ts';
import type { FieldShown } from '../field-input.ts';
import type { Revision } from '../records/repository.ts';

type PlanShown = Result<(typeof datasheets)['datasheets.upgradePlan']>;
type Identity = Pick<PlanShown['newElements'][number], 'elementId' | 'fromElementId' | 'toElementId' | 'address' | 'label'>;

interface Planned {
  revision: Revision;
  from: Definition;
  to: Definition;
  plan: UpgradePlan;
  page: { offset: number; limit: number | null };
}

/** The plan with one page of its conflicts; the upgrade needs a resolution for each of `conflictPage.total`. */
export function presentPlan({ revision, from, to, plan, page: { offset, limit } }: Planned): PlanShown {
  const total = plan.conflicts.length;
  const end = limit === null ? total : offset + limit;
  return {
    id: revision.datasheet_id,
    version: revision.version,
    needsUpgrade: from.revision_id !== to.revision_id,
    currentStandardRevision: { id: from.revision_id, code: from.code },
    target: { id: to.revision_id, code: to.code },
    conflicts: plan.conflicts.slice(offset, end).map((one) => ({
      ...identity(one.field_id, one.from, one.to),
      reason: one.reason,
      from: shownIn(from, one.field_id),
      to: one.to && shownIn(to, one.field_id),
      recorded: one.recorded,
    })),
    conflictPage: { total, offset, limit, nextOffset: end < total ? end : null },
    autoResolved: plan.autoResolved.map((one) => ({
      ...identity(one.field_id, one.from, one.to),
      reason: one.reason,
      recorded: one.recorded,
    })),
    newElements: plan.newElements.map((one) => ({ ...identity(one.field_id, null, one.to), starts: one.starts })),
    ...plan.counts,
  };
}

/** A field keeps its identity, so its ids before and after are the same where it exists. */
function identity(id: number, from: AddressedField | null, to: AddressedField | null): Identity {
  const { address = '', label = '' } = to ?? from ?? {};
  return { elementId: id, fromElementId: from && id, toElementId: to && id, address, label };
}

function shownIn({ shownById, code }: Definition, id: number): FieldShown {
  const found = shownById.get(id);
  if (!found) throw new Error(`field ${id} is planned and not in revision ${code}`);
  return found;
}
