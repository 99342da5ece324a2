/** What is shown after a merge: what it brought into the draft, and what comes next. */
import { Done } from '../../elements/done.tsx';
import { PageTitle } from '../../elements/page-title.tsx';
import { hrefOf } from '../../location.ts';
import type { MergePlan } from './plan.ts';
import { SourceChanges } from './source-changes.tsx';
import type { SourceComparison } from './source-comparison.ts';

export interface MergedProps {
  plan: MergePlan;
  /** Of the copy. */
  name: string;
  comparison: SourceComparison | null;
}

export function Merged({ plan, name, comparison }: MergedProps) {
  const { standard_id: id, parent, toRevision, conflicts } = plan;
  const at = `/standards/${id}`;
  return (
    <>
      <PageTitle title={`“${name}” is up to date in its draft`} />
      <Done>
        <p>
          The draft has what “<bdi>{parent?.name}</bdi>” {toRevision?.code} changed
          {conflicts.length > 0 && `, and your decision about ${inWords(conflicts.length)}`}. Nobody else
          reads it before it is published.
        </p>
      </Done>
      <p>
        <a class="button main" href={hrefOf(`${at}/edit`)}>
          Look at the draft
        </a>{' '}
        <a class="button" href={hrefOf(`${at}/publish`)}>
          Publish it
        </a>
      </p>
      {conflicts.length > 0 && (
        <section>
          <h2>Decided by you</h2>
          <ul class="rows">
            {conflicts.map(({ conflictId, address, label, mine, theirs }) => {
              const { label: number, toc_content } = mine ?? theirs ?? {};
              return (
                <li key={conflictId} dir="auto">
                  {[number ?? address, toc_content, label].filter((part) => part).join(' ')}
                </li>
              );
            })}
          </ul>
        </section>
      )}
      <SourceChanges plan={plan} comparison={comparison} />
    </>
  );
}

const inWords = (count: number): string => (count === 1 ? 'one collision' : `${count} collisions`);
