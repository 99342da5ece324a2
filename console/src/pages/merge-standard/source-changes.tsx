/** The changes of the source that need no decision, each with its words. */
import { FieldChange } from '../../elements/field-change.tsx';
import { Pill } from '../../elements/pill.tsx';
import { ChangedWords } from '../../elements/words.tsx';
import type { MergePlan } from './plan.ts';
import { isSameText, type SourceComparison, statesInWords } from './source-comparison.ts';

type Entry = MergePlan['newElements'][number];

interface SourceChangesProps {
  plan: MergePlan;
  /** Null where it cannot be read: then the source is compared with the copy. */
  comparison: SourceComparison | null;
}

/** Folded, so that what is to be decided comes first. */
export function FoldedChanges(props: SourceChangesProps) {
  const { autoResolved, newElements, removedElements, conflicts } = props.plan.summary;
  const count = autoResolved + newElements + removedElements;
  if (count === 0) return null;
  return (
    <details class="taken" open={conflicts === 0}>
      <summary>
        {count === 1
          ? '1 change is taken without a question'
          : `${count} changes are taken without a question`}
      </summary>
      <SourceChanges {...props} />
    </details>
  );
}

export function SourceChanges({ plan, comparison }: SourceChangesProps) {
  return (
    <>
      <Entries title="New in the source" entries={plan.newElements} comparison={comparison} />
      <Entries title="Changed in the source" entries={plan.autoResolved} comparison={comparison} />
      <Entries title="Deleted in the source" entries={plan.removedElements} comparison={comparison} />
    </>
  );
}

interface EntriesProps {
  title: string;
  entries: readonly Entry[];
  comparison: SourceComparison | null;
}

function Entries({ title, entries, comparison }: EntriesProps) {
  if (entries.length === 0) return null;
  const changes = new Map(comparison?.clauses.map((change) => [change.element_id, change]));
  const fields = Map.groupBy(comparison?.fields ?? [], ({ element_id }) => element_id);
  return (
    <section>
      <h2>{title}</h2>
      <ul class="rows">
        {entries.map((entry) => {
          const { element_id, theirs, mine } = entry;
          const change = changes.get(element_id);
          const [from, to] = comparison ? [change?.before ?? null, change?.after ?? null] : [mine, theirs];
          const [before, after] = statesInWords(from, to);
          const changedFields = fields.get(element_id) ?? [];
          const isOwn = from !== null && mine !== null && comparison !== null && !isSameText(from, mine);
          return (
            <li key={element_id}>
              <Numbers entry={entry} /> {isOwn && to && <Pill>your own changes stay</Pill>}
              {before !== after && <ChangedWords from={before} to={after} />}
              {changedFields.length > 0 && (
                <ul class="rows">
                  {changedFields.map((field) => (
                    <FieldChange key={field.field_id} field={field} />
                  ))}
                </ul>
              )}
            </li>
          );
        })}
      </ul>
    </section>
  );
}

/** The printed number and heading, and where the clause was before. */
function Numbers({ entry }: { entry: Entry }) {
  const { address, previous_address, theirs, mine, movedItself } = entry;
  const { label } = theirs ?? mine ?? {};
  const heading = theirs?.toc_content || mine?.toc_content;
  return (
    <>
      <strong>{previous_address ? `${previous_address} → ${address}` : (label ?? address)}</strong>{' '}
      {heading && <bdi>{heading} </bdi>}
      {previous_address && <Pill>{movedItself ? 'moved' : 'renumbered'}</Pill>}
    </>
  );
}
