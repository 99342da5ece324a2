/** A key in the list: what it may do, how long, when it was used last; and the way to its use and to its end. */
import { api } from '../../api.ts';
import { ActionButton } from '../../elements/action-button.tsx';
import { minuteOf } from '../../elements/minute.ts';
import { hrefOf } from '../../location.ts';
import { person } from '../../session.ts';
import { useLoaded } from '../../use-loaded.ts';
import { useSeen } from '../../use-seen.ts';
import { type Key, sayGrant } from './key-grant.ts';

export function KeyRow({ of: key, onRevoked }: { of: Key; onRevoked: () => void }) {
  return (
    <li>
      <span dir="auto">{key.name}</span>
      <span class="facts">
        <code>
          {key.prefix}
          {key.last_four}
        </code>
        <span>{sayGrant(key, person.value)}</span>
        <span>{key.expires_at ? `expires ${key.expires_at.slice(0, 10)}` : 'does not expire'}</span>
        <LastUse id={key.id} />
      </span>
      <ActionButton
        label="Revoke"
        about={`the key ${key.name}`}
        confirm="Programs with this key are refused from now on."
        act={async () => {
          await api.call('account.keys.revoke', { id: key.id });
          onRevoked();
        }}
      />
    </li>
  );
}

/** Read when the row comes into sight: an account may have two hundred keys. */
function LastUse({ id }: { id: Key['id'] }) {
  const [isSeen, ref] = useSeen();
  const loaded = useLoaded(
    async (signal) =>
      isSeen ? (await api.call('account.keys.usage', { id, limit: 1 }, { signal })).usage : null,
    [id, isSeen],
  );
  const [last] = loaded.value ?? [];
  return (
    <span ref={ref}>
      <a href={hrefOf(`/account/keys/${id}`)}>
        {last ? `last used ${minuteOf(last.at)}` : loaded.value ? 'not used yet' : 'use'}
      </a>
    </span>
  );
}
