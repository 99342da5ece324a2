/** What makes one revision of a project another, in the sentences of the service. */
import type { EndpointResult } from '../../../../shared/rest-client/endpoint-types.ts';
import { api } from '../../api.ts';
import { Loading } from '../../elements/loading.tsx';
import { useLoaded } from '../../use-loaded.ts';

type AddendumOfProject = Extract<EndpointResult<'projects.addendum'>, { entries: unknown }>;
type Entry = AddendumOfProject['entries'][number];

interface AddendumProps {
  projectId: number;
  from: number;
  to: number;
  /** How many entries are shown at once, the rest folded; all where absent. */
  shown?: number;
}

export function Addendum({ projectId, from, to, shown }: AddendumProps) {
  const loaded = useLoaded(
    async (signal) => {
      const addendum = await api.call('projects.addendum', { id: projectId, from, to }, { signal });
      if (!('entries' in addendum))
        throw new Error('The service answered with another form of the addendum.');
      return addendum;
    },
    [projectId, from, to],
  );
  return (
    <Loading of={loaded}>
      {({ entries, isComplete }) => (
        <>
          {entries.length === 0 && <p class="empty">Nothing differs.</p>}
          {!isComplete && <p class="notice">Words that are withheld from you are not shown.</p>}
          <Entries entries={entries.slice(0, shown)} />
          {shown !== undefined && entries.length > shown && (
            <details>
              <summary>{entries.length - shown} more</summary>
              <Entries entries={entries.slice(shown)} />
            </details>
          )}
        </>
      )}
    </Loading>
  );
}

const Entries = ({ entries }: { entries: readonly Entry[] }) => (
  <ul class="rows">
    {entries.map((entry) => (
      <EntryView key={`${entry.kind} ${entry.id}`} entry={entry} />
    ))}
  </ul>
);

function EntryView({ entry: { kind, change, sentence, values = [], instructions = [] } }: { entry: Entry }) {
  const details = [
    ...values.map((value) => value.sentence),
    ...instructions.map((instruction) => instruction.sentence),
  ];
  return (
    <li>
      <span class="tag">
        {kind} {change}
      </span>{' '}
      <span dir="auto">{sentence}</span>
      {details.length > 0 && (
        <details>
          <summary>
            {details.length} {details.length === 1 ? 'change' : 'changes'}
          </summary>
          <ul>
            {details.map((words, index) => (
              <li key={index} dir="auto">
                {words}
              </li>
            ))}
          </ul>
        </details>
      )}
    </li>
  );
}
