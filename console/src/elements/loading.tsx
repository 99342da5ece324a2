/** Shows a value that is loaded: its error, that it takes long, or the value. */
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
  if (error) return <Problem error={error} />;
  return (
    <>
      {isSlow && <progress class="loading" aria-label="Loading" />}
      {value !== undefined && children(value)}
    </>
  );
}
