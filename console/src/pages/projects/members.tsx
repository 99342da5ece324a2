/** Who is in a project: members with their roles, open invitations, and the invitation of one more. */
import { useState } from 'preact/hooks';
import { ApiError } from '../../../../shared/rest-client/api-error.ts';
import { api } from '../../api.ts';
import { ActionButton } from '../../elements/action-button.tsx';
import { Choice } from '../../elements/choices.tsx';
import { Field, Form, textOf } from '../../elements/form.tsx';
import { Loading } from '../../elements/loading.tsx';
import { Pill } from '../../elements/pill.tsx';
import type { PageProps } from '../../page-props.ts';
import { person } from '../../session.ts';
import { useLoaded } from '../../use-loaded.ts';
import { mayDo, type Project } from './project.ts';
import { ProjectFrame } from './project-frame.tsx';
import { CompanyChoice, readCompany } from './publish/company-choice.tsx';
import { GRANTED_ROLES, ROLES } from './roles.ts';

export default function MembersPage({ params }: PageProps) {
  return (
    <ProjectFrame id={params.id} part="Members">
      {(project) => <Members project={project} />}
    </ProjectFrame>
  );
}

function Members({ project }: { project: Project }) {
  const { id } = project;
  const [changes, setChanges] = useState(0);
  const reload = (): void => setChanges((before) => before + 1);
  const list = useLoaded((signal) => api.call('projects.members.list', { id }, { signal }), [id], {
    reads: changes,
  });
  return (
    <>
      <Loading of={list}>
        {({ members }) => (
          <ul class="rows">
            {members.map(({ user_id, name, role }) => (
              <li key={user_id}>
                <span dir="auto">{name}</span> <Pill>{ROLES[role]}</Pill>{' '}
                {role !== 'ProjectOwner' && mayDo(project, 'projects.members.remove') && (
                  <ActionButton
                    label={user_id === person.value?.user?.id ? 'Leave the project' : 'Remove'}
                    about={name}
                    confirm="Invitations that they sent and that nobody took up are withdrawn."
                    act={async () => {
                      await api.call('projects.members.remove', { id, userId: user_id });
                      reload();
                    }}
                  />
                )}{' '}
                {role !== 'ProjectOwner' && mayDo(project, 'projects.lead.appoint') && (
                  <ActionButton
                    label="Make lead"
                    about={name}
                    confirm="Whoever leads the project now becomes an administrator of it."
                    act={async () => {
                      await api.call('projects.lead.appoint', { id, userId: user_id });
                      reload();
                    }}
                  />
                )}
              </li>
            ))}
          </ul>
        )}
      </Loading>
      {mayDo(project, 'projects.invite') && (
        <>
          <Invitations project={project} changes={changes} onChanged={reload} />
          <Invite project={project} onInvited={reload} />
        </>
      )}
    </>
  );
}

interface InvitationsProps {
  project: Project;
  changes: number;
  onChanged: () => void;
}

function Invitations({ project, changes, onChanged }: InvitationsProps) {
  const { id } = project;
  const list = useLoaded((signal) => api.call('projects.invitations.list', { id }, { signal }), [id], {
    reads: changes,
  });
  return (
    <Loading of={list}>
      {({ invitations }) =>
        invitations.length > 0 && (
          <section>
            <h2>Invited</h2>
            <ul class="rows">
              {invitations.map(({ id: invitationId, email, permission_type, invited_at }) => (
                <li key={invitationId}>
                  <span dir="auto">{email}</span> <Pill>{ROLES[permission_type]}</Pill>
                  <span class="facts">
                    <time dateTime={invited_at}>since {invited_at.slice(0, 10)}</time>
                  </span>
                  <ActionButton
                    label="Withdraw"
                    about={`the invitation of ${email}`}
                    act={async () => {
                      await api.call('projects.invitations.withdraw', { id, invitationId });
                      onChanged();
                    }}
                  />
                </li>
              ))}
            </ul>
          </section>
        )
      }
    </Loading>
  );
}

function Invite({ project, onInvited }: { project: Project; onInvited: () => void }) {
  const [companies, setCompanies] = useState<readonly { id: number; name: string }[] | null>(null);
  return (
    <section class="medium">
      <h2>Invite</h2>
      <Form
        action="Invite"
        clears
        send={async (data) => {
          try {
            await api.call('projects.invite', {
              projectId: project.id,
              email: textOf(data, 'email'),
              permission_type:
                GRANTED_ROLES.find((one) => one === data.get('permission_type')) ?? 'ProjectViewer',
              ...(companies ? readCompany(data) : {}),
            });
          } catch (error) {
            if (error instanceof ApiError && error.is('project_needs_company'))
              setCompanies(error.metadata.companies);
            throw error;
          }
          setCompanies(null);
          onInvited();
        }}
      >
        <Field label="Email" name="email" type="email" autocomplete="off" />
        <Choice
          label="As"
          name="permission_type"
          value="ProjectViewer"
          choices={GRANTED_ROLES.map((one) => [one, ROLES[one]])}
        />
        {companies && <CompanyChoice companies={companies} />}
      </Form>
      <p class="small">For somebody who is a member already this changes the role.</p>
    </section>
  );
}
