/** Requests of people outside the company for one of its seats on a project. */
import { useState } from 'preact/hooks';
import { api } from '../../api.ts';
import { ActionButton } from '../../elements/action-button.tsx';
import { Loading } from '../../elements/loading.tsx';
import { Pill } from '../../elements/pill.tsx';
import { hrefOf } from '../../location.ts';
import { useLoaded } from '../../use-loaded.ts';

export function SponsorshipRequests({ id }: { id: number }) {
  const [changes, setChanges] = useState(0);
  const list = useLoaded(
    (signal) => api.call('companies.sponsorshipRequests.list', { id, limit: 50 }, { signal }),
    [id],
    { reads: changes },
  );
  const decide = (decision: 'approve' | 'decline', requestId: number) => async () => {
    await api.call(`companies.sponsorshipRequests.${decision}`, { id, requestId });
    setChanges(changes + 1);
  };
  return (
    <section>
      <h2>Requests for seats</h2>
      <Loading of={list}>
        {({ requests }) =>
          requests.length === 0 ? (
            <p class="empty">
              Nobody has asked. People outside the company ask on a project of yours; who writes there uses
              one of your seats.
            </p>
          ) : (
            <ul class="rows">
              {requests.map(({ id: requestId, user, project_id, requested_role, status, created_at }) => (
                <li key={requestId}>
                  <span dir="auto">{user.name}</span>
                  <span class="facts">
                    <span>as {requested_role === 'ProjectAdmin' ? 'administrator' : 'editor'}</span>
                    <a href={hrefOf(`/projects/${project_id}`)}>project {project_id}</a>
                    <time dateTime={created_at}>{created_at.slice(0, 10)}</time>
                    {status !== 'pending' && <Pill state={status}>{status}</Pill>}
                  </span>
                  {status === 'pending' && (
                    <>
                      <ActionButton label="Approve" about={user.name} act={decide('approve', requestId)} />{' '}
                      <ActionButton label="Decline" about={user.name} act={decide('decline', requestId)} />
                    </>
                  )}
                </li>
              ))}
            </ul>
          )
        }
      </Loading>
    </section>
  );
}
