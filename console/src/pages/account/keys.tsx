/** The API keys of the account: created from a preset, with what they were used for, and revoked. */
import { useState } from 'preact/hooks';
import { KEY_PRESETS } from '../../../../shared/contracts/key-presets.ts';
import { api } from '../../api.ts';
import { Choice } from '../../elements/choices.tsx';
import { CopyButton } from '../../elements/copy-button.tsx';
import { Field, Form, textOf } from '../../elements/form.tsx';
import { Loading } from '../../elements/loading.tsx';
import { hrefOf } from '../../location.ts';
import { useLoaded } from '../../use-loaded.ts';
import { KeyRow } from './key-row.tsx';

export function Keys() {
  const [changes, setChanges] = useState(0);
  const [secret, setSecret] = useState<{ name: string; text: string } | null>(null);
  const list = useLoaded((signal) => api.call('account.keys.list', { limit: 200 }, { signal }), [], {
    reads: changes,
  });
  return (
    <section>
      <h2>API keys</h2>
      <p>
        A program signs in with a key instead of your password. How it sends it, and all it can call, is in
        the <a href={hrefOf('/docs')}>API reference</a>.
      </p>
      {secret && (
        <div class="notice" role="status">
          <p>
            The secret of “{secret.name}”. It is shown this once: copy it now to where your program reads it.
          </p>
          <p>
            <code id="key-secret">{secret.text}</code>{' '}
            <CopyButton label="Copy" done="Copied." text={() => secret.text} shownBy="key-secret" />
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
                <KeyRow key={key.id} of={key} onRevoked={() => setChanges(changes + 1)} />
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
              ...expiryOf(textOf(data, 'expires')),
            });
            setSecret({ name: created.name, text: created.secret });
            setChanges(changes + 1);
          }}
        >
          <Field label="Name of the key" name="name" hint="What it is for, such as “nightly check”." />
          <Choice
            label="What it may do"
            name="preset"
            value="reader"
            choices={KEY_PRESETS.map((one) => [one, PRESET_WORDS[one]])}
          />
          <Choice label="It expires" name="expires" value="90" choices={EXPIRIES} />
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

/** Days from now; 0: never. */
const EXPIRIES = [
  ['30', 'in 30 days'],
  ['90', 'in 90 days'],
  ['365', 'in a year'],
  ['0', 'never'],
] as const;
const DAY_MS = 86_400_000;

const expiryOf = (days: string): { expires_at?: string } =>
  Number(days) > 0 ? { expires_at: new Date(Date.now() + Number(days) * DAY_MS).toISOString() } : {};
