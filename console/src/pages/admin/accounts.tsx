/**
 * Page at /admin where administrators of the site find accounts, approve and suspend them, set their site roles, and bar
 * them from contributing.
 */
import { useState } from 'preact/hooks';
import { SITE_ROLES, type SiteRole } from '../../../../shared/contracts/permissions.ts';
import type { EndpointResult } from '../../../../shared/rest-client/endpoint-types.ts';
import { api } from '../../api.ts';
import { ActionButton } from '../../elements/action-button.tsx';
import { Check } from '../../elements/check.tsx';
import { Form } from '../../elements/form.tsx';
import { Loading } from '../../elements/loading.tsx';
import { PageTitle } from '../../elements/page-title.tsx';
import { Paging } from '../../elements/paging.tsx';
import { Pill } from '../../elements/pill.tsx';
import { goTo, hrefOf, query } from '../../location.ts';
import { useLoaded } from '../../use-loaded.ts';
import { AdminTabs } from './admin-tabs.tsx';

type Account = EndpointResult<'admin.users.list'>['users'][number];

const LIMIT = 50;
const FILTERS = { waiting: { approved: false }, suspended: { suspended: true } } as const;
/** SiteContributor comes from the agreement. */
const ASSIGNED = SITE_ROLES.filter((role) => role !== 'SiteContributor');
const ROLE_WORDS: Readonly<Record<SiteRole, string>> = {
  SiteAdmin: 'administrator of the site',
  SiteModerator: 'moderator of the wiki',
  SiteContributor: 'contributor',
};

export default function AccountsPage() {
  const [changes, setChanges] = useState(0);
  const search = query.value.get('search') ?? '';
  const show = query.value.get('show') ?? '';
  const offset = Number(query.value.get('offset')) || 0;
  const list = useLoaded(
    (signal) => {
      const filter = show === 'waiting' || show === 'suspended' ? FILTERS[show] : {};
      return api.call(
        'admin.users.list',
        { ...filter, limit: LIMIT, offset, ...(search === '' ? {} : { search }) },
        { signal },
      );
    },
    [search, show, offset],
    { reads: changes },
  );
  return (
    <>
      <PageTitle title="Accounts" />
      <AdminTabs />
      <form
        class="actions"
        onSubmit={(event) => {
          event.preventDefault();
          const data = new FormData(event.currentTarget);
          const [words, shown] = [String(data.get('search') ?? ''), String(data.get('show') ?? '')];
          goTo(hrefOf('/admin', { search: words.trim(), show: shown }));
        }}
      >
        <input
          type="search"
          name="search"
          aria-label="Name or email"
          placeholder="Name or email"
          value={search}
        />
        <select name="show" aria-label="Which accounts">
          <option value="">all</option>
          <option value="waiting" selected={show === 'waiting'}>
            waiting for approval
          </option>
          <option value="suspended" selected={show === 'suspended'}>
            suspended
          </option>
        </select>
        <button type="submit">Find</button>
      </form>
      <Loading of={list}>
        {({ users, total }) =>
          users.length === 0 ? (
            <p class="empty">No account matches.</p>
          ) : (
            <>
              <ul class="rows">
                {users.map((account) => (
                  <AccountRow key={account.id} account={account} onChange={() => setChanges(changes + 1)} />
                ))}
              </ul>
              <Paging to="/admin" params={{ search, show }} total={total} limit={LIMIT} offset={offset} />
            </>
          )
        }
      </Loading>
    </>
  );
}

function AccountRow({ account, onChange }: { account: Account; onChange: () => void }) {
  const { id, name, email, approved, suspended, contribution_barred, site_roles, created_at } = account;
  const set = (change: { approved?: boolean; suspended?: boolean }) => async () => {
    await api.call('admin.users.update', { id, ...change });
    onChange();
  };
  return (
    <li>
      <span dir="auto">{name}</span>
      <span class="facts">
        <span>{email}</span>
        <time dateTime={created_at}>since {created_at.slice(0, 10)}</time>
        {site_roles.map((role) => (
          <span key={role}>{ROLE_WORDS[role]}</span>
        ))}
        {!approved && <Pill state="pending">waits for approval</Pill>}
        {suspended && <Pill state="suspended">suspended</Pill>}
        {contribution_barred && <Pill state="held">may not contribute</Pill>}
      </span>
      {!approved && <ActionButton label="Approve" about={name} act={set({ approved: true })} />}{' '}
      {suspended ? (
        <ActionButton label="Lift the suspension" about={name} act={set({ suspended: false })} />
      ) : (
        <ActionButton
          label="Suspend"
          about={name}
          confirm="Keys and sessions of the account are refused at once."
          act={set({ suspended: true })}
        />
      )}
      <details>
        <summary>
          Roles <span class="small">of {name}</span>
        </summary>
        <Form
          action="Save the roles"
          send={async (data) => {
            await api.call('admin.users.update', {
              id,
              contribution_barred: data.has('contribution_barred'),
              site_roles: ASSIGNED.filter((role) => data.has(role)),
            });
            onChange();
          }}
        >
          {ASSIGNED.map((role) => (
            <Check key={role} name={role} checked={site_roles.includes(role)}>
              {ROLE_WORDS[role]}
            </Check>
          ))}
          <Check name="contribution_barred" checked={contribution_barred}>
            may not contribute to the wiki
          </Check>
        </Form>
      </details>
    </li>
  );
}
