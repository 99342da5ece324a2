/** The adopters and moderators of a page, found by name. */
import { useState } from 'preact/hooks';
import { api } from '../../api.ts';
import { ActionButton } from '../../elements/action-button.tsx';
import { Loading } from '../../elements/loading.tsx';
import { useLoaded } from '../../use-loaded.ts';

export function Roles({ pageId: id }: { pageId: string }) {
  const [changes, setChanges] = useState(0);
  const [words, setWords] = useState('');
  const list = useLoaded((signal) => api.call('wiki.roles.list', { id }, { signal }), [id], {
    reads: changes,
  });
  const found = useLoaded(
    (signal) => api.call('wiki.moderation.standardSearchUsers', { id, query: words }, { signal }),
    [id, words],
  );
  const changed = (): void => setChanges(changes + 1);
  const assign = (userId: number, role: 'adopter' | 'moderator') => async () => {
    await api.call('wiki.roles.assign', { id, userId, role });
    changed();
  };
  return (
    <section>
      <h2>Roles</h2>
      <Loading of={list}>
        {({ assignments }) =>
          assignments.length === 0 ? (
            <p class="empty">
              Nobody has a role here. Adopters decide about editions, moderators about holds.
            </p>
          ) : (
            <ul class="rows">
              {assignments.map(({ id: roleId, displayName, role, assigned_at }) => (
                <li key={roleId}>
                  <span dir="auto">{displayName}</span>
                  <span class="facts">
                    <span>{role}</span>
                    <time dateTime={assigned_at}>since {assigned_at.slice(0, 10)}</time>
                  </span>
                  <ActionButton
                    label="Remove"
                    about={`${displayName} as ${role}`}
                    act={async () => {
                      await api.call('wiki.roles.remove', { id, roleId });
                      changed();
                    }}
                  />
                </li>
              ))}
            </ul>
          )
        }
      </Loading>
      <form
        class="actions"
        onSubmit={(event) => {
          event.preventDefault();
          setWords(String(new FormData(event.currentTarget).get('name') ?? '').trim());
        }}
      >
        <input
          type="search"
          name="name"
          aria-label="Find somebody by name"
          placeholder="Find somebody by name"
        />
        <button type="submit">Find</button>
      </form>
      {words !== '' && (
        <Loading of={found}>
          {({ users }) =>
            users.length === 0 ? (
              <p class="empty">Nobody with an account has “{words}” in the name.</p>
            ) : (
              <ul class="rows">
                {users.map(({ userId, displayName, email }) => (
                  <li key={userId}>
                    <span dir="auto">{displayName}</span>
                    <span class="facts">
                      <span>{email}</span>
                    </span>
                    <ActionButton label="Make adopter" about={displayName} act={assign(userId, 'adopter')} />{' '}
                    <ActionButton
                      label="Make moderator"
                      about={displayName}
                      act={assign(userId, 'moderator')}
                    />
                  </li>
                ))}
              </ul>
            )
          }
        </Loading>
      )}
    </section>
  );
}
