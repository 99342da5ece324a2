/** A long text that is kept in this browser while it is typed, until it was sent. */
import { useState } from 'preact/hooks';
import { forget, keep, readKept } from '../kept.ts';
import { type FieldFrameProps, Labelled } from './form.tsx';

interface KeptTextAreaProps extends FieldFrameProps {
  /** What the text is about; whoever sends it calls `forget` with it. */
  about: string;
  value?: string;
  rows?: number;
}

export function KeptTextArea({ about, value = '', rows = 4, ...frame }: KeptTextAreaProps) {
  const [kept, setKept] = useState(() => {
    const found = readKept(about);
    return typeof found?.value === 'string' && found.value !== value ? found : null;
  });
  const [text, setText] = useState(kept ? String(kept.value) : value);
  return (
    <>
      <Labelled {...frame}>
        {(attributes) => (
          <textarea
            {...attributes}
            rows={rows}
            dir="auto"
            value={text}
            onInput={({ currentTarget }) => {
              setText(currentTarget.value);
              keep(about, currentTarget.value);
            }}
          />
        )}
      </Labelled>
      {kept && text !== value && (
        <p class="small">
          Typed on {kept.at.slice(0, 16).replace('T', ' ')} UTC and not sent yet.{' '}
          <button
            type="button"
            class="quiet"
            onClick={() => {
              forget(about);
              setKept(null);
              setText(value);
            }}
          >
            Discard it
          </button>
        </p>
      )}
    </>
  );
}
