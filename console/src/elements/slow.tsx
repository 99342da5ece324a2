/** Shows a progress bar once something takes longer than a reader does not notice (`SLOW_MS`). */
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
