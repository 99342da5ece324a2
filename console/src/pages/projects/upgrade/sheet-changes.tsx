/** What others saved in a datasheet since its upgrade was looked at. */
import { api } from '../../../api.ts';
import { Loading } from '../../../elements/loading.tsx';
import { useLoaded } from '../../../use-loaded.ts';
import { FieldChanges } from '../datasheet/field-changes.tsx';

/** @param from the revision that was looked at */
export function SheetChanges({ id, from, to }: { id: number; from: number; to: number }) {
  const loaded = useLoaded(
    (signal) => api.call('datasheets.compare', { id, from, to }, { signal }),
    [id, from, to],
  );
  return (
    <section class="notice" role="status">
      <h2>What changed since you looked</h2>
      <Loading of={loaded}>
        {({ to: { created_by, code }, changes }) => (
          <>
            <p dir="auto">
              {created_by.displayName} saved revision {code}. What you decided about these values is to be
              decided again.
            </p>
            {changes.length === 0 ? <p>No value differs.</p> : <FieldChanges changes={changes} />}
          </>
        )}
      </Loading>
    </section>
  );
}
