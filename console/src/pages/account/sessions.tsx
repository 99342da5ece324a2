/** The sessions of the account, and its password. */
import { useState } from 'preact/hooks';
import { api } from '../../api.ts';
import { ActionButton } from '../../elements/action-button.tsx';
import { Field, Form, secretOf } from '../../elements/form.tsx';
import { Loading } from '../../elements/loading.tsx';
import { Pill } from '../../elements/pill.tsx';
import { useLoaded } from '../../use-loaded.ts';

export function Sessions() {
  const [changes, setChanges] = useState(0);
  const list = useLoaded((signal) => api.call('account.sessions.list', { limit: 50 }, { signal }), [], {
    reads: changes,
  });
  return (
    <section>
      <h2>Sessions</h2>
      <Loading of={list}>
        {({ sessions }) => (
          <ul class="rows">
            {sessions.map((session) => (
              <li key={session.id}>
                <span dir="auto">{session.client}</span>
                <span class="facts">
                  {session.current && <Pill state="current">this one</Pill>}
                  <span>{session.network}</span>
                  <time dateTime={session.last_used_at}>last used {session.last_used_at.slice(0, 10)}</time>
                </span>
                {!session.current && (
                  <ActionButton
                    label="End"
                    about={`the session of ${session.client}`}
                    act={async () => {
                      await api.call('account.sessions.end', { id: session.id });
                      setChanges(changes + 1);
                    }}
                  />
                )}
              </li>
            ))}
          </ul>
        )}
      </Loading>
    </section>
  );
}

export function Password() {
  const [isChanged, setChanged] = useState(false);
  return (
    <section>
      <h2>Password</h2>
      {isChanged ? (
        <p class="notice" role="status">
          The password is changed. Your other sessions have ended.
        </p>
      ) : (
        <div class="narrow">
          <Form
            action="Change the password"
            send={async (data) => {
              await api.call('account.password.change', {
                current_password: secretOf(data, 'current_password'),
                new_password: secretOf(data, 'new_password'),
              });
              setChanged(true);
            }}
          >
            <Field
              label="Current password"
              name="current_password"
              type="password"
              autocomplete="current-password"
            />
            <Field label="New password" name="new_password" type="password" autocomplete="new-password" />
          </Form>
        </div>
      )}
    </section>
  );
}
