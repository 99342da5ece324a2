/** The pages of one thing, such as a project, as links above each of them. */
import { hrefOf, path } from '../location.ts';

export interface Tab {
  /** Path of the page. */
  to: string;
  words: string;
}

export function Tabs({ label, tabs }: { label: string; tabs: readonly Tab[] }) {
  return (
    <nav class="tabs" aria-label={label}>
      {tabs.map(({ to, words }) => (
        <a key={to} href={hrefOf(to)} aria-current={path.value === to ? 'page' : undefined}>
          {words}
        </a>
      ))}
    </nav>
  );
}
