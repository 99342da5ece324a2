/** The pages of one thing, such as a project, as links above each of them. */
import { useLayoutEffect, useRef } from 'preact/hooks';
import { hrefOf, path } from '../location.ts';

export interface Tab {
  /** Path of the page. */
  to: string;
  words: string;
}

/** So much of the one before stays in sight, in pixels. */
const BEFORE = 48;

export function Tabs({ label, tabs }: { label: string; tabs: readonly Tab[] }) {
  const nav = useRef<HTMLElement>(null);
  // On a narrow screen the page that is open may be beyond the edge.
  useLayoutEffect(() => {
    const here = nav.current?.querySelector<HTMLElement>('[aria-current]');
    if (here && nav.current) nav.current.scrollLeft = here.offsetLeft - BEFORE;
  }, [path.value]);
  return (
    <nav ref={nav} class="tabs scroll" aria-label={label}>
      {tabs.map(({ to, words }) => (
        <a key={to} href={hrefOf(to)} aria-current={path.value === to ? 'page' : undefined}>
          {words}
        </a>
      ))}
    </nav>
  );
}
