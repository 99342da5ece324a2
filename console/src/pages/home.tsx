/** The first page: what this is, or what waits for who is signed in. */
import { useState } from 'preact/hooks';
import type { EndpointResult } from '../../../shared/rest-client/endpoint-types.ts';
import { api } from '../api.ts';
import { ActionButton } from '../elements/action-button.tsx';
import { Loading } from '../elements/loading.tsx';
import { PageTitle } from '../elements/page-title.tsx';
import { Paging } from '../elements/paging.tsx';
import { StandardRows } from '../elements/standard-rows.tsx';
import { listStandards } from '../list-standards.ts';
import { hrefOf, query } from '../location.ts';
import { person, readSession } from '../session.ts';
import { useLoaded } from '../use-loaded.ts';

type Item = EndpointResult<'account.inbox'>['items'][number];

const LIMIT = 20;

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
  const offset = Number(query.value.get('offset')) || 0;
  const inbox = useLoaded(
    (signal) => api.call('account.inbox', { limit: LIMIT, offset }, { signal }),
    [offset],
    { reads: changes },
  );
  const latest = useLoaded(
    (signal) => listStandards({ page: 1, per_page: 8, sort: 'created_at', sort_order: 'desc' }, signal),
    [],
  );
  return (
    <>
      <PageTitle title={`Hello ${name}`} />
      <section>
        <h2>Waiting for you</h2>
        <Loading of={inbox}>
          {({ items, total }) =>
            items.length === 0 ? (
              <p class="empty">Nothing waits for you.</p>
            ) : (
              <>
                <ul class="rows">
                  {items.map((item) => (
                    <li key={`${item.kind} ${item.id}`}>
                      <ItemTitle item={item} />
                      <span class="facts">
                        <span>{WORDS[item.kind] ?? item.kind.replaceAll('_', ' ')}</span>
                        <time dateTime={item.since}>since {item.since.slice(0, 10)}</time>
                      </span>
                      <Answers item={item} onAnswer={() => setChanges(changes + 1)} />
                    </li>
                  ))}
                </ul>
                <Paging to="/" total={total} limit={LIMIT} offset={offset} />
              </>
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

const WORDS: Readonly<Record<string, string>> = {
  company_invitation: 'invitation',
  sponsorship_request: 'request',
  moderation_matter: 'moderation',
  proposed_edition: 'proposal',
  account_approval: 'new account',
};

function ItemTitle({ item }: { item: Item }) {
  const { title } = item;
  const to = pageOf(item);
  return to === null ? (
    <span dir="auto">{title}</span>
  ) : (
    <a href={hrefOf(to)} dir="auto">
      {title}
    </a>
  );
}

/** The page on which an item is answered; null where that is done here. */
function pageOf({ kind, id, about, link }: Item): string | null {
  if (kind === 'moderation_matter') return `/moderation/${id}`;
  if (kind === 'account_approval') return '/admin';
  if (kind === 'company_invitation' || about?.id == null) return null;
  if (about.type === 'company') return `/companies/${about.id}`;
  if (about.type === 'project') return `/projects/${about.id}${kind === 'comment' ? '/comments' : ''}`;
  if (kind === 'proposed_edition') return `${link.replace('/api/wiki/standards/', '/wiki/')}/manage`;
  return null;
}

function Answers({ item, onAnswer }: { item: Item; onAnswer: () => void }) {
  if (item.kind === 'notification')
    return (
      <ActionButton
        label="Mark as read"
        about={item.title}
        act={async () => {
          await api.call('account.notifications.read', { id: Number(item.id) });
          onAnswer();
        }}
      />
    );
  if (item.kind !== 'company_invitation') return null;
  const answer = (id: 'account.invitations.accept' | 'account.invitations.decline') => async () => {
    await api.call(id, { id: String(item.id) });
    await readSession();
    onAnswer();
  };
  return (
    <>
      <ActionButton label="Accept" about={item.title} act={answer('account.invitations.accept')} />{' '}
      <ActionButton label="Decline" about={item.title} act={answer('account.invitations.decline')} />
    </>
  );
}
