/** A box that has to be ticked, or one of several: who sends the form without it is told so beside it, and goes on there. */
import type { ComponentChildren } from 'preact';
import { useId, useState } from 'preact/hooks';

interface MustChooseProps {
  type: 'checkbox' | 'radio';
  name: string;
  value?: string | number;
  /** What has to be done. */
  ask: string;
  children: ComponentChildren;
}

export function MustChoose({ type, name, value, ask, children }: MustChooseProps) {
  const id = useId();
  const [isMissing, setMissing] = useState(false);
  return (
    <>
      <label class="check option" dir="auto">
        <input
          type={type}
          name={name}
          value={value}
          required
          aria-invalid={isMissing}
          aria-describedby={isMissing ? id : undefined}
          onInvalid={(event) => {
            // The browser would say it in words of its own, for some seconds.
            event.preventDefault();
            const { currentTarget: own } = event;
            const first = own.form?.querySelector('input:invalid');
            // Of several with one name the first speaks for all.
            setMissing(first === own || own.type === 'checkbox');
            if (first === own) own.focus();
          }}
          onChange={() => setMissing(false)}
        />{' '}
        {children}
      </label>
      {isMissing && (
        <p class="finding" id={id} role="alert" dir="auto">
          {ask}
        </p>
      )}
    </>
  );
}
