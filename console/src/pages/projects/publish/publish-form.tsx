/** The form of a publication, with all that the service asks for: notices by name, the company, a draft that has changed. */
import { useState } from 'preact/hooks';
import { PROJECT_REVISION_TYPES } from '../../../../../shared/contracts/projects/vocabulary.ts';
import { ApiError } from '../../../../../shared/rest-client/api-error.ts';
import type { EndpointParams, EndpointResult } from '../../../../../shared/rest-client/endpoint-types.ts';
import { api } from '../../../api.ts';
import { Choice } from '../../../elements/choices.tsx';
import { Field, Form, textOf } from '../../../elements/form.tsx';
import { UnsavedTextArea } from '../../../elements/unsaved-text-area.tsx';
import { discardInput } from '../../../unsaved-input.ts';
import type { Project } from '../project.ts';
import type { PublishReadiness } from '../readiness.tsx';
import type { Asked } from './asked.ts';
import { CompanyChoice, readCompany } from './company-choice.tsx';
import { HoldsChoice, readAcknowledgment } from './holds-choice.tsx';
import { SinceYouLooked, type StaleDraft } from './since-you-looked.tsx';

interface PublishFormProps {
  project: Project;
  readiness: PublishReadiness;
  /** What a trial has asked for. */
  asked: Asked;
  onPublished: (outcome: EndpointResult<'projects.publish'>) => void;
  /** Something stands in the way that was not there when the page was read. */
  onBlocked: () => void;
}

export function PublishForm({ project, readiness, asked, onPublished, onBlocked }: PublishFormProps) {
  const about = `description of a revision of project ${project.id}`;
  const [looked, setLooked] = useState(readiness.version);
  const [stale, setStale] = useState<StaleDraft | null>(null);
  // What a refusal asked for is newer than the trial before it, and older than the next one.
  const [refused, setRefused] = useState<{ after: Asked; asked: Partial<Asked> }>({
    after: asked,
    asked: {},
  });
  const { holds, companies } = refused.after === asked ? { ...asked, ...refused.asked } : asked;
  const refuse = (more: Partial<Asked>): void =>
    setRefused((before) => ({
      after: asked,
      asked: before.after === asked ? { ...before.asked, ...more } : more,
    }));
  /** @returns the error in words of this page */
  const note = (error: unknown): unknown => {
    if (!(error instanceof ApiError)) return error;
    if (error.is('PUBLISH_BLOCKED')) onBlocked();
    if (error.is('PROJECT_HOLDS_REVOKED_STANDARD')) {
      refuse({ holds: error.metadata });
      return new Error(
        'The moderation notices are other ones since you looked. Acknowledge them as they are now.',
      );
    }
    if (error.is('project_needs_company')) {
      refuse({ companies: error.metadata.companies });
      return new Error('Choose the company that the project belongs to, then publish.');
    }
    if (error.is('EDIT_CONFLICT') && 'changes' in error.metadata) {
      setStale(error.metadata);
      setLooked(error.metadata.currentVersion);
    }
    return error;
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
      discardInput(about);
      onPublished(outcome);
    } catch (error) {
      throw note(error);
    }
  };
  return (
    <section>
      <h2>Publish revision {project.revision?.code}</h2>
      <Form
        action={stale ? 'Publish it as it is now' : 'Publish'}
        send={send}
        idle={whyNot(readiness, { holds, companies })}
      >
        <div class="columns">
          <Field
            label="Name of the revision"
            name="revision_name"
            optional
            value={project.revision?.name}
            hint="Such as “Issued for tender”."
          />
          <Choice
            label="Purpose of this revision"
            name="revision_type"
            value={project.revision?.revision_type ?? 'other'}
            choices={PROJECT_REVISION_TYPES.map((type) => [type, type.replace('_', ' ')])}
          />
        </div>
        <UnsavedTextArea
          label="Description"
          name="description"
          optional
          rows={3}
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

/** Undefined where it can be published. */
function whyNot({ ready, blockers }: PublishReadiness, { holds, companies }: Asked): string | undefined {
  if (!ready)
    return blockers.length === 1
      ? 'Settle the point that is named beside first.'
      : `Settle the ${blockers.length} points that are named beside first.`;
  if (holds?.blockedStandards.some(({ acknowledgeable }) => !acknowledgeable))
    return 'The whole text of a standard is withheld. Move its pin, or take the standard out.';
  return companies?.length === 0 ? 'A company has to own the project, and you are in none.' : undefined;
}
