/** The API keys of the account: created from a preset, with what they were used for, and revoked. */
import { useState } from 'preact/hooks';
import { KEY_PRESETS } from '../../../../shared/contracts/key-presets.ts';
import { api } from '../../api.ts';
import { ActionButton } from '../../elements/action-button.tsx';
import { Field, Form, textOf } from '../../elements/form.tsx';
import { Loading } from '../../elements/loading.tsx';
import { hrefOf } from '../../location.ts';
import { useLoaded } from '../../use-loaded.ts';

export function Keys() {
  const [changes, setChanges] = useState(0);
  const [secret, setSecret] = useState<{ name: string; text: string } | null>(null);
  const list = useLoaded((signal) => api.call('account.keys.list', { limit: 200 }, { signal }), [], {
    reads: changes,
  });
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
                    <a href={hrefOf(`/account/keys/${key.id}`)}>use</a>
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
          clears
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
