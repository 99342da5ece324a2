/** Shows a value that is loaded, that it takes long, or its error: above what was loaded before, if it may still be there. */
import type { ComponentChildren } from 'preact';
import type { Loaded } from '../use-loaded.ts';
import { Problem } from './problem.tsx';

export function Loading<T>({
  of: { value, error, isSlow },
  children,
}: {
  of: Loaded<T>;
  children: (value: T) => ComponentChildren;
}) {
  return (
    <>
      {error !== null && <Problem error={error} />}
      {error !== null && value !== undefined && <p class="small">What is shown here was read before.</p>}
      {isSlow && <progress class="loading" aria-label="Loading" />}
      {value !== undefined && children(value)}
    </>
  );
}
