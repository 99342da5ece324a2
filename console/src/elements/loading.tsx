/** Shows a value that is loaded, that it takes long, or its error: above what was loaded before, if it may still be there. */
import type { ComponentChildren } from 'preact';
import { useLayoutEffect, useState } from 'preact/hooks';
import type { Loaded } from '../use-loaded.ts';
import { PageTitle } from './page-title.tsx';
import { Problem } from './problem.tsx';

export function Loading<T>({
  of: { value, error, isSlow },
  children,
}: {
  of: Loaded<T>;
  children: (value: T) => ComponentChildren;
}) {
  const [isAlone, setAlone] = useState(false);
  const hasFailed = error !== null && value === undefined;
  // A page has its heading from what it loads; one that loads nothing has no other.
  useLayoutEffect(() => setAlone(hasFailed && document.querySelector('main h1') === null), [hasFailed]);
  return (
    <>
      {isAlone && hasFailed && <PageTitle title="This page cannot be shown" />}
      {error !== null && <Problem error={error} />}
      {error !== null && value !== undefined && <p class="small">What is shown here was read before.</p>}
      {isSlow && <progress class="loading" aria-label="Loading" />}
      {value !== undefined && children(value)}
    </>
  );
}
