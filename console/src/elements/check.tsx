/** A checkbox of a form, with its label. */
import type { ComponentChildren } from 'preact';

interface CheckProps {
  name: string;
  checked?: boolean;
  children: ComponentChildren;
}

export function Check({ name, checked, children }: CheckProps) {
  return (
    <label class="check">
      <input type="checkbox" name={name} defaultChecked={checked} /> {children}
    </label>
  );
}
