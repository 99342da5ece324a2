/** Says what was done, and takes the focus: whoever works by keyboard or listens goes on from there. */
import type { ComponentChildren } from 'preact';
import { useEffect, useRef } from 'preact/hooks';

export function Done({ children }: { children: ComponentChildren }) {
  const message = useRef<HTMLDivElement>(null);
  useEffect(() => message.current?.focus(), []);
  return (
    <div class="done" role="status" tabIndex={-1} ref={message}>
      {children}
    </div>
  );
}
