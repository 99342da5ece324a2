/** A revision of a project: its standards, each with the way to its clauses and their values. */
import { api } from '../../api.ts';
import { Loading } from '../../elements/loading.tsx';
import { hrefOf } from '../../location.ts';
import type { PageProps } from '../../page-props.ts';
import { useLoaded } from '../../use-loaded.ts';
import { ProjectFrame } from './project-frame.tsx';
import { RevisionDownloads } from './revision-downloads.tsx';

export default function RevisionPage({ params }: PageProps) {
  const id = Number(params.id);
  const revisionId = Number(params.revision);
  const lists = useLoaded(
    async (signal) => {
      const [details, { standards }] = await Promise.all([
        api.call('projects.details', { id, revisionId }, { signal }),
        api.call('projects.standards.list', { id, revisionId }, { signal }),
      ]);
      return { revision: 'stakeholders' in details ? details.revision : null, standards };
    },
    [id, revisionId],
  );
  return (
    <ProjectFrame id={params.id} part="Revision">
      {(project) => (
        <Loading of={lists}>
          {({ revision, standards }) => (
            <>
              <h2 dir="auto">
                Revision {revision?.code} {revision?.name}
              </h2>
              {revision?.content_hash && (
                <p class="small">
                  SHA-256 of its content: <code>{revision.content_hash}</code>
                </p>
              )}
              <RevisionDownloads project={project} revisionId={revisionId} code={revision?.code ?? ''} />
              <ul class="rows">
                {standards.map(({ standard_id, name, standard_revision, datasheet_count }) => (
                  <li key={standard_id}>
                    <a
                      href={hrefOf(`/projects/${id}/standards/${standard_id}`, { revision: revisionId })}
                      dir="auto"
                    >
                      {name}
                    </a>
                    <span class="facts">
                      <span>Revision {standard_revision.code}</span>
                      <span>
                        {datasheet_count} {datasheet_count === 1 ? 'datasheet' : 'datasheets'}
                      </span>
                    </span>
                  </li>
                ))}
              </ul>
            </>
          )}
        </Loading>
      )}
    </ProjectFrame>
  );
}
