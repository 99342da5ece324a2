/** The first page: what this is, or what waits for who is signed in. */
import { api } from '../api.ts';
import { Loading } from '../elements/loading.tsx';
import { PageTitle } from '../elements/page-title.tsx';
import { listStandards } from '../list-standards.ts';
import { hrefOf } from '../location.ts';
import { person } from '../session.ts';
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
  const notices = useLoaded(
    (signal) => api.call('account.notifications.list', { unread: true, limit: 20 }, { signal }),
    [],
  );
  const invitations = useLoaded((signal) => api.call('account.invitations.list', {}, { signal }), []);
  const latest = useLoaded(
    (signal) => listStandards({ page: 1, per_page: 8, sort: 'created_at', sort_order: 'desc' }, signal),
    [],
  );
  return (
    <>
      <PageTitle title={`Hello ${name}`} />
      <section>
        <h2>Waiting for you</h2>
        <Loading of={invitations}>
          {({ invitations: rows }) =>
            rows.length > 0 && (
              <ul class="rows">
                {rows.map((invitation) => (
                  <li key={invitation.id}>An invitation waits for your answer.</li>
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
                    <span dir="auto">{notice.kind.replaceAll('_', ' ')}</span>
                    <span class="facts">
                      <time dateTime={notice.created_at}>{notice.created_at.slice(0, 10)}</time>
                    </span>
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
              <ul class="rows">
                {standards.map((standard) => (
                  <li key={standard.id}>
                    <a href={hrefOf(`/standards/${standard.id}`)} dir="auto">
                      {standard.name}
                    </a>
                    <span class="facts">
                      <span>{standard.current_revision?.code ?? 'not published'}</span>
                      <time dateTime={standard.updated_at}>{standard.updated_at.slice(0, 10)}</time>
                    </span>
                  </li>
                ))}
              </ul>
            )
          }
        </Loading>
      </section>
    </>
  );
}
