/** What the source of a customised copy changed, with a decision for each change that collides with the copy. */
import { useState } from 'preact/hooks';
import { api } from '../../api.ts';
import { Actions } from '../../elements/actions.tsx';
import type { Decision } from '../../elements/decided.ts';
import { Loading } from '../../elements/loading.tsx';
import { PageTitle } from '../../elements/page-title.tsx';
import { hrefOf } from '../../location.ts';
import type { PageProps } from '../../page-props.ts';
import { readName } from '../../read-standard.ts';
import { useUnsavedDecisions } from '../../unsaved-decisions.ts';
import { useLoaded } from '../../use-loaded.ts';
import { Conflicts } from './conflicts.tsx';
import { MergeActions } from './merge-actions.tsx';
import { Merged, type MergedProps } from './merged.tsx';
import type { MergePlan } from './plan.ts';
import { FoldedChanges } from './source-changes.tsx';
import { type SourceComparison, useSourceComparison } from './source-comparison.ts';

export default function MergeStandardPage({ params }: PageProps) {
  const id = Number(params.id);
  const [attempts, setAttempts] = useState(0);
  const [merged, setMerged] = useState<MergedProps | null>(null);
  const read = useLoaded(
    async (signal) => {
      const [plan, name] = await Promise.all([
        api.call('standards.mergePlan', { id }, { signal }),
        readName(id, signal),
      ]);
      return { plan, name };
    },
    [id],
    { reads: attempts, isSubject: true },
  );
  if (merged) return <Merged {...merged} />;
  return (
    <Loading of={read}>
      {({ plan, name }) =>
        plan.isCustomized ? (
          <Merge
            plan={plan}
            name={name}
            planAgain={() => setAttempts(attempts + 1)}
            onMerged={(comparison) => setMerged({ plan, name, comparison })}
          />
        ) : (
          <>
            <PageTitle title="Merge" />
            <p class="empty">
              This standard follows no source. <a href={hrefOf(`/standards/${id}`)}>Read it</a>, or customise
              a standard to follow it.
            </p>
          </>
        )
      }
    </Loading>
  );
}

interface MergeProps {
  plan: MergePlan;
  /** Of the copy. */
  name: string;
  planAgain: () => void;
  onMerged: (comparison: SourceComparison | null) => void;
}

function Merge({ plan, name, planAgain, onMerged }: MergeProps) {
  const { standard_id: id, parent, baseRevision, toRevision, conflicts, summary, warnings } = plan;
  const about = `merge ${id}`;
  const texts = new Map(conflicts.map((conflict) => [conflict.conflictId, textsOf(conflict)]));
  const [decisions, decide] = useUnsavedDecisions(about, texts, readDecision);
  const source = useSourceComparison(plan);
  const { autoResolved, newElements, removedElements } = summary;
  const changes = conflicts.length + autoResolved + newElements + removedElements;
  return (
    <>
      <PageTitle
        title={`Bring “${name}” up to date with “${parent?.name ?? 'its source'}” ${toRevision?.code ?? ''}`}
      >
        <Actions
          more={
            parent &&
            baseRevision &&
            toRevision && (
              <a
                class="button"
                href={hrefOf(`/standards/${parent.standard_id}/compare`, {
                  from: baseRevision.id,
                  to: toRevision.id,
                })}
              >
                What the source changed
              </a>
            )
          }
        >
          <a class="button" href={hrefOf(`/standards/${id}`)}>
            Read the copy
          </a>
        </Actions>
      </PageTitle>
      <p class="facts">
        {parent && <span dir="auto">{parent.libraryName}</span>}
        <span>
          from {baseRevision?.code} to {toRevision?.code}
        </span>
        <span>{conflicts.length} to decide</span>
        <span>{changes - conflicts.length} taken as they are</span>
      </p>
      {changes === 0 && (
        <p class="empty">
          The copy, or its open draft, has all that its source has. There is nothing to bring over.
        </p>
      )}
      {warnings.length > 0 && (
        <section>
          <h2>To look at</h2>
          <ul class="rows">
            {warnings.map(({ element_id, address, rule, message }) => (
              <li key={`${element_id} ${rule}`}>
                <strong>{address}</strong> <span dir="auto">{message}</span>
              </li>
            ))}
          </ul>
        </section>
      )}
      <Conflicts plan={plan} comparison={source.value ?? null} decisions={decisions} decide={decide} />
      <Loading of={source}>{(comparison) => <FoldedChanges plan={plan} comparison={comparison} />}</Loading>
      {changes > 0 && (
        <MergeActions
          plan={plan}
          decisions={decisions}
          about={about}
          planAgain={planAgain}
          onMerged={() => onMerged(source.value ?? null)}
        />
      )}
    </>
  );
}

const textsOf = ({ base, mine, theirs }: MergePlan['conflicts'][number]): string =>
  JSON.stringify([base, mine, theirs]);

const readDecision = (value: unknown): Decision | null => (isDecision(value) ? value : null);

const isDecision = (value: unknown): value is Decision =>
  typeof value === 'object' &&
  value !== null &&
  ['theirs', 'mine', 'combine'].includes(String(Reflect.get(value, 'choice')));
