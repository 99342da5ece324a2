/** What others changed in a draft since it was looked at: it is published only by who has seen that. */
import type { MetadataOf } from '../../../../../shared/rest-client/api-error.ts';
import { minuteOf } from '../../../elements/minute.ts';

export type StaleDraft = Extract<MetadataOf<'EDIT_CONFLICT'>, { changes: readonly object[] }>;

export function SinceYouLooked({ stale }: { stale: StaleDraft }) {
  return (
    <section class="notice" role="status">
      <h3>What changed since you looked</h3>
      {stale.changes.length === 0 ? (
        <p>The draft has another version, and nothing in it differs.</p>
      ) : (
        <ul>
          {stale.changes.map(({ kind, subject, name, action, count, editedBy, editedAt }) => (
            <li key={`${kind} ${subject} ${action}`} dir="auto">
              {kind} {name}: {action}
              {count > 1 && `, ${count} times`}, {editedBy.displayName}, {minuteOf(editedAt)}
            </li>
          ))}
        </ul>
      )}
      <p>Look at these changes, then publish the draft as it is now.</p>
    </section>
  );
}
