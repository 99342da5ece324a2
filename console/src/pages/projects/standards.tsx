/** The standards that a project pins, by section, each with its revision; pins are brought current and standards added. */
import { useState } from 'preact/hooks';
import type { EndpointResult } from '../../../../shared/rest-client/endpoint-types.ts';
import { api } from '../../api.ts';
import { ActionButton } from '../../elements/action-button.tsx';
import { Loading } from '../../elements/loading.tsx';
import { hrefOf } from '../../location.ts';
import type { PageProps } from '../../page-props.ts';
import { useLoaded } from '../../use-loaded.ts';
import { AddStandard } from './add-standard.tsx';
import { PinChanges } from './pin-changes.tsx';
import { mayDo, type Project } from './project.ts';
import { ProjectFrame } from './project-frame.tsx';

type Row = EndpointResult<'projects.standards.list'>['standards'][number];

export default function ProjectStandardsPage({ params }: PageProps) {
  return (
    <ProjectFrame id={params.id} part="Standards">
      {(project) => <Standards project={project} />}
    </ProjectFrame>
  );
}

function Standards({ project }: { project: Project }) {
  const { id } = project;
  const [changes, setChanges] = useState(0);
  const reload = (): void => setChanges((before) => before + 1);
  const list = useLoaded(
    (signal) => api.call('projects.standards.list', { id, include_archived: true }, { signal }),
    [id],
    { reads: changes },
  );
  const mayPin = mayDo(project, 'projects.standardRevisions.apply');
  return (
    <>
      <Loading of={list}>
        {({ standards, truncated }) =>
          standards.length === 0 ? (
            <p class="empty">
              No standard is in this project yet.
              {mayDo(project, 'projects.standards.add') && ' Find the first one below and add it.'}
            </p>
          ) : (
            <>
              {truncated && <p class="notice">There are more standards than this list has.</p>}
              {[...bySection(standards)].map(([section, rows]) => (
                <section key={section}>
                  <h2 dir="auto">{section}</h2>
                  <ul class="rows">
                    {rows.map((row) => (
                      <StandardRow key={row.standard_id} project={project} row={row} reload={reload} />
                    ))}
                  </ul>
                </section>
              ))}
            </>
          )
        }
      </Loading>
      {mayPin && <PinChanges key={changes} projectId={id} onApplied={reload} />}
      {mayDo(project, 'projects.standards.add') && <AddStandard projectId={id} onAdded={reload} />}
    </>
  );
}

const bySection = (rows: readonly Row[]): Map<string, Row[]> =>
  Map.groupBy(rows, ({ category, archived }) =>
    archived ? 'Archived' : (category?.name ?? 'In no section'),
  );

interface StandardRowProps {
  project: Project;
  row: Row;
  reload: () => void;
}

function StandardRow({ project, row, reload }: StandardRowProps) {
  const { standard_id, name, standard_revision, library, datasheet_count, archived } = row;
  const about = { id: project.id, standardId: standard_id };
  return (
    <li>
      <a href={hrefOf(`/standards/${standard_id}`, { revision: standard_revision.id })} dir="auto">
        {name}
      </a>
      <span class="facts">
        <span>Revision {standard_revision.code}</span>
        {library && <span dir="auto">{library.name}</span>}
        <a href={hrefOf(`/projects/${project.id}/datasheets`, { standard: standard_id })}>
          {datasheet_count} {datasheet_count === 1 ? 'datasheet' : 'datasheets'}
        </a>
      </span>
      {archived ? (
        <>
          {mayDo(project, 'projects.standards.restore') && (
            <ActionButton
              label="Restore"
              about={name}
              act={async () => {
                await api.call('projects.standards.restore', about);
                reload();
              }}
            />
          )}{' '}
          {mayDo(project, 'projects.standards.removeArchived') && (
            <ActionButton
              label="Remove for good"
              removes
              about={name}
              confirm="Its datasheets go with it. Published revisions keep both."
              act={async () => {
                await api.call('projects.standards.removeArchived', about);
                reload();
              }}
            />
          )}
        </>
      ) : (
        mayDo(project, 'projects.standards.archive') && (
          <ActionButton
            label="Archive"
            removes
            about={name}
            confirm={`Its ${datasheet_count} datasheets are archived with it. Both can be restored.`}
            act={async () => {
              await api.call('projects.standards.archive', about);
              reload();
            }}
          />
        )
      )}
    </li>
  );
}
