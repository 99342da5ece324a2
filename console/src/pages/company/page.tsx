/** A company: its members and invitations, requests for its seats, its name, and leaving it. */
import { useState } from 'preact/hooks';
import { api } from '../../api.ts';
import { ActionButton } from '../../elements/action-button.tsx';
import { Field, Form, textOf } from '../../elements/form.tsx';
import { Loading } from '../../elements/loading.tsx';
import { PageTitle } from '../../elements/page-title.tsx';
import { goTo, hrefOf } from '../../location.ts';
import type { PageProps } from '../../page-props.ts';
import { person, readSession } from '../../session.ts';
import { useLoaded } from '../../use-loaded.ts';
import { Members } from './members.tsx';
import { SponsorshipRequests } from './sponsorship-requests.tsx';

export default function CompanyPage({ params }: PageProps) {
  const id = Number(params.id);
  const [changes, setChanges] = useState(0);
  const company = useLoaded((signal) => api.call('companies.get', { id }, { signal }), [id], {
    reads: changes,
  });
  return (
    <Loading of={company}>
      {({ name, allowed_actions = [] }) => {
        const may = (action: string): boolean => allowed_actions.includes(action);
        const isMember = person.value?.user?.company_id === id;
        return (
          <>
            <PageTitle title={name} />
            {isMember ? (
              <>
                <Members id={id} may={may} />
                {may('companies.sponsorshipRequests.approve') && <SponsorshipRequests id={id} />}
                {may('companies.update') && (
                  <Settings id={id} name={name} onChange={() => setChanges(changes + 1)} />
                )}
                {may('companies.members.remove') && <Leaving id={id} name={name} />}
              </>
            ) : (
              <p class="empty">Only its members see more of a company. Its administrators invite people.</p>
            )}
          </>
        );
      }}
    </Loading>
  );
}

function Settings({ id, name, onChange }: { id: number; name: string; onChange: () => void }) {
  return (
    <section>
      <h2>Name</h2>
      <div class="narrow">
        <Form
          action="Rename"
          send={async (data) => {
            await api.call('companies.update', { id, name: textOf(data, 'name') });
            await readSession();
            onChange();
          }}
        >
          <Field label="Name of the company" name="name" value={name} />
        </Form>
      </div>
    </section>
  );
}

function Leaving({ id, name }: { id: number; name: string }) {
  const userId = person.value?.user?.id;
  if (userId === undefined) return null;
  return (
    <section>
      <h2>Leave</h2>
      <p>Your roles on the projects of the company end with it.</p>
      <ActionButton
        label="Leave"
        about={name}
        confirm="You lose access to what belongs to the company."
        act={async () => {
          await api.call('companies.members.remove', { id, userId });
          await readSession();
          goTo(hrefOf('/account'));
        }}
      />
    </section>
  );
}
