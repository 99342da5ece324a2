/** Publishes the draft of a project: what stands in the way, what is still empty, what changes, and the form. */
import { useEffect, useState } from 'preact/hooks';
import type { EndpointResult } from '../../../../../shared/rest-client/endpoint-types.ts';
import { api } from '../../../api.ts';
import { Loading } from '../../../elements/loading.tsx';
import type { PageProps } from '../../../page-props.ts';
import { useLoaded } from '../../../use-loaded.ts';
import { Addendum } from '../addendum-entries.tsx';
import { mayDo, type Project } from '../project.ts';
import { ProjectFrame } from '../project-frame.tsx';
import { ReadinessList } from '../readiness.tsx';
import { EmptyValues } from './empty-values.tsx';
import { PublishForm } from './publish-form.tsx';
import { Published } from './published.tsx';
import { tryPublish } from './try-publish.ts';

type Outcome = EndpointResult<'projects.publish'>;

export default function PublishPage({ params }: PageProps) {
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  return (
    <ProjectFrame id={params.id} part="Publish">
      {(project, reload) => {
        if (outcome) return <Published project={project} outcome={outcome} />;
        if (!mayDo(project, 'projects.publish'))
          return (
            <p class="empty">
              {project.revision?.is_draft
                ? 'You may not publish this project.'
                : 'No draft is open. Open one on the overview, change it, then publish it here.'}
            </p>
          );
        return (
          <ReadyToPublish
            project={project}
            onPublished={(published) => {
              setOutcome(published);
              reload();
            }}
          />
        );
      }}
    </ProjectFrame>
  );
}

interface ReadyToPublishProps {
  project: Project;
  onPublished: (outcome: Outcome) => void;
}

function ReadyToPublish({ project, onPublished }: ReadyToPublishProps) {
  const [looks, setLooks] = useState(0);
  // What stands in the way may have been settled in another tab.
  useEffect(() => {
    const lookAgain = (): void => setLooks((before) => before + 1);
    addEventListener('focus', lookAgain);
    return () => removeEventListener('focus', lookAgain);
  }, []);
  const loaded = useLoaded(
    async (signal) => {
      const readiness = await api.call('projects.publishReadiness', { id: project.id }, { signal });
      return { readiness, asked: await tryPublish(project.id, readiness, signal) };
    },
    [project.id],
    { reads: looks },
  );
  return (
    <Loading of={loaded}>
      {({ readiness, asked }) => (
        <div class="columns publish">
          <PublishForm
            project={project}
            readiness={readiness}
            asked={asked}
            onPublished={onPublished}
            onBlocked={() => setLooks((before) => before + 1)}
          />
          <div>
            <section>
              <h2>Before you publish</h2>
              <ReadinessList projectId={project.id} readiness={readiness} asked={asked} />
              <EmptyValues projectId={project.id} />
            </section>
            {project.current_revision_id && project.revision?.is_draft && (
              <section>
                <h2>What it changes</h2>
                <Addendum
                  projectId={project.id}
                  from={project.current_revision_id}
                  to={project.revision.id}
                  shown={4}
                />
              </section>
            )}
          </div>
        </div>
      )}
    </Loading>
  );
}
