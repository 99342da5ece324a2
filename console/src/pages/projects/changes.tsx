/** What happened in a project, from a number on; what one has seen is remembered, so that new things stand out. */
import { useEffect, useState } from 'preact/hooks';
import type { EndpointResult } from '../../../../shared/rest-client/endpoint-types.ts';
import { api } from '../../api.ts';
import { Loading } from '../../elements/loading.tsx';
import { minuteOf } from '../../elements/minute.ts';
import { keep, readKept } from '../../kept.ts';
import { hrefOf, query } from '../../location.ts';
import type { PageProps } from '../../page-props.ts';
import { useLoaded } from '../../use-loaded.ts';
import type { Project } from './project.ts';
import { ProjectFrame } from './project-frame.tsx';

type Change = EndpointResult<'projects.changes'>['changes'][number];

const PER_PAGE = 100;

export default function ChangesPage({ params }: PageProps) {
  return (
    <ProjectFrame id={params.id} part="Changes">
      {(project) => <Changes project={project} />}
    </ProjectFrame>
  );
}

function Changes({ project }: { project: Project }) {
  const about = `changes of project ${project.id}`;
  const [seen] = useState(() => Number(readKept(about)?.value) || 0);
  const asked = query.value.get('since');
  const since = asked === null ? seen : Number(asked) || 0;
  const list = useLoaded(
    (signal) => api.call('projects.changes', { id: project.id, since, limit: PER_PAGE }, { signal }),
    [project.id, since],
  );
  const next = list.value?.next ?? 0;
  useEffect(() => {
    if (next > seen) keep(about, next);
  }, [next]);
  const page = (from: number): string => hrefOf(`/projects/${project.id}/changes`, { since: from });
  return (
    <Loading of={list}>
      {({ changes, more }) => (
        <>
          <p>
            {since === 0
              ? 'From the beginning.'
              : asked === null
                ? 'Since you were here.'
                : `After number ${since}.`}{' '}
            {since > 0 && (
              <a href={`${hrefOf(`/projects/${project.id}/changes`)}?since=0`}>From the beginning</a>
            )}
          </p>
          {changes.length === 0 && <p class="empty">Nothing has changed.</p>}
          <ul class="rows">
            {changes.map((change) => (
              <ChangeRow key={change.sequence} change={change} />
            ))}
          </ul>
          {more && (
            <nav class="paging" aria-label="Pages">
              <a href={page(next)}>Later changes</a>
            </nav>
          )}
        </>
      )}
    </Loading>
  );
}

function ChangeRow({ change: { sequence, kind, at, by, revision, subject, parts } }: { change: Change }) {
  return (
    <li>
      {kind.replaceAll('_', ' ')}
      {subject && ` (${subject.type} ${subject.id})`}
      <span class="facts">
        <span>{sequence}</span>
        <time dateTime={at}>{minuteOf(at)}</time>
        <span dir="auto">{by.displayName}</span>
        {revision && <span>revision {revision.code}</span>}
      </span>
      {parts.length > 0 && (
        <ul>
          {parts.map((part) => (
            <li key={`${part.kind} ${part.subject} ${part.action}`} dir="auto">
              {part.kind} {part.name}: {part.action}
              {part.count > 1 && ` (${part.count})`}
            </li>
          ))}
        </ul>
      )}
    </li>
  );
}
