/** Which clause of the draft each text is taken for. */
import type { Identities } from './text-to-clauses.ts';

interface IdentityListProps {
  identities: Identities;
  /** What somebody said is the same clause: identities by address. */
  same: ReadonlyMap<string, number>;
  choose: (address: string, id: number | null) => void;
}

export function IdentityList({ identities, same, choose }: IdentityListProps) {
  const { kept, moved, new: added, deleted, uncertain } = identities;
  return (
    <section aria-label="What follows what">
      <p>
        {kept} at their number, {moved.length} moved, {added.length} new, {deleted.length} deleted.
      </p>
      {uncertain.length > 0 && (
        <ul class="rows" aria-label="Uncertain">
          {uncertain.map(({ elementId, from, to, likeness = 0, followed }) => (
            <li key={`${elementId} ${to}`}>
              {followed ? (
                <>
                  {to} is taken for {from}, of whose words it has {Math.round(likeness * 100)} %. Look at it.
                </>
              ) : (
                <label class="check">
                  <input
                    type="checkbox"
                    checked={same.get(to) === elementId}
                    onChange={({ currentTarget }) => choose(to, currentTarget.checked ? elementId : null)}
                  />{' '}
                  {to} is {from}, of whose words it has {Math.round(likeness * 100)} %
                </label>
              )}
            </li>
          ))}
        </ul>
      )}
      {moved.length + deleted.length > 0 && (
        <details>
          <summary>Each of them</summary>
          <ul>
            {moved.map(({ elementId, from, to, by }) => (
              <li key={elementId}>
                {from} → {to}
                {by && `, by its ${BY[by]}`}
              </li>
            ))}
            {deleted.map(({ elementId, address }) => (
              <li key={elementId}>{address} is deleted</li>
            ))}
          </ul>
        </details>
      )}
    </section>
  );
}

const BY: Readonly<Record<NonNullable<Identities['moved'][number]['by']>, string>> = {
  identity: 'identity',
  text: 'text',
  label: 'printed number',
  likeness: 'likeness',
  clauses_below: 'clauses below',
};
