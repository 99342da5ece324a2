/** A button that copies the link to a clause; visible where the pointer or the focus is. */
import { signal } from '@preact/signals';
import { useState } from 'preact/hooks';
import { writeClipboard } from './clipboard.ts';

/** What is said of the last one, to who listens. */
const said = signal('');

const OFFER = 'Copy link';

export function CopyLink({ id, about }: { id: string; about: string }) {
  const [words, setWords] = useState(OFFER);
  const copy = async (): Promise<void> => {
    const url = new URL(window.location.href);
    url.hash = id;
    const isCopied = await writeClipboard(url.href);
    // Without a jump: the clause is in sight.
    if (!isCopied) history.replaceState(null, '', url.href);
    const outcome = isCopied ? 'Link copied' : 'Copy it from the address bar';
    setWords(outcome);
    said.value = `${outcome}: ${about}`;
  };
  return (
    <button
      type="button"
      class="quiet copy-link"
      aria-label={words === OFFER ? `${OFFER} to ${about}` : words}
      onClick={() => void copy()}
      onBlur={() => setWords(OFFER)}
      onMouseLeave={() => setWords(OFFER)}
    >
      {words}
    </button>
  );
}

/** Once for all clauses of a document. */
export function CopiedLink() {
  return (
    <p class="heard" role="status">
      {said.value}
    </p>
  );
}
