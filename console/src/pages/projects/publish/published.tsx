/** What was published, and what can be done with it now. */
import type { EndpointResult } from '../../../../../shared/rest-client/endpoint-types.ts';
import { hrefOf } from '../../../location.ts';
import type { Project } from '../project.ts';
import { RevisionDownloads } from '../revision-downloads.tsx';

interface PublishedProps {
  project: Project;
  outcome: EndpointResult<'projects.publish'>;
}

export function Published({ project, outcome: { revision, acknowledged } }: PublishedProps) {
  return (
    <>
      <div class="done" role="status">
        <p dir="auto">
          Revision {revision.code}, {revision.name}, is published and sealed.
        </p>
        {acknowledged && acknowledged.length > 0 && (
          <p>
            It records that {acknowledged[0]?.by.name} acknowledged {acknowledged.length}{' '}
            {acknowledged.length === 1 ? 'notice' : 'notices'}.
          </p>
        )}
        <p class="small">
          SHA-256 of its content: <code>{revision.content_hash}</code>
        </p>
      </div>
      <RevisionDownloads project={project} revisionId={revision.id} code={revision.code} />
      <p>
        <a href={hrefOf(`/projects/${project.id}/revisions`)}>All revisions</a>
      </p>
    </>
  );
}
