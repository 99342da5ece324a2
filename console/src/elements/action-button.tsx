/**
 * A button that runs a write at once, or after a question where it cannot be taken back, and shows the error of the
 * service.
 */
import { useState } from 'preact/hooks';
import { Problem } from './problem.tsx';
import { Slow } from './slow.tsx';

interface ActionButtonProps {
  label: string;
  /** What it is about, for who does not see where it stands. */
  about?: string;
  /** It discards, deletes or archives. */
  removes?: boolean;
  act: () => Promise<void>;
  /** Asked before, where it cannot be taken back. */
  confirm?: string;
}

export function ActionButton({ label, about, removes = false, act, confirm }: ActionButtonProps) {
  const [error, setError] = useState<unknown>(null);
  const [isBusy, setBusy] = useState(false);
  const [isAsking, setAsking] = useState(false);
  const run = async (): Promise<void> => {
    setAsking(false);
    setBusy(true);
    setError(null);
    await act().catch(setError);
    setBusy(false);
  };
  return (
    <span class={removes ? 'action removes' : 'action'}>
      {isAsking ? (
        <>
          <span>{confirm}</span>{' '}
          <button type="button" class="button main" onClick={() => void run()}>
            {label}
          </button>{' '}
          <button type="button" onClick={() => setAsking(false)}>
            Cancel
          </button>
        </>
      ) : (
        <button
          type="button"
          aria-disabled={isBusy}
          aria-label={about === undefined ? undefined : `${label} ${about}`}
          onClick={() => {
            if (isBusy) return;
            if (confirm === undefined) void run();
            else setAsking(true);
          }}
        >
          {label}
        </button>
      )}
      {isBusy && <Slow label={label} />}
      {error !== null && <Problem error={error} />}
    </span>
  );
}
