/** The heading of a page, which is the title of its window too. */
import type { ComponentChildren } from 'preact';
import { useEffect } from 'preact/hooks';

interface PageTitleProps {
  title: string;
  /** Of several pages with one heading, which one this is. */
  part?: string;
  children?: ComponentChildren;
}

export function PageTitle({ title, part, children }: PageTitleProps) {
  useEffect(() => {
    document.title = `${part === undefined ? title : `${part} – ${title}`} – Construction Specification Service`;
  }, [title, part]);
  return (
    <div class="title">
      <h1 dir="auto">{title}</h1>
      {children}
    </div>
  );
}
