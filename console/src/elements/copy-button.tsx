/** Copies a text to the clipboard and says so; where the browser forbids that, the text is selected for copying by hand. */
import { useState } from 'preact/hooks';
import { writeClipboard } from './clipboard.ts';

interface CopyButtonProps {
  label: string;
  /** Said when it is done. */
  done: string;
  text: () => string;
  /** The id of the element that shows the text. */
  shownBy?: string;
}

export function CopyButton({ label, done, text, shownBy }: CopyButtonProps) {
  const [said, setSaid] = useState('');
  const copy = async (): Promise<void> => {
    if (await writeClipboard(text())) return setSaid(done);
    const shown = shownBy === undefined ? null : document.getElementById(shownBy);
    if (shown) window.getSelection()?.selectAllChildren(shown);
    setSaid(shown ? 'It is selected: copy it with Ctrl+C.' : 'The browser does not allow it here.');
  };
  return (
    <>
      <button type="button" onClick={() => void copy()}>
        {label}
      </button>{' '}
      <span class="small" role="status">
        {said}
      </span>
    </>
  );
}
