/** Publishes the draft of a project: what stands in the way, what changes, and all that the service asks for on the way. */
import { useState } from 'preact/hooks';
import { PROJECT_REVISION_TYPES } from '../../../../../shared/contracts/projects/vocabulary.ts';
import { ApiError } from '../../../../../shared/rest-client/api-error.ts';
import type { EndpointParams, EndpointResult } from '../../../../../shared/rest-client/endpoint-types.ts';
import { api } from '../../../api.ts';
import { Choice } from '../../../elements/choices.tsx';
import { Field, Form, textOf } from '../../../elements/form.tsx';
import { KeptTextArea } from '../../../elements/kept-text-area.tsx';
import { Loading } from '../../../elements/loading.tsx';
import { forget } from '../../../kept.ts';
import type { PageProps } from '../../../page-props.ts';
import { useLoaded } from '../../../use-loaded.ts';
import { Addendum } from '../addendum-entries.tsx';
import { mayDo, type Project } from '../project.ts';
import { ProjectFrame } from '../project-frame.tsx';
import { type PublishReadiness, ReadinessList } from '../readiness.tsx';
import { CompanyChoice, readCompany } from './company-choice.tsx';
import { type Holds, HoldsChoice, readAcknowledgment } from './holds-choice.tsx';
import { Published } from './published.tsx';
import { SinceYouLooked, type StaleDraft } from './since-you-looked.tsx';

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
  const readiness = useLoaded(
    (signal) => api.call('projects.publishReadiness', { id: project.id }, { signal }),
    [project.id],
    { reads: looks },
  );
  return (
    <Loading of={readiness}>
      {(loaded) => (
        <>
          <ReadinessList projectId={project.id} readiness={loaded} />
          <div class="columns">
            <PublishForm
              project={project}
              readiness={loaded}
              onPublished={onPublished}
              onBlocked={() => setLooks(looks + 1)}
            />
            {project.current_revision_id && project.revision?.is_draft && (
              <section>
                <h2>What it changes</h2>
                <Addendum
                  projectId={project.id}
                  from={project.current_revision_id}
                  to={project.revision.id}
                />
              </section>
            )}
          </div>
        </>
      )}
    </Loading>
  );
}

interface PublishFormProps extends ReadyToPublishProps {
  readiness: PublishReadiness;
  onBlocked: () => void;
}

function PublishForm({ project, readiness, onPublished, onBlocked }: PublishFormProps) {
  const about = `description of a revision of project ${project.id}`;
  const [looked, setLooked] = useState(readiness.version);
  const [stale, setStale] = useState<StaleDraft | null>(null);
  const [holds, setHolds] = useState<Holds | null>(null);
  const [companies, setCompanies] = useState<readonly { id: number; name: string }[] | null>(null);
  const note = (error: unknown): void => {
    if (!(error instanceof ApiError)) return;
    if (error.is('PUBLISH_BLOCKED')) onBlocked();
    if (error.is('PROJECT_HOLDS_REVOKED_STANDARD')) setHolds(error.metadata);
    if (error.is('project_needs_company')) setCompanies(error.metadata.companies);
    if (error.is('EDIT_CONFLICT')) {
      const { metadata } = error;
      if ('changes' in metadata) {
        setStale(metadata);
        setLooked(metadata.currentVersion);
      }
    }
  };
  const send = async (data: FormData): Promise<void> => {
    const type = PROJECT_REVISION_TYPES.find((one) => one === data.get('revision_type'));
    const body: EndpointParams<'projects.publish'> = {
      id: project.id,
      ...(looked === null ? {} : { baseVersion: looked }),
      ...(textOf(data, 'revision_name') === '' ? {} : { revision_name: textOf(data, 'revision_name') }),
      ...(type ? { revision_type: type } : {}),
      ...(textOf(data, 'description') === '' ? {} : { description: textOf(data, 'description') }),
      ...(holds ? { acknowledgeHolds: readAcknowledgment(data, holds) } : {}),
      ...(companies ? readCompany(data) : {}),
    };
    try {
      const outcome = await api.call('projects.publish', body);
      forget(about);
      onPublished(outcome);
    } catch (error) {
      note(error);
      throw error;
    }
  };
  return (
    <section>
      <h2>Publish revision {project.revision?.code}</h2>
      <Form action={stale ? 'Publish it as it is now' : 'Publish'} send={send}>
        <Field
          label="Name of the revision"
          name="revision_name"
          optional
          value={project.revision?.name}
          hint="Such as “Issued for tender”."
        />
        <Choice
          label="For"
          name="revision_type"
          value={project.revision?.revision_type ?? 'other'}
          choices={PROJECT_REVISION_TYPES.map((type) => [type, type.replace('_', ' ')])}
        />
        <KeptTextArea
          label="Description"
          name="description"
          optional
          about={about}
          value={project.revision?.description}
        />
        {stale && <SinceYouLooked stale={stale} />}
        {holds && <HoldsChoice key={holds.acknowledgmentToken} projectId={project.id} holds={holds} />}
        {companies && <CompanyChoice companies={companies} />}
      </Form>
    </section>
  );
}
