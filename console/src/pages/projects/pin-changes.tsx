/** Moves the pins of standards to other revisions: brought current or chosen, with what it means for datasheets before. */
import { useState } from 'preact/hooks';
import type { EndpointResult } from '../../../../shared/rest-client/endpoint-types.ts';
import { api } from '../../api.ts';
import { Loading } from '../../elements/loading.tsx';
import { Problem } from '../../elements/problem.tsx';
import { Slow } from '../../elements/slow.tsx';
import { hrefOf } from '../../location.ts';
import { useLoaded } from '../../use-loaded.ts';

type Options = EndpointResult<'projects.standardRevisionOptions'>['standards'][number];

const EXCLUDED = {
  already_held: 'nothing to bring current',
  revoked: 'its current revision is revoked',
  not_published: 'has no current revision that you may read',
  archived: 'is archived',
} as const;

export function PinChanges({ projectId, onApplied }: { projectId: number; onApplied: () => void }) {
  const options = useLoaded(
    (signal) => api.call('projects.standardRevisionOptions', { id: projectId }, { signal }),
    [projectId],
  );
  return (
    <Loading of={options}>
      {({ standards }) =>
        standards.length > 0 && <PinForm projectId={projectId} standards={standards} onApplied={onApplied} />
      }
    </Loading>
  );
}

interface PinFormProps {
  projectId: number;
  standards: readonly Options[];
  onApplied: () => void;
}

function PinForm({ projectId, standards, onApplied }: PinFormProps) {
  const [targets, setTargets] = useState<ReadonlyMap<number, number>>(new Map());
  const [error, setError] = useState<unknown>(null);
  const [isBusy, setBusy] = useState(false);
  const behind = standards.filter(({ bringCurrentTo }) => bringCurrentTo !== null);
  const changes = [...targets].map(([standardId, toStandardRevisionId]) => ({
    standardId,
    toStandardRevisionId,
  }));
  const choose = (standardId: number, target: number | null): void => {
    const next = new Map(targets);
    if (target === null) next.delete(standardId);
    else next.set(standardId, target);
    setTargets(next);
  };
  const apply = async (): Promise<void> => {
    setBusy(true);
    setError(null);
    try {
      await api.call('projects.standardRevisions.apply', { id: projectId, changes });
      onApplied();
    } catch (failure) {
      setError(failure);
    }
    setBusy(false);
  };
  return (
    <section>
      <h2>Revisions held</h2>
      {behind.length === 0 ? (
        <p>Every standard is on its current revision, as far as you may read them.</p>
      ) : (
        <button
          type="button"
          onClick={() =>
            setTargets(
              new Map(behind.map(({ standardId, bringCurrentTo }) => [standardId, bringCurrentTo ?? 0])),
            )
          }
        >
          Bring {behind.length === 1 ? 'one standard' : `${behind.length} standards`} current
        </button>
      )}
      <ul class="rows">
        {standards.map((standard) => (
          <PinRow
            key={standard.standardId}
            standard={standard}
            target={targets.get(standard.standardId) ?? null}
            onChoose={(target) => choose(standard.standardId, target)}
          />
        ))}
      </ul>
      {changes.length > 0 && (
        <>
          <Preview projectId={projectId} changes={changes} />
          <button
            type="button"
            class="button main"
            aria-disabled={isBusy}
            onClick={() => !isBusy && void apply()}
          >
            Move {changes.length === 1 ? 'the pin' : `${changes.length} pins`}
          </button>{' '}
          <button type="button" onClick={() => setTargets(new Map())}>
            Leave them
          </button>
        </>
      )}
      {isBusy && <Slow label="Moving" />}
      {error !== null && <Problem error={error} />}
    </section>
  );
}

interface PinRowProps {
  standard: Options;
  target: number | null;
  onChoose: (target: number | null) => void;
}

function PinRow({ standard, target, onChoose }: PinRowProps) {
  const { standardId, name, heldRevisionId, revisions, bringCurrentTo, excludedReason } = standard;
  const current = revisions.find(({ isCurrent }) => isCurrent);
  return (
    <li>
      <label for={`pin-${standardId}`} dir="auto">
        {name}
      </label>{' '}
      <select
        id={`pin-${standardId}`}
        value={target ?? heldRevisionId}
        onChange={({ currentTarget }) => {
          const chosen = Number(currentTarget.value);
          onChoose(chosen === heldRevisionId ? null : chosen);
        }}
      >
        {revisions.map(({ id, code, isHeld, isCurrent }) => (
          <option key={id} value={id}>
            {code}
            {isHeld ? ' (held)' : ''}
            {isCurrent ? ' (current)' : ''}
          </option>
        ))}
      </select>{' '}
      <span class="facts">
        {excludedReason && <span>{EXCLUDED[excludedReason]}</span>}
        {bringCurrentTo !== null && current && (
          <a href={hrefOf(`/standards/${standardId}/compare`, { from: heldRevisionId, to: bringCurrentTo })}>
            What changed up to {current.code}
          </a>
        )}
      </span>
    </li>
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
        <div class="notice" role="status">
          <p>What it means:</p>
          <ul>
            {standards.map((one) => (
              <li key={one.standardId}>
                <span dir="auto">{one.name}</span>: {one.fromRevisionCode} → {one.toRevisionCode}
                {one.direction === 'backward' && ', back to an older revision'}
                {one.revisionsBetween > 0 && `, ${one.revisionsBetween} revisions between`};{' '}
                {one.datasheetsAffected === 0
                  ? 'no datasheet has to be upgraded'
                  : `${one.datasheetsAffected} datasheets have to be upgraded, ${one.datasheetsWithConflicts} of them with values to decide`}
              </li>
            ))}
          </ul>
        </div>
      )}
    </Loading>
  );
}
