/** What else can be done with a row of a list, behind one button; Escape closes it, and the focus goes back to the button. */
import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';

interface RowMenuProps {
  /** What the row is about. */
  about: string;
  /** Items of a list. */
  children: ComponentChildren;
}

export function RowMenu({ about, children }: RowMenuProps) {
  const menu = useRef<HTMLDetailsElement>(null);
  useEffect(() => {
    const own = menu.current;
    if (!own) return;
    const close = (event: Event): void => {
      // The path, because what was pressed may be drawn anew by now.
      if (!event.composedPath().includes(own)) own.open = false;
    };
    const closeByKey = (event: KeyboardEvent): void => {
      if (event.key !== 'Escape' || !own.open) return;
      own.open = false;
      own.querySelector('summary')?.focus();
    };
    own.addEventListener('keydown', closeByKey);
    document.addEventListener('click', close);
    document.addEventListener('focusin', close);
    return () => {
      own.removeEventListener('keydown', closeByKey);
      document.removeEventListener('click', close);
      document.removeEventListener('focusin', close);
    };
  }, []);
  return (
    <details ref={menu} class="menu row-menu">
      <summary aria-label={`More for ${about}`}>…</summary>
      <ul>{children}</ul>
    </details>
  );
}
