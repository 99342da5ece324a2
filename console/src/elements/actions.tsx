/** What is done with what a page shows; on a narrow screen what is done less often stands behind one button. */
import type { ComponentChildren } from 'preact';
import { Fold } from './fold.tsx';

interface ActionsProps {
  /** What is done most often. */
  children?: ComponentChildren;
  more: ComponentChildren;
}

export function Actions({ children, more }: ActionsProps) {
  return (
    <div class="actions">
      {children}
      <Fold label="More" />
      <div class="more">{more}</div>
    </div>
  );
}
