/** The datasheets of a project by standard, with the way to a new one. */
import { useState } from 'preact/hooks';
import type { EndpointResult } from '../../../../shared/rest-client/endpoint-types.ts';
import { api } from '../../api.ts';
import { ActionButton } from '../../elements/action-button.tsx';
import { Loading } from '../../elements/loading.tsx';
import { hrefOf, query } from '../../location.ts';
import type { PageProps } from '../../page-props.ts';
import { useLoaded } from '../../use-loaded.ts';
import { type DatasheetRow, DatasheetRowView } from './datasheet-row.tsx';
import { NewDatasheet } from './new-datasheet.tsx';
import { mayDo, type Project } from './project.ts';
import { ProjectFrame } from './project-frame.tsx';
import { Spreadsheet } from './spreadsheet.tsx';
import { Upgrades } from './upgrades.tsx';

export type StandardRow = EndpointResult<'projects.standards.list'>['standards'][number];

export default function ProjectDatasheetsPage({ params }: PageProps) {
  return (
    <ProjectFrame id={params.id} part="Datasheets">
      {(project) => <Datasheets project={project} />}
    </ProjectFrame>
  );
}

function Datasheets({ project }: { project: Project }) {
  const { id } = project;
  const only = Number(query.value.get('standard')) || undefined;
  const [changes, setChanges] = useState(0);
  const reload = (): void => setChanges((before) => before + 1);
  const lists = useLoaded(
    async (signal) => {
      const [{ standards }, { datasheets, truncated }] = await Promise.all([
        api.call('projects.standards.list', { id }, { signal }),
        api.call('projects.datasheets.list', { id, include_archived: true }, { signal }),
      ]);
      return { standards, datasheets, truncated };
    },
    [id],
    { reads: changes },
  );
  return (
    <Loading of={lists}>
      {({ standards, datasheets, truncated }) => {
        const shown = standards.filter(({ standard_id }) => only === undefined || standard_id === only);
        const archived = datasheets.filter((sheet) => sheet.archived);
        if (standards.length === 0)
          return (
            <p class="empty">
              Datasheets are filled in for the standards of the project.{' '}
              <a href={hrefOf(`/projects/${id}/standards`)}>Add the first standard.</a>
            </p>
          );
        return (
          <>
            {only !== undefined && <a href={hrefOf(`/projects/${id}/datasheets`)}>Of all standards</a>}
            {mayDo(project, 'standards.batchUpgrade') && (
              <Upgrades key={changes} projectId={id} onUpgraded={reload} />
            )}
            {truncated && <p class="notice">There are more datasheets than this list has.</p>}
            {shown.map((standard) => (
              <OfStandard
                key={standard.standard_id}
                project={project}
                standard={standard}
                datasheets={datasheets.filter(
                  (sheet) => !sheet.archived && sheet.standard_id === standard.standard_id,
                )}
                reload={reload}
              />
            ))}
            <Spreadsheet project={project} onImported={reload} />
            {archived.length > 0 && <Archived project={project} datasheets={archived} reload={reload} />}
          </>
        );
      }}
    </Loading>
  );
}

interface OfStandardProps {
  project: Project;
  standard: StandardRow;
  datasheets: readonly DatasheetRow[];
  reload: () => void;
}

function OfStandard({ project, standard, datasheets, reload }: OfStandardProps) {
  return (
    <section>
      <h2 dir="auto">
        {standard.name} <span class="tag">{standard.standard_revision.code}</span>
      </h2>
      {datasheets.length === 0 && <p class="empty">No datasheet is filled in for this standard yet.</p>}
      <ul class="rows dense">
        {datasheets.map((sheet) => (
          <DatasheetRowView key={sheet.id} project={project} sheet={sheet} reload={reload} />
        ))}
      </ul>
      {mayDo(project, 'datasheets.create') && <NewDatasheet projectId={project.id} standard={standard} />}
    </section>
  );
}

function Archived({ project, datasheets, reload }: Omit<OfStandardProps, 'standard'>) {
  return (
    <details>
      <summary>Archived ({datasheets.length})</summary>
      <ul class="rows">
        {datasheets.map(({ id, name }) => (
          <li key={id}>
            <span dir="auto">{name}</span>{' '}
            {mayDo(project, 'projects.datasheets.restore') && (
              <ActionButton
                label="Restore"
                about={name}
                act={async () => {
                  await api.call('projects.datasheets.restore', { id: project.id, datasheetInstanceId: id });
                  reload();
                }}
              />
            )}{' '}
            {mayDo(project, 'projects.datasheets.removeArchived') && (
              <ActionButton
                label="Remove for good"
                removes
                about={name}
                confirm="Published revisions keep it."
                act={async () => {
                  await api.call('projects.datasheets.removeArchived', {
                    id: project.id,
                    datasheetInstanceId: id,
                  });
                  reload();
                }}
              />
            )}
          </li>
        ))}
      </ul>
    </details>
  );
}
