/** The members of a company and those who are invited, with their roles. */
import { useState } from 'preact/hooks';
import { COMPANY_ROLES, type CompanyRole } from '../../../../shared/contracts/permissions.ts';
import type { EndpointResult } from '../../../../shared/rest-client/endpoint-types.ts';
import { api } from '../../api.ts';
import { ActionButton } from '../../elements/action-button.tsx';
import { Choice } from '../../elements/choices.tsx';
import { Field, Form, textOf } from '../../elements/form.tsx';
import { Loading } from '../../elements/loading.tsx';
import { Pill } from '../../elements/pill.tsx';
import { Problem } from '../../elements/problem.tsx';
import { person } from '../../session.ts';
import { useLoaded } from '../../use-loaded.ts';
import { ROLE_WORDS } from './role-words.ts';

type Member = EndpointResult<'companies.members.list'>['members'][number];

interface MembersProps {
  id: number;
  may: (action: string) => boolean;
}

const ROLES = COMPANY_ROLES.map((role) => [role, ROLE_WORDS[role]] as const);

export function Members({ id, may }: MembersProps) {
  const [changes, setChanges] = useState(0);
  const [invited, setInvited] = useState('');
  const list = useLoaded((signal) => api.call('companies.members.list', { id }, { signal }), [id], {
    reads: changes,
  });
  const changed = (): void => setChanges(changes + 1);
  return (
    <section>
      <h2>Members</h2>
      <Loading of={list}>
        {({ members }) => (
          <>
            <ul class="rows">
              {members.map((member) => (
                <li key={member.user_id ?? member.invitation_id}>
                  <span dir="auto">{member.name ?? member.email}</span>
                  <span class="facts">
                    {member.name !== null && <span>{member.email}</span>}
                    <span>{ROLE_WORDS[member.role]}</span>
                    {member.pending && <Pill state="pending">invited</Pill>}
                    {member.expires_at && <span>until {member.expires_at.slice(0, 10)}</span>}
                    {member.user_id === person.value?.user?.id && <Pill>you</Pill>}
                  </span>
                  <Changes id={id} member={member} may={may} onChange={changed} />
                </li>
              ))}
            </ul>
            {members.length === 1 && may('companies.members.add') && (
              <p class="empty">You are alone here. Invite the people who write and build with you.</p>
            )}
          </>
        )}
      </Loading>
      {may('companies.members.add') && (
        <div class="narrow">
          <h3>Invite somebody</h3>
          {invited !== '' && (
            <p class="notice" role="status">
              {invited} is invited, and becomes a member by accepting.
            </p>
          )}
          <Form
            action="Invite"
            clears
            send={async (data) => {
              const role = roleOf(data.get('role'));
              const email = textOf(data, 'email');
              const added = await api.call('companies.members.add', { id, email, role });
              setInvited(added.pending ? added.email : '');
              changed();
            }}
          >
            <Field label="Email" name="email" type="email" autocomplete="off" />
            <Choice label="Role" name="role" choices={ROLES} value="CompanyEditor" hint={ROLE_HINT} />
          </Form>
        </div>
      )}
    </section>
  );
}

const ROLE_HINT =
  'Viewers read what is published, editors write standards and projects, administrators also decide about people and seats.';

const roleOf = (value: unknown): CompanyRole =>
  COMPANY_ROLES.find((role) => role === value) ?? 'CompanyViewer';

function Changes({ id, member, may, onChange }: MembersProps & { member: Member; onChange: () => void }) {
  const [error, setError] = useState<unknown>(null);
  const { user_id: userId, invitation_id: invitationId } = member;
  const name = member.name ?? member.email;
  if (invitationId !== null)
    return may('companies.invitations.withdraw') ? (
      <ActionButton
        label="Withdraw"
        about={`the invitation of ${name}`}
        act={async () => {
          await api.call('companies.invitations.withdraw', { id, invitationId });
          onChange();
        }}
      />
    ) : null;
  if (userId === null || userId === person.value?.user?.id || !may('companies.members.update')) return null;
  return (
    <span class="actions">
      <select
        aria-label={`Role of ${name}`}
        value={member.role}
        onChange={({ currentTarget }) => {
          const role = roleOf(currentTarget.value);
          setError(null);
          api.call('companies.members.update', { id, userId, role }).then(onChange, (failure: unknown) => {
            currentTarget.value = member.role;
            setError(failure);
          });
        }}
      >
        {ROLES.map(([role, words]) => (
          <option key={role} value={role}>
            {words}
          </option>
        ))}
      </select>
      <ActionButton
        label="Remove"
        about={name}
        confirm="Roles on projects of the company end too."
        act={async () => {
          await api.call('companies.members.remove', { id, userId });
          onChange();
        }}
      />
      {error !== null && <Problem error={error} />}
    </span>
  );
}
