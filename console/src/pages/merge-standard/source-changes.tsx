/** The changes of the source that need no decision. */
import { Pill } from '../../elements/pill.tsx';
import { ChangedWords } from '../../elements/words.tsx';
import type { MergePlan, PlanSide } from './plan.ts';

type Entry = MergePlan['newElements'][number];

export function SourceChanges({ plan: { newElements, autoResolved, removedElements } }: { plan: MergePlan }) {
  return (
    <>
      <Entries title="New in the source" entries={newElements} />
      <Entries title="Changed in the source" entries={autoResolved} />
      <Entries title="Deleted in the source" entries={removedElements} />
    </>
  );
}

function Entries({ title, entries }: { title: string; entries: readonly Entry[] }) {
  if (entries.length === 0) return null;
  return (
    <section>
      <h2>{title}</h2>
      <ul class="rows">
        {entries.map(({ element_id, address, previous_address, theirs, mine, movedItself }) => (
          <li key={element_id}>
            <strong>{previous_address ? `${previous_address} → ${address}` : address}</strong>{' '}
            {previous_address && <Pill>{movedItself ? 'moved' : 'renumbered'}</Pill>}
            <ChangedWords from={mine ? inWords(mine) : ''} to={theirs ? inWords(theirs) : ''} />
          </li>
        ))}
      </ul>
    </section>
  );
}

const inWords = ({ toc_content, content }: PlanSide): string =>
  [toc_content, content].filter((part) => part !== '').join('\n\n');
