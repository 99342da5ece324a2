/** On a narrow screen, a button that shows the list after it; on a wide one the list is there without it. */
import { useState } from 'preact/hooks';

export function Fold({ label }: { label: string }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <button type="button" class="fold" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
      {label}
    </button>
  );
}
