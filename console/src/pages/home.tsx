/** The first page: what this is, or what waits for who is signed in. */
import { useState } from 'preact/hooks';
import { api } from '../api.ts';
import { ActionButton } from '../elements/action-button.tsx';
import { Loading } from '../elements/loading.tsx';
import { PageTitle } from '../elements/page-title.tsx';
import { StandardRows } from '../elements/standard-rows.tsx';
import { listStandards } from '../list-standards.ts';
import { hrefOf } from '../location.ts';
import { person, readSession } from '../session.ts';
import { useLoaded } from '../use-loaded.ts';

export default function HomePage() {
  const who = person.value;
  if (who === undefined) return null;
  return who === null ? <Welcome /> : <Waiting name={who.user?.name ?? ''} />;
}

function Welcome() {
  return (
    <>
      <PageTitle title="Construction specifications" />
      <p class="lead">
        Numbered clauses with typed fields, in sealed revisions. Projects pin exact revisions, fill them in
        and export signed files that anyone can verify.
      </p>
      <p>
        <a class="button main" href={hrefOf('/sign-in')}>
          Sign in
        </a>{' '}
        or read the <a href={hrefOf('/wiki')}>wiki of community standards</a>. Programs use the{' '}
        <a href={hrefOf('/docs')}>API</a>.
      </p>
    </>
  );
}

function Waiting({ name }: { name: string }) {
  const [changes, setChanges] = useState(0);
  const notices = useLoaded(
    (signal) => api.call('account.notifications.list', { unread: true, limit: 20 }, { signal }),
    [changes],
  );
  const invitations = useLoaded((signal) => api.call('account.invitations.list', {}, { signal }), [changes]);
  const latest = useLoaded(
    (signal) => listStandards({ page: 1, per_page: 8, sort: 'created_at', sort_order: 'desc' }, signal),
    [],
  );
  const answer =
    (id: 'account.invitations.accept' | 'account.invitations.decline', invitation: string) => async () => {
      await api.call(id, { id: invitation });
      await readSession();
      setChanges(changes + 1);
    };
  return (
    <>
      <PageTitle title={`Hello ${name}`} />
      <section>
        <h2>Waiting for you</h2>
        <Loading of={invitations}>
          {({ invitations: rows }) =>
            rows.length > 0 && (
              <ul class="rows">
                {rows.map(({ id, company, role, expires_at }) => (
                  <li key={id}>
                    <span dir="auto">
                      {company.name} invites you as {role.replace('Company', '').toLowerCase()}
                    </span>
                    <span class="facts">
                      <time dateTime={expires_at}>until {expires_at.slice(0, 10)}</time>
                    </span>
                    <ActionButton
                      label="Accept"
                      about={company.name}
                      act={answer('account.invitations.accept', id)}
                    />{' '}
                    <ActionButton
                      label="Decline"
                      about={company.name}
                      act={answer('account.invitations.decline', id)}
                    />
                  </li>
                ))}
              </ul>
            )
          }
        </Loading>
        <Loading of={notices}>
          {({ notifications }) =>
            notifications.length === 0 ? (
              <p class="empty">Nothing is unread.</p>
            ) : (
              <ul class="rows">
                {notifications.map((notice) => (
                  <li key={notice.id}>
                    <span dir="auto">{notice.text}</span>
                    <span class="facts">
                      <time dateTime={notice.created_at}>{notice.created_at.slice(0, 10)}</time>
                    </span>
                    <ActionButton
                      label="Mark as read"
                      act={async () => {
                        await api.call('account.notifications.read', { id: notice.id });
                        setChanges(changes + 1);
                      }}
                    />
                  </li>
                ))}
              </ul>
            )
          }
        </Loading>
      </section>
      <section>
        <h2>Newest standards</h2>
        <Loading of={latest}>
          {({ standards }) =>
            standards.length === 0 ? (
              <p class="empty">There is no standard that you may read yet.</p>
            ) : (
              <StandardRows standards={standards} />
            )
          }
        </Loading>
      </section>
    </>
  );
}
