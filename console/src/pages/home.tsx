/**
 * The first page: what this is for who is not signed in, else what waits for them, the newest standards and their
 * projects.
 */
import { useState } from 'preact/hooks';
import type { EndpointResult } from '../../../shared/rest-client/endpoint-types.ts';
import { api } from '../api.ts';
import { ActionButton } from '../elements/action-button.tsx';
import { Done } from '../elements/done.tsx';
import { Loading } from '../elements/loading.tsx';
import { PageTitle } from '../elements/page-title.tsx';
import { Paging } from '../elements/paging.tsx';
import { Pill } from '../elements/pill.tsx';
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
  const [answered, setAnswered] = useState<readonly string[]>([]);
  const offset = Number(query.value.get('offset')) || 0;
  const inbox = useLoaded(
    (signal) => api.call('account.inbox', { limit: LIMIT, offset }, { signal }),
    [offset],
    { reads: answered.length },
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
        {answered.length > 0 && <Done key={answered.length}>{answered.at(-1)}</Done>}
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
                      <Answers item={item} onAnswer={(words) => setAnswered([...answered, words])} />
                    </li>
                  ))}
                </ul>
                <Paging to="/" total={total} limit={LIMIT} offset={offset} />
              </>
            )
          }
        </Loading>
      </section>
      <Projects />
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

/** How many of them the first page has. */
const PROJECTS = 5;

function Projects() {
  const list = useLoaded((signal) => api.call('projects.list', {}, { signal }), []);
  return (
    <section>
      <h2>Your projects</h2>
      <Loading of={list}>
        {({ owned, company, shared, total }) => {
          const rows = [...owned, ...company, ...shared].filter(({ archived }) => !archived);
          if (rows.length === 0)
            return (
              <p class="empty">
                There is no project yet. <a href={hrefOf('/projects')}>Begin one</a>, or wait until its lead
                invites you.
              </p>
            );
          return (
            <>
              <ul class="rows">
                {rows.slice(0, PROJECTS).map(({ id, name, revision_code, status }) => (
                  <li key={id}>
                    <a href={hrefOf(`/projects/${id}`)} dir="auto">
                      {name}
                    </a>
                    <span class="facts">
                      {revision_code === null ? (
                        <Pill state="draft">not published</Pill>
                      ) : (
                        <span>revision {revision_code}</span>
                      )}
                      {status && <span>{status}</span>}
                    </span>
                  </li>
                ))}
              </ul>
              {total > PROJECTS && <a href={hrefOf('/projects')}>All projects</a>}
            </>
          );
        }}
      </Loading>
    </section>
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

interface AnswersProps {
  item: Item;
  /** Says what was answered. */
  onAnswer: (words: string) => void;
}

function Answers({ item, onAnswer }: AnswersProps) {
  if (item.kind === 'notification')
    return (
      <ActionButton
        label="Mark as read"
        about={item.title}
        act={async () => {
          await api.call('account.notifications.read', { id: Number(item.id) });
          onAnswer(`Read: ${item.title}`);
        }}
      />
    );
  if (item.kind !== 'company_invitation') return null;
  const answer = (action: 'accept' | 'decline') => async () => {
    await api.call(`account.invitations.${action}`, { id: String(item.id) });
    await readSession();
    onAnswer(`${action === 'accept' ? 'Accepted' : 'Declined'}: ${item.title}`);
  };
  return (
    <>
      <ActionButton label="Accept" about={item.title} act={answer('accept')} />{' '}
      <ActionButton label="Decline" about={item.title} act={answer('decline')} />
    </>
  );
}
