/** Upgrades a datasheet to another revision of its standard: each recorded value that does not fit by itself is decided. */
import { useRef, useState } from 'preact/hooks';
import { ApiError } from '../../../../../shared/rest-client/api-error.ts';
import type { EndpointParams, EndpointResult } from '../../../../../shared/rest-client/endpoint-types.ts';
import { api } from '../../../api.ts';
import { Form, textOf } from '../../../elements/form.tsx';
import { Loading } from '../../../elements/loading.tsx';
import { PageTitle } from '../../../elements/page-title.tsx';
import { UnsavedTextArea } from '../../../elements/unsaved-text-area.tsx';
import { goTo, hrefOf, query } from '../../../location.ts';
import type { PageProps } from '../../../page-props.ts';
import { useUnsavedDecisions } from '../../../unsaved-decisions.ts';
import { discardInput } from '../../../unsaved-input.ts';
import { useLoaded } from '../../../use-loaded.ts';
import { ConflictCard, readDecision } from './conflict-card.tsx';
import type { DatasheetUpgradePlan } from './plan.ts';
import { PlanRemarks } from './plan-remarks.tsx';
import { SheetChanges } from './sheet-changes.tsx';

type Status = EndpointResult<'datasheets.upgradeStatus'>;
type Resolution = NonNullable<EndpointParams<'datasheets.upgrade'>['resolutions']>[number];

export default function UpgradePage({ params }: PageProps) {
  const id = Number(params.sheet);
  const asked = Number(query.value.get('to')) || undefined;
  const [reads, setReads] = useState(0);
  // The revision of the datasheet that was looked at first.
  const looked = useRef<number | null>(null);
  const loaded = useLoaded(
    async (signal) => {
      const [status, sheet] = await Promise.all([
        api.call('datasheets.upgradeStatus', { id }, { signal }),
        api.call('datasheets.get', { id, format: 'compact' }, { signal }),
      ]);
      // What publishing needs, unless another one is chosen.
      const toRevisionId = asked ?? status.pinned?.id;
      const plan = await api.call('datasheets.upgradePlan', { id, toRevisionId }, { signal });
      looked.current ??= sheet.revision.id;
      return { status, plan, name: sheet.name, sheetRevision: sheet.revision.id };
    },
    [id, asked],
    { isSubject: true, reads },
  );
  const sheetPath = `/projects/${params.id}/datasheets/${id}`;
  return (
    <Loading of={loaded}>
      {({ status, plan, name, sheetRevision }) => (
        <>
          <p class="above">
            <a href={hrefOf(sheetPath)} dir="auto">
              {name}
            </a>
          </p>
          <PageTitle title={`Upgrade ${name}`} />
          <Target status={status} plan={plan} path={`${sheetPath}/upgrade`} />
          {plan.needsUpgrade ? (
            <>
              {looked.current !== null && looked.current !== sheetRevision && (
                <SheetChanges id={id} from={looked.current} to={sheetRevision} />
              )}
              <PlanForm
                key={plan.target.id}
                plan={plan}
                onMoved={() => setReads(reads + 1)}
                onDone={() => goTo(hrefOf(sheetPath))}
              />
            </>
          ) : (
            <p class="empty">The datasheet is on revision {plan.target.code} already.</p>
          )}
        </>
      )}
    </Loading>
  );
}

function Target({ status, plan, path }: { status: Status; plan: DatasheetUpgradePlan; path: string }) {
  const { pinned, current } = status;
  return (
    <>
      <p class="facts">
        <span>
          {plan.currentStandardRevision.code} → {plan.target.code}
        </span>
        <a
          href={hrefOf(`/standards/${status.standard_id}/compare`, {
            from: plan.currentStandardRevision.id,
            to: plan.target.id,
          })}
        >
          What changed in the standard
        </a>
      </p>
      {pinned && current && pinned.id !== current.id && (
        <p>
          {plan.target.id === pinned.id ? (
            <>
              The project pins {pinned.code}.{' '}
              <a href={hrefOf(path, { to: current.id })}>Upgrade to the current {current.code}</a> instead,
              which moves the pin too.
            </>
          ) : (
            <>
              This also moves the pin of the project from {pinned.code}.{' '}
              <a href={hrefOf(path)}>Upgrade to {pinned.code}</a> instead.
            </>
          )}
        </p>
      )}
    </>
  );
}

interface PlanFormProps {
  plan: DatasheetUpgradePlan;
  /** The datasheet is another one than when it was read. */
  onMoved: () => void;
  onDone: () => void;
}

function PlanForm({ plan, onMoved, onDone }: PlanFormProps) {
  const about = `upgrade of datasheet ${plan.id} to ${plan.target.id}`;
  const summaryOf = `summary of the ${about}`;
  const [decisions, decide] = useUnsavedDecisions(
    about,
    new Map(plan.conflicts.map((conflict) => [conflict.elementId, JSON.stringify(conflict)])),
    readDecision,
  );
  const undecided = plan.conflicts.filter(({ elementId }) => !decisions.has(elementId)).length;
  const send = async (data: FormData): Promise<void> => {
    if (undecided > 0) throw new Error(`${undecided} values are not decided yet.`);
    const resolutions = [...decisions].map(
      ([elementId, { resolution, value }]): Resolution =>
        resolution === 'user_modified'
          ? { elementId, resolution, newValue: value }
          : { elementId, resolution },
    );
    const summary = textOf(data, 'summary');
    const body = { id: plan.id, toStandardRevisionId: plan.target.id, resolutions };
    try {
      // What was decided is about the values that were shown.
      await api.call(
        'datasheets.upgrade',
        { ...body, ...(summary === '' ? {} : { summary }) },
        { ifMatch: plan.version },
      );
    } catch (error) {
      if (!(error instanceof ApiError) || ![409, 412].includes(error.status)) throw error;
      onMoved();
      if (error.is('PRECONDITION_FAILED') || error.is('EDIT_CONFLICT'))
        throw new Error('The datasheet has changed since you looked: see above what, then upgrade it.');
      throw error;
    }
    discardInput(about);
    discardInput(summaryOf);
    onDone();
  };
  return (
    <Form action={undecided > 0 ? `Upgrade (${undecided} to decide)` : 'Upgrade'} send={send}>
      {plan.conflicts.length === 0 && <p class="done">Every recorded value fits by itself.</p>}
      {plan.conflicts.map((conflict) => (
        <ConflictCard
          key={conflict.elementId}
          conflict={conflict}
          decision={decisions.get(conflict.elementId)}
          onDecide={(decision) => decide(conflict.elementId, decision)}
        />
      ))}
      <PlanRemarks plan={plan} />
      <div class="medium">
        <UnsavedTextArea about={summaryOf} label="Summary" name="summary" optional rows={2} />
      </div>
    </Form>
  );
}
