/** What an API key was used for, newest first. */
import { api } from '../../api.ts';
import { Loading } from '../../elements/loading.tsx';
import { PageTitle } from '../../elements/page-title.tsx';
import { Paging } from '../../elements/paging.tsx';
import { hrefOf, query } from '../../location.ts';
import type { PageProps } from '../../page-props.ts';
import { person } from '../../session.ts';
import { useLoaded } from '../../use-loaded.ts';
import { sayGrant } from './key-grant.ts';

const LIMIT = 100;

export default function KeyUsagePage({ params }: PageProps) {
  const id = Number(params.id);
  const offset = Number(query.value.get('offset')) || 0;
  const key = useLoaded((signal) => api.call('account.keys.get', { id }, { signal }), [id]);
  const rows = useLoaded(
    (signal) => api.call('account.keys.usage', { id, limit: LIMIT, offset }, { signal }),
    [id, offset],
  );
  return (
    <>
      <PageTitle title={`Use of the key ${key.value?.name ?? ''}`} />
      {key.value && (
        <details>
          <summary>It may do: {sayGrant(key.value, person.value)}</summary>
          <p class="small">{key.value.permissions.join(', ')}</p>
        </details>
      )}
      <p class="lead">
        Every request for which the key was accepted, refused ones too, of the last 90 days.{' '}
        <a href={hrefOf('/account')}>All keys</a>
      </p>
      <Loading of={rows}>
        {({ usage, total }) =>
          usage.length === 0 ? (
            <p class="empty">The key was not used yet.</p>
          ) : (
            <>
              <div class="scroll">
                <table>
                  <thead>
                    <tr>
                      <th scope="col">Time (UTC)</th>
                      <th scope="col">Request</th>
                      <th scope="col">Status</th>
                      <th scope="col">Address</th>
                    </tr>
                  </thead>
                  <tbody>
                    {usage.map(({ at, method, route, status, address, request_id }) => (
                      <tr key={request_id}>
                        <td>{at.slice(0, 19).replace('T', ' ')}</td>
                        <td>
                          {method} {route}
                        </td>
                        <td>{status}</td>
                        <td>{address}</td>
                      </tr>
                    ))}
                  </tbody>
                </table>
              </div>
              <Paging to={`/account/keys/${id}`} total={total} limit={LIMIT} offset={offset} />
            </>
          )
        }
      </Loading>
    </>
  );
}
