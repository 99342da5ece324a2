/** The audit trail: who did what, when, to which resource. */
import { api } from '../../api.ts';
import { Loading } from '../../elements/loading.tsx';
import { PageTitle } from '../../elements/page-title.tsx';
import { Paging } from '../../elements/paging.tsx';
import { goTo, hrefOf, query } from '../../location.ts';
import { useLoaded } from '../../use-loaded.ts';
import { AdminTabs } from './admin-tabs.tsx';

const LIMIT = 50;
const FILTERS = [
  ['action', 'Action, such as standards.publish'],
  ['resource_type', 'Kind of resource'],
  ['resource_id', 'Its id'],
] as const;

export default function AuditPage() {
  const offset = Number(query.value.get('offset')) || 0;
  const filter = Object.fromEntries(
    FILTERS.flatMap(([name]) => {
      const value = query.value.get(name) ?? '';
      return value === '' ? [] : [[name, value] as const];
    }),
  );
  const list = useLoaded(
    (signal) => api.call('admin.audit.list', { ...filter, limit: LIMIT, offset }, { signal }),
    [JSON.stringify(filter), offset],
  );
  return (
    <>
      <PageTitle title="Audit trail" />
      <AdminTabs />
      <form
        class="actions"
        onSubmit={(event) => {
          event.preventDefault();
          const data = new FormData(event.currentTarget);
          goTo(
            hrefOf(
              '/admin/audit',
              Object.fromEntries(FILTERS.map(([name]) => [name, String(data.get(name) ?? '').trim()])),
            ),
          );
        }}
      >
        {FILTERS.map(([name, words]) => (
          <input key={name} name={name} aria-label={words} placeholder={words} value={filter[name] ?? ''} />
        ))}
        <button type="submit">Find</button>
      </form>
      <Loading of={list}>
        {({ entries, total, head }) =>
          entries.length === 0 ? (
            <p class="empty">No entry matches.</p>
          ) : (
            <>
              <ul class="rows">
                {entries.map(({ id, at, user_id, action, channel, key_id, resource, details }) => (
                  <li key={id}>
                    <span>{action}</span>
                    <span class="facts">
                      <time dateTime={at}>{at.slice(0, 19).replace('T', ' ')} UTC</time>
                      <span>{user_id === null ? 'the service' : `account ${user_id}`}</span>
                      <span>{key_id === null ? channel : `${channel}, key ${key_id}`}</span>
                      <span>
                        {resource.type} {resource.id}
                      </span>
                    </span>
                    <details>
                      <summary>
                        Details <span class="small">of entry {id}</span>
                      </summary>
                      <pre>{JSON.stringify(details, null, 2)}</pre>
                    </details>
                  </li>
                ))}
              </ul>
              <Paging to="/admin/audit" params={filter} total={total} limit={LIMIT} offset={offset} />
              {head && (
                <p class="small">
                  Newest entry {head.id}, hash <code>{head.hash}</code>: noted elsewhere, it proves later that
                  nothing was altered.
                </p>
              )}
            </>
          )
        }
      </Loading>
    </>
  );
}
