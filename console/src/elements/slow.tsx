/** Says that something goes on, once it takes longer than what a reader does not notice. */
import { useEffect, useState } from 'preact/hooks';
import { SLOW_MS } from '../use-loaded.ts';

export function Slow({ label }: { label: string }) {
  const [isShown, setShown] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setShown(true), SLOW_MS);
    return () => clearTimeout(timer);
  }, []);
  return isShown ? <progress class="loading" aria-label={label} /> : null;
}
