/** A long text that is stored in this browser while it is typed (`unsaved-input.ts`), until it was sent. */

import { useState } from 'preact/hooks';
import { discardInput, readUnsavedText, saveText } from '../unsaved-input.ts';
import { type FieldFrameProps, Labelled } from './form.tsx';
import { minuteOf } from './minute.ts';

interface KeptTextAreaProps extends FieldFrameProps {
  /** What the text is about; whoever sends it calls `forget` with it. */
  about: string;
  value?: string;
  /** The revision that the value is of, where a save names it; otherwise a value that others changed since is shown. */
  base?: string;
  rows?: number;
}

export function KeptTextArea({ about, value = '', base, rows = 4, ...frame }: KeptTextAreaProps) {
  const [kept, setKept] = useState(() => {
    const found = readUnsavedText(about);
    return found !== null && found.text !== value ? found : null;
  });
  const [text, setText] = useState(kept?.text ?? value);
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
              saveText(about, { text: currentTarget.value, base: base ?? value });
            }}
          />
        )}
      </Labelled>
      {kept && text !== value && (
        <p class="small">
          Typed on {minuteOf(kept.at)} and not sent yet.{' '}
          <button
            type="button"
            class="quiet removes"
            onClick={() => {
              discardInput(about);
              setKept(null);
              setText(value);
            }}
          >
            Discard it
          </button>
        </p>
      )}
      {kept && base === undefined && kept.base !== value && (
        <p class="notice" role="status">
          It was changed by somebody since you typed. It is now: <span dir="auto">{value || 'empty'}</span>
        </p>
      )}
    </>
  );
}
