/** Advice about the text of the open clause while it is typed. */
import { useEffect, useState } from 'preact/hooks';
import type { LineFinding } from './check-text.ts';

/** After the last letter. */
const WAIT_MS = 250;

export function TextCheck({ text }: { text: string }) {
  const [findings, setFindings] = useState<readonly LineFinding[]>([]);
  useEffect(() => {
    let isCurrent = true;
    const timer = setTimeout(() => {
      // The reader of the markup is loaded with the first clause that is typed in.
      void import('./check-text.ts')
        .then(({ checkText }) => isCurrent && setFindings(checkText(text)))
        .catch(() => {});
    }, WAIT_MS);
    return () => {
      isCurrent = false;
      clearTimeout(timer);
    };
  }, [text]);
  if (findings.length === 0) return null;
  return (
    <ul class="advice" aria-label="Advice">
      {findings.map(({ line, message }) => (
        <li key={`${line} ${message}`}>
          Line {line}: {message}
        </li>
      ))}
    </ul>
  );
}
