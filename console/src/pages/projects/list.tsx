/** The projects that one may see, by how one has access; and the way to a new one. */
import { useState } from 'preact/hooks';
import type { EndpointResult } from '../../../../shared/rest-client/endpoint-types.ts';
import { api } from '../../api.ts';
import { Loading } from '../../elements/loading.tsx';
import { PageTitle } from '../../elements/page-title.tsx';
import { Pill } from '../../elements/pill.tsx';
import { hrefOf } from '../../location.ts';
import { person } from '../../session.ts';
import { useLoaded } from '../../use-loaded.ts';

type Row = EndpointResult<'projects.list'>['owned'][number];

const GROUPS = [
  ['owned', 'Projects that you lead'],
  ['company', 'Of your company'],
  ['shared', 'Shared with you'],
] as const;

export default function ProjectsPage() {
  const list = useLoaded((signal) => api.call('projects.list', {}, { signal }), []);
  const [words, setWords] = useState('');
  const [hidesArchived, setHidesArchived] = useState(true);
  const mayCreate = person.value?.permissions.includes('project:create');
  const isShown = ({ name, archived }: Row): boolean =>
    !(hidesArchived && archived) && name.toLowerCase().includes(words.trim().toLowerCase());
  return (
    <>
      <PageTitle title="Projects">
        <div class="actions">
          <input
            type="search"
            aria-label="Find by name"
            placeholder="Find by name"
            value={words}
            onInput={({ currentTarget }) => setWords(currentTarget.value)}
          />
          <label class="check">
            <input
              type="checkbox"
              checked={!hidesArchived}
              onChange={({ currentTarget }) => setHidesArchived(!currentTarget.checked)}
            />{' '}
            Archived too
          </label>
          {mayCreate && (
            <a class="button main" href={hrefOf('/projects/new')}>
              New project
            </a>
          )}
        </div>
      </PageTitle>
      <Loading of={list}>
        {(groups) => {
          const shown = GROUPS.map(([name, title]) => ({ title, rows: groups[name].filter(isShown) })).filter(
            ({ rows }) => rows.length > 0,
          );
          if (groups.total === 0)
            return (
              <p class="empty">
                There is no project that you may see yet.{' '}
                {mayCreate
                  ? 'Create the first one: it pins revisions of standards, and is filled in, published and exported.'
                  : 'Ask the lead of a project to invite you.'}
              </p>
            );
          if (shown.length === 0) return <p class="empty">No project is shown with these choices.</p>;
          return (
            <>
              {groups.truncated && (
                <p class="notice">There are more projects than this list has: the oldest are left out.</p>
              )}
              {shown.map(({ title, rows }) => (
                <section key={title}>
                  <h2>{title}</h2>
                  <ul class="rows">
                    {rows.map((row) => (
                      <ProjectRow key={row.id} row={row} />
                    ))}
                  </ul>
                </section>
              ))}
            </>
          );
        }}
      </Loading>
    </>
  );
}

function ProjectRow({
  row: { id, name, revision_code, status, vertical, city, state, archived },
}: {
  row: Row;
}) {
  return (
    <li>
      <a href={hrefOf(`/projects/${id}`)} dir="auto">
        {name}
      </a>
      <span class="facts">
        <span>{revision_code === null ? 'not published' : `revision ${revision_code}`}</span>
        {status && <span>{status}</span>}
        {vertical && <span>{vertical}</span>}
        {(city || state) && <span dir="auto">{[city, state].filter(Boolean).join(', ')}</span>}
        {archived && <Pill>archived</Pill>}
      </span>
    </li>
  );
}
