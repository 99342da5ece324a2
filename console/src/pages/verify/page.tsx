/** Verifies exports, PDFs and proofs in the browser: no file leaves the machine, and no account is needed. */
import { useState } from 'preact/hooks';
import { verifyChain } from '../../../../scripts/verify/verify-export/chain.mjs';
import { api } from '../../api.ts';
import { FileDrop } from '../../elements/file-drop.tsx';
import { PageTitle } from '../../elements/page-title.tsx';
import { Problem } from '../../elements/problem.tsx';
import { verifyInBrowser } from '../../verifying/verify-in-browser.ts';
import { type Checked, FileResult } from './file-result.tsx';

export default function VerifyPage() {
  const [results, setResults] = useState<readonly Checked[]>([]);
  const [keys, setKeys] = useState<{ name: string; text: string } | null>(null);
  const [error, setError] = useState<unknown>(null);
  const [isBusy, setBusy] = useState(false);
  const verify = async (files: readonly File[]): Promise<void> => {
    setBusy(true);
    setError(null);
    try {
      const text = keys?.text ?? JSON.stringify(await api.call('certificates.keys'));
      const checked: Checked[] = [];
      for (const file of files) checked.push(await checkFile(file, text));
      setResults(checked);
    } catch (failure) {
      setError(failure);
    }
    setBusy(false);
  };
  return (
    <>
      <PageTitle title="Verify" />
      <p class="lead">
        Whether an export, a PDF or a proof of a published project is as it was signed. The files stay on your
        machine.
      </p>
      <FileDrop
        accept=".json,.pdf,application/json,application/pdf"
        onFiles={(files) => void verify(files)}
      />
      {isBusy && <progress class="loading" aria-label="Verifying" />}
      {error !== null && <Problem error={error} />}
      <div aria-live="polite">
        {results.map((result) => (
          <FileResult key={result.name} result={result} keysFrom={keys?.name ?? window.location.host} />
        ))}
        <Chain results={results} />
      </div>
      <details>
        <summary>Keys of another issuer</summary>
        <p>
          {keys
            ? `Files are verified with the keys of ${keys.name}.`
            : `Files are verified with the keys of this service, ${window.location.host}.`}{' '}
          An issuer gives its keys at <code>/api/certificates/keys</code>.
        </p>
        <label for="keys">Its keys.json</label>{' '}
        <input
          id="keys"
          type="file"
          accept=".json,application/json"
          onChange={async ({ currentTarget }) => {
            const file = currentTarget.files?.[0];
            setKeys(file ? { name: file.name, text: await file.text() } : null);
            setResults([]);
          }}
        />
      </details>
    </>
  );
}

async function checkFile(file: File, keys: string): Promise<Checked> {
  const { name } = file;
  try {
    const bytes = new Uint8Array(await file.arrayBuffer());
    return { name, verified: await verifyInBrowser(bytes, keys) };
  } catch (refusal) {
    return { name, refusal };
  }
}

/** Several exports of one project are checked against each other. */
function Chain({ results }: { results: readonly Checked[] }) {
  const verified = results.flatMap(({ name, verified: one }) =>
    one ? [{ name, certificate: one.certificate }] : [],
  );
  if (verified.length < 2) return null;
  try {
    const { links, notes } = verifyChain(verified);
    return (
      <section>
        <h2>Chain</h2>
        <p class={links > 0 ? 'done' : 'empty'}>
          {links} {links === 1 ? 'revision follows' : 'revisions follow'} the one before, as their
          certificates say.
        </p>
        {notes.map((note) => (
          <p key={note} dir="auto">
            Not checked: {note}
          </p>
        ))}
      </section>
    );
  } catch (error) {
    return (
      <section>
        <h2>Chain</h2>
        <Problem error={error} />
      </section>
    );
  }
}
