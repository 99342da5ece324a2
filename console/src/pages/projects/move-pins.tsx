/** Moves the pins of standards to the revisions that were chosen, with what that means for datasheets before. */
import { useState } from 'preact/hooks';
import { api } from '../../api.ts';
import { Loading } from '../../elements/loading.tsx';
import { Problem } from '../../elements/problem.tsx';
import { Slow } from '../../elements/slow.tsx';
import { useLoaded } from '../../use-loaded.ts';

interface MovePinsProps {
  projectId: number;
  /** Revisions by standard. */
  targets: ReadonlyMap<number, number>;
  onLeave: () => void;
  onMoved: () => void;
}

export function MovePins({ projectId, targets, onLeave, onMoved }: MovePinsProps) {
  const [error, setError] = useState<unknown>(null);
  const [isBusy, setBusy] = useState(false);
  const changes = [...targets].map(([standardId, toStandardRevisionId]) => ({
    standardId,
    toStandardRevisionId,
  }));
  const apply = async (): Promise<void> => {
    setBusy(true);
    setError(null);
    try {
      await api.call('projects.standardRevisions.apply', { id: projectId, changes });
      onMoved();
    } catch (failure) {
      setError(failure);
    }
    setBusy(false);
  };
  return (
    <section class="bottom" aria-label="Pins to move">
      <Preview projectId={projectId} changes={changes} />
      <button
        type="button"
        class="button main"
        aria-disabled={isBusy}
        onClick={() => !isBusy && void apply()}
      >
        Move {changes.length === 1 ? 'the pin' : `${changes.length} pins`}
      </button>{' '}
      <button type="button" onClick={onLeave}>
        {changes.length === 1 ? 'Leave it' : 'Leave them'}
      </button>
      {isBusy && <Slow label="Moving" />}
      {error !== null && <Problem error={error} />}
    </section>
  );
}

interface PreviewProps {
  projectId: number;
  changes: { standardId: number; toStandardRevisionId: number }[];
}

function Preview({ projectId, changes }: PreviewProps) {
  const preview = useLoaded(
    (signal) => api.call('projects.standardRevisions.preview', { id: projectId, changes }, { signal }),
    [projectId, JSON.stringify(changes)],
  );
  return (
    <Loading of={preview}>
      {({ standards }) => (
        <div class="pin-preview" role="status">
          <p>What it means:</p>
          <ul>
            {standards.map((one) => (
              <li key={one.standardId}>
                <span dir="auto">{one.name}</span>: {one.fromRevisionCode} → {one.toRevisionCode}
                {one.direction === 'backward' && ', back to an older revision'}
                {one.revisionsBetween > 0 && `, ${one.revisionsBetween} in between`};{' '}
                {sayDatasheets(one.datasheetsAffected, one.datasheetsWithConflicts)}
              </li>
            ))}
          </ul>
        </div>
      )}
    </Loading>
  );
}

function sayDatasheets(affected: number, withConflicts: number): string {
  if (affected === 0) return 'no datasheet has to be upgraded';
  const what =
    affected === 1 ? '1 datasheet has to be upgraded' : `${affected} datasheets have to be upgraded`;
  return withConflicts === 0
    ? `${what}, without a decision`
    : `${what}, ${withConflicts} of them with values to decide`;
}
