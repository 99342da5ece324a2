/** The headings of a document at its side; the one that is being read is marked. */
import { useEffect, useState } from 'preact/hooks';
import { Fold } from './fold.tsx';

export interface OutlineEntry {
  /** Of its element in the page. */
  id: string;
  number: string;
  heading: string;
  depth: number;
}

export function Outline({ entries }: { entries: readonly OutlineEntry[] }) {
  const [here, setHere] = useState('');
  useEffect(() => {
    const seen = new IntersectionObserver(
      (changes) => {
        const shown = changes.find(({ isIntersecting }) => isIntersecting);
        if (shown) setHere(shown.target.id);
      },
      { rootMargin: '-10% 0px -70% 0px' },
    );
    for (const { id } of entries) {
      const element = document.getElementById(id);
      if (element) seen.observe(element);
    }
    return () => seen.disconnect();
  }, [entries]);
  if (entries.length === 0) return null;
  return (
    <nav class="outline" aria-label="Outline">
      <Fold label="Contents" />
      <ol>
        {entries.map(({ id, number, heading, depth }) => (
          <li key={id} class={`depth-${Math.min(depth, 5)}`}>
            <a href={`#${id}`} aria-current={id === here ? 'location' : undefined}>
              <span class="number">{number}</span> <span dir="auto">{heading}</span>
            </a>
          </li>
        ))}
      </ol>
    </nav>
  );
}
