/** The revisions of a project, the newest first, with what can be done with each. */
import type { EndpointResult } from '../../../../shared/rest-client/endpoint-types.ts';
import { api } from '../../api.ts';
import { Loading } from '../../elements/loading.tsx';
import { minuteOf } from '../../elements/minute.ts';
import { Pill } from '../../elements/pill.tsx';
import { hrefOf } from '../../location.ts';
import type { PageProps } from '../../page-props.ts';
import { useLoaded } from '../../use-loaded.ts';
import type { Project } from './project.ts';
import { ProjectFrame } from './project-frame.tsx';
import { RevisionDownloads } from './revision-downloads.tsx';

type Revision = EndpointResult<'projects.revisions'>['revisions'][number];

export default function RevisionsPage({ params }: PageProps) {
  return (
    <ProjectFrame id={params.id} part="Revisions">
      {(project) => <Revisions project={project} />}
    </ProjectFrame>
  );
}

function Revisions({ project }: { project: Project }) {
  const list = useLoaded(
    (signal) => api.call('projects.revisions', { id: project.id }, { signal }),
    [project.id],
  );
  return (
    <Loading of={list}>
      {({ revisions, current_revision_id }) => (
        <>
          <ul class="rows">
            {revisions.map((revision, index) => (
              <RevisionRow
                key={revision.id}
                project={project}
                revision={revision}
                isCurrent={revision.id === current_revision_id}
                before={revisions[index + 1]}
              />
            ))}
          </ul>
          <p class="small">
            Whoever gets an export or a PDF checks it at <a href={hrefOf('/verify')}>Verify</a>, without an
            account.
          </p>
        </>
      )}
    </Loading>
  );
}

interface RevisionRowProps {
  project: Project;
  revision: Revision;
  isCurrent: boolean;
  before: Revision | undefined;
}

function RevisionRow({ project, revision, isCurrent, before }: RevisionRowProps) {
  const { id, code, name, is_draft, revision_type, published_at, published_by, acknowledged = [] } = revision;
  return (
    <li>
      <a href={hrefOf(`/projects/${project.id}/revisions/${id}`)} dir="auto">
        {code}
        {name !== '' && ` ${name}`}
      </a>{' '}
      {is_draft && <Pill state="draft">draft</Pill>} {isCurrent && <Pill state="current">current</Pill>}
      <span class="facts">
        <span>{revision_type.replace('_', ' ')}</span>
        {published_at && <time dateTime={published_at}>{minuteOf(published_at)}</time>}
        {published_by && <span dir="auto">{published_by.displayName}</span>}
        {before && (
          <a href={hrefOf(`/projects/${project.id}/addendum`, { from: before.id, to: id })}>
            What changed since {before.code}
          </a>
        )}
      </span>
      {revision.description !== '' && (
        <p class="words" dir="auto">
          {revision.description}
        </p>
      )}
      {acknowledged.map((one) => (
        <p key={one.standardId} class="small" dir="auto">
          {one.by.name} acknowledged a notice on standard {one.standardId}, {minuteOf(one.at)}
        </p>
      ))}
      <RevisionDownloads project={project} revisionId={id} code={code} />
    </li>
  );
}
