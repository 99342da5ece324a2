/** A long text that is stored in this browser while it is typed (`unsaved-input.ts`), until it was sent. */

import { useState } from 'preact/hooks';
import { discardInput, readUnsavedText, saveText } from '../unsaved-input.ts';
import { type FieldFrameProps, Labelled } from './form.tsx';
import { minuteOf } from './minute.ts';

interface UnsavedTextAreaProps extends FieldFrameProps {
  /** What the text is about; whoever sends it calls `forget` with it. */
  about: string;
  value?: string;
  /** The revision that the value is of, where a save names it; otherwise a value that others changed since is shown. */
  base?: string;
  rows?: number;
}

export function UnsavedTextArea({ about, value = '', base, rows = 4, ...frame }: UnsavedTextAreaProps) {
  const [unsaved, setUnsaved] = useState(() => {
    const found = readUnsavedText(about);
    return found !== null && found.text !== value ? found : null;
  });
  const [text, setText] = useState(unsaved?.text ?? value);
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
      {unsaved && text !== value && (
        <p class="small">
          Typed on {minuteOf(unsaved.at)} and not sent yet.{' '}
          <button
            type="button"
            class="quiet removes"
            onClick={() => {
              discardInput(about);
              setUnsaved(null);
              setText(value);
            }}
          >
            Discard it
          </button>
        </p>
      )}
      {unsaved && base === undefined && unsaved.base !== value && (
        <p class="notice" role="status">
          It was changed by somebody since you typed. It is now: <span dir="auto">{value || 'empty'}</span>
        </p>
      )}
    </>
  );
}
