/** Finds a standard by its name and adds it to the draft at its current revision. */
import { useState } from 'preact/hooks';
import { api } from '../../api.ts';
import { ActionButton } from '../../elements/action-button.tsx';
import { Loading } from '../../elements/loading.tsx';
import { listStandards } from '../../list-standards.ts';
import { hrefOf } from '../../location.ts';
import { useLoaded } from '../../use-loaded.ts';

const SHOWN = 10;

interface AddStandardProps {
  projectId: number;
  /** The standards that the project has. */
  held: ReadonlySet<number>;
  onAdded: () => void;
}

export function AddStandard({ projectId, held, onAdded }: AddStandardProps) {
  const [words, setWords] = useState('');
  const [added, setAdded] = useState('');
  const found = useLoaded(
    (signal) =>
      listStandards(
        { search: words.trim() || undefined, page: 1, per_page: SHOWN, sort: 'name', sort_order: 'asc' },
        signal,
      ),
    [words],
  );
  return (
    <section>
      <h2>Add a standard</h2>
      {added !== '' && (
        <p class="done" role="status" dir="auto">
          {added}
        </p>
      )}
      <input
        class="find"
        type="search"
        aria-label="Find a standard by name"
        placeholder="Find a standard by name"
        value={words}
        onInput={({ currentTarget }) => setWords(currentTarget.value)}
      />
      <Loading of={found}>
        {({ standards, total }) => (
          <>
            {standards.length === 0 && <p class="empty">No standard that you may read has this name.</p>}
            <ul class="rows">
              {standards.map(({ id, name, current_revision, deprecated }) => (
                <li key={id}>
                  <a href={hrefOf(`/standards/${id}`)} dir="auto">
                    {name}
                  </a>
                  <span class="facts">
                    <span>{current_revision ? `Revision ${current_revision.code}` : 'not published'}</span>
                    {deprecated && <span class="tag">deprecated</span>}
                    {held.has(id) && <span>in the project</span>}
                  </span>
                  {current_revision && !held.has(id) && (
                    <ActionButton
                      label="Add"
                      about={name}
                      act={async () => {
                        const { standard, section_created } = await api.call('projects.standards.add', {
                          id: projectId,
                          action: 'import',
                          standardId: id,
                        });
                        const section = standard.category?.name ?? '';
                        setAdded(
                          `${standard.name} ${standard.standard_revision.code} is added${
                            section_created ? `, in a new section ${section}` : section && ` in ${section}`
                          }.`,
                        );
                        onAdded();
                      }}
                    />
                  )}
                </li>
              ))}
            </ul>
            {total > SHOWN && <p class="small">{total - SHOWN} more: type more of the name.</p>}
          </>
        )}
      </Loading>
    </section>
  );
}
