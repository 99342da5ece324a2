/** The datasheets of a project as a spreadsheet: taken away, and brought back after a look at what it would change. */

import { useState } from 'preact/hooks';
import type { EndpointResult } from '../../../../shared/rest-client/endpoint-types.ts';
import { api } from '../../api.ts';
import { Problem } from '../../elements/problem.tsx';
import { basePath } from '../../location.ts';
import { FieldChanges } from './datasheet/field-changes.tsx';
import { mayDo, type Project, TRIAL } from './project.ts';

type Import = EndpointResult<'datasheets.import'>;

export function Spreadsheet({ project, onImported }: { project: Project; onImported: () => void }) {
  const [file, setFile] = useState<string | null>(null);
  const [plan, setPlan] = useState<Import | null>(null);
  const [done, setDone] = useState('');
  const [error, setError] = useState<unknown>(null);
  const [isBusy, setBusy] = useState(false);
  const path = `${basePath}/api/projects/${project.id}/datasheets/export?format=`;
  const run = async (act: () => Promise<void>): Promise<void> => {
    setBusy(true);
    setError(null);
    setDone('');
    await act().catch(setError);
    setBusy(false);
  };
  const look = (chosen: File): Promise<void> =>
    run(async () => {
      setPlan(null);
      const spreadsheet = await base64Of(chosen);
      setFile(spreadsheet);
      setPlan(await api.call('datasheets.import', { id: project.id, spreadsheet, ...TRIAL }));
    });
  const save = (spreadsheet: string): Promise<void> =>
    run(async () => {
      const { changed } = await api.call('datasheets.import', { id: project.id, spreadsheet });
      setDone(`${changed} ${changed === 1 ? 'field is' : 'fields are'} saved.`);
      setPlan(null);
      onImported();
    });
  return (
    <details>
      <summary>As a spreadsheet</summary>
      <div class="actions">
        <a download class="button" href={`${path}xlsx`}>
          Excel
        </a>
        <a download class="button" href={`${path}csv`}>
          CSV
        </a>
        {mayDo(project, 'datasheets.import') && (
          <label>
            Bring one back{' '}
            <input
              type="file"
              accept=".xlsx,.csv"
              onChange={({ currentTarget }) => {
                const [chosen] = currentTarget.files ?? [];
                if (chosen) void look(chosen);
                currentTarget.value = '';
              }}
            />
          </label>
        )}
      </div>
      {isBusy && <progress class="loading" aria-label="Reading the file" />}
      {error !== null && <Problem error={error} />}
      {done !== '' && (
        <p class="done" role="status">
          {done}
        </p>
      )}
      {plan && (
        <section>
          <h2>What it changes</h2>
          <Planned plan={plan} />
          {plan.changed > 0 && file !== null && (
            <button
              type="button"
              class="button main"
              aria-disabled={isBusy}
              onClick={() => !isBusy && void save(file)}
            >
              Save {plan.changed} {plan.changed === 1 ? 'field' : 'fields'}
            </button>
          )}
        </section>
      )}
    </details>
  );
}

/** The bytes of a file in base64, which a browser writes behind the comma of an address. */
const base64Of = (file: File): Promise<string> =>
  new Promise((resolve, reject) => {
    const reader = new FileReader();
    reader.onload = () => resolve(String(reader.result).split(',')[1] ?? '');
    reader.onerror = () => reject(reader.error);
    reader.readAsDataURL(file);
  });

function Planned({ plan: { changed, datasheets, unchanged, notInFile, ignored } }: { plan: Import }) {
  return (
    <>
      {changed === 0 && <p class="empty">Nothing in the file differs.</p>}
      <ul class="rows">
        {datasheets.map(({ id, name, changes }) => (
          <li key={id}>
            <span dir="auto">{name}</span>
            <FieldChanges changes={changes} />
          </li>
        ))}
      </ul>
      <p class="small">
        {unchanged} datasheets of the file are unchanged, {notInFile.length} are not in it.
      </p>
      {ignored.map(({ path, message }) => (
        <p key={`${path} ${message}`} class="small" dir="auto">
          {path}: {message}
        </p>
      ))}
    </>
  );
}
