/** Which datasheets of the draft are not on the pinned revision: those that need no decision are upgraded together. */
import type { EndpointResult } from '../../../../shared/rest-client/endpoint-types.ts';
import { api } from '../../api.ts';
import { ActionButton } from '../../elements/action-button.tsx';
import { hrefOf } from '../../location.ts';
import { useLoaded } from '../../use-loaded.ts';

type PlannedStandard = EndpointResult<'projects.upgradePlan'>['standards'][number];

/** Nothing where every datasheet is on its pin. */
export function Upgrades({ projectId, onUpgraded }: { projectId: number; onUpgraded: () => void }) {
  const plan = useLoaded(
    (signal) => api.call('projects.upgradePlan', { id: projectId }, { signal }),
    [projectId],
  );
  const behind =
    plan.value?.standards
      .map((standard) => ({ ...standard, datasheets: standard.datasheets.filter((one) => one.needsUpgrade) }))
      .filter(({ datasheets, planError }) => datasheets.length > 0 || planError !== null) ?? [];
  if (behind.length === 0) return null;
  return (
    <section class="notice">
      <h2>Upgrades to the pinned revisions</h2>
      {behind.map((standard) => (
        <OfStandard
          key={standard.standardId}
          projectId={projectId}
          standard={standard}
          onUpgraded={onUpgraded}
        />
      ))}
    </section>
  );
}

interface OfStandardProps {
  projectId: number;
  standard: PlannedStandard;
  onUpgraded: () => void;
}

function OfStandard({ projectId, standard, onUpgraded }: OfStandardProps) {
  const { standardId, name, target, datasheets, planError } = standard;
  const simple = datasheets.filter(
    ({ conflictCount, warnings }) => conflictCount === 0 && warnings.length === 0,
  );
  const open = datasheets.filter((one) => !simple.includes(one));
  return (
    <>
      <h3 dir="auto">
        {name} {target.code}
      </h3>
      {planError && <p>{planError}</p>}
      {simple.length > 0 && (
        <p>
          {simple.length} {simple.length === 1 ? 'datasheet needs' : 'datasheets need'} no decision.{' '}
          <ActionButton
            label={`Upgrade ${simple.length === 1 ? 'it' : 'them'}`}
            about={`to ${target.code}`}
            act={async () => {
              await api.call('standards.batchUpgrade', {
                standardId,
                project_id: projectId,
                datasheet_ids: simple.map(({ id }) => id),
                to_revision_id: target.id,
              });
              onUpgraded();
            }}
          />
        </p>
      )}
      {open.length > 0 && (
        <ul>
          {open.map(({ id, name: sheet, conflictCount }) => (
            <li key={id}>
              <a href={hrefOf(`/projects/${projectId}/datasheets/${id}/upgrade`)} dir="auto">
                {sheet}
              </a>
              : {conflictCount === null ? 'no plan' : `${conflictCount} to decide`}
            </li>
          ))}
        </ul>
      )}
    </>
  );
}
