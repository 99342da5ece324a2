/** The own account: password, sessions, API keys. */
import { useState } from 'preact/hooks';
import { KEY_PRESETS } from '../../../shared/contracts/key-presets.ts';
import { api } from '../api.ts';
import { ActionButton } from '../elements/action-button.tsx';
import { Field, Form, secretOf, textOf } from '../elements/form.tsx';
import { Loading } from '../elements/loading.tsx';
import { PageTitle } from '../elements/page-title.tsx';
import { person } from '../session.ts';
import { useLoaded } from '../use-loaded.ts';

export default function AccountPage() {
  const user = person.value?.user;
  return (
    <>
      <PageTitle title="Account" />
      <p class="facts">
        <span dir="auto">{user?.name}</span>
        <span>{user?.email}</span>
        {user?.company_name && <span dir="auto">{user.company_name}</span>}
      </p>
      <Keys />
      <Sessions />
      <Password />
    </>
  );
}

function Password() {
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

function Sessions() {
  const [changes, setChanges] = useState(0);
  const list = useLoaded((signal) => api.call('account.sessions.list', { limit: 50 }, { signal }), [changes]);
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
                  {session.current && <span class="tag">this one</span>}
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

function Keys() {
  const [changes, setChanges] = useState(0);
  const [secret, setSecret] = useState<{ name: string; text: string } | null>(null);
  const list = useLoaded((signal) => api.call('account.keys.list', { limit: 200 }, { signal }), [changes]);
  return (
    <section>
      <h2>API keys</h2>
      {secret && (
        <div class="notice" role="status">
          <p>
            The secret of “{secret.name}”. It is shown this once: copy it now to where your program reads it.
          </p>
          <p>
            <code>{secret.text}</code>
          </p>
        </div>
      )}
      <Loading of={list}>
        {({ keys }) => {
          const open = keys.filter(({ revoked_at }) => revoked_at === null);
          if (open.length === 0)
            return <p class="empty">You have no key yet. A program or an agent needs one of its own.</p>;
          return (
            <ul class="rows">
              {open.map((key) => (
                <li key={key.id}>
                  <span dir="auto">{key.name}</span>
                  <span class="facts">
                    <code>
                      {key.prefix}
                      {key.last_four}
                    </code>
                    <span>
                      {key.permissions.length} {key.permissions.length === 1 ? 'permission' : 'permissions'}
                    </span>
                    <span>{key.expires_at ? `until ${key.expires_at.slice(0, 10)}` : 'does not expire'}</span>
                  </span>
                  <ActionButton
                    label="Revoke"
                    about={`the key ${key.name}`}
                    confirm="Programs with this key are refused from now on."
                    act={async () => {
                      await api.call('account.keys.revoke', { id: key.id });
                      setChanges(changes + 1);
                    }}
                  />
                </li>
              ))}
            </ul>
          );
        }}
      </Loading>
      <div class="narrow">
        <Form
          action="Create a key"
          send={async (data) => {
            const preset = KEY_PRESETS.find((one) => one === data.get('preset'));
            const created = await api.call('account.keys.create', {
              name: textOf(data, 'name'),
              ...(preset ? { preset } : {}),
            });
            setSecret({ name: created.name, text: created.secret });
            setChanges(changes + 1);
          }}
        >
          <Field label="Name of the key" name="name" hint="What it is for, such as “nightly check”." />
          <div class="field">
            <label for="preset">What it may do</label>
            <select id="preset" name="preset">
              {KEY_PRESETS.map((one) => (
                <option key={one} value={one}>
                  {PRESET_WORDS[one]}
                </option>
              ))}
            </select>
          </div>
        </Form>
      </div>
    </section>
  );
}

const PRESET_WORDS: Readonly<Record<(typeof KEY_PRESETS)[number], string>> = {
  reader: 'reader: read everything that you may read',
  author: 'author: also write drafts, files and comments',
  publisher: 'publisher: also publish and export',
  everything: 'everything that you may do',
};
