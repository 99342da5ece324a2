/** The heading of a page, which is the title of its window too. */
import type { ComponentChildren } from 'preact';
import { useEffect } from 'preact/hooks';

export function PageTitle({ title, children }: { title: string; children?: ComponentChildren }) {
  useEffect(() => {
    document.title = `${title} – Construction Specification Service`;
  }, [title]);
  return (
    <div class="title">
      <h1 dir="auto">{title}</h1>
      {children}
    </div>
  );
}
