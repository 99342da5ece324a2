/** The values that are still empty in the datasheets of a draft, by name, each with the way to its field. */
import { useState } from 'preact/hooks';
import { api } from '../../../api.ts';
import { Loading } from '../../../elements/loading.tsx';
import { hrefOf } from '../../../location.ts';
import { useLoaded } from '../../../use-loaded.ts';
import { fillingOfEdit, savedEdit } from '../datasheet/sheet-edits.ts';
import { readFillings } from '../sheet-fillings.ts';

/** So many datasheets are read. */
const LOOKED_AT = 40;
/** So many fields of a datasheet are named. */
const NAMED = 8;

export function EmptyValues({ projectId }: { projectId: number }) {
  const loaded = useLoaded(
    async (signal) => {
      const { datasheets } = await api.call('projects.datasheets.list', { id: projectId }, { signal });
      const sheets = await readFillings(datasheets, LOOKED_AT, signal);
      return {
        sheets: sheets.filter(({ summary }) => summary.fields_empty > 0),
        left: datasheets.length - sheets.length,
      };
    },
    [projectId],
  );
  return (
    <Loading of={loaded}>
      {({ sheets, left }) => (
        <>
          {sheets.length > 0 && <p>These values are still empty. You may publish without them.</p>}
          {sheets.map(({ id, name, summary }) => (
            <EmptyInSheet
              key={id}
              projectId={projectId}
              sheet={{ id, name, empty: summary.fields_empty }}
              startsOpen={sheets.length === 1}
            />
          ))}
          {left > 0 && <p class="small">{left} more datasheets were not looked at.</p>}
        </>
      )}
    </Loading>
  );
}

interface EmptyInSheetProps {
  projectId: number;
  sheet: { id: number; name: string; empty: number };
  startsOpen: boolean;
}

function EmptyInSheet({ projectId, sheet, startsOpen }: EmptyInSheetProps) {
  const [isOpen, setOpen] = useState(startsOpen);
  return (
    <details open={startsOpen} onToggle={({ currentTarget }) => setOpen(currentTarget.open)}>
      <summary dir="auto">
        {sheet.name}: {sheet.empty} {sheet.empty === 1 ? 'value' : 'values'}
      </summary>
      {isOpen && <Names projectId={projectId} sheetId={sheet.id} />}
    </details>
  );
}

function Names({ projectId, sheetId }: { projectId: number; sheetId: number }) {
  const at = `/projects/${projectId}/datasheets/${sheetId}`;
  const loaded = useLoaded((signal) => api.call('datasheets.get', { id: sheetId }, { signal }), [sheetId]);
  return (
    <Loading of={loaded}>
      {({ elements }) => {
        const empty = elements.filter((one) => fillingOfEdit(one, savedEdit(one)) === 'empty');
        return (
          <ul>
            {empty.slice(0, NAMED).map(({ id, label }) => (
              <li key={id}>
                <a href={`${hrefOf(at)}#field-${id}`} dir="auto">
                  {label}
                </a>
              </li>
            ))}
            {empty.length > NAMED && (
              <li>
                <a href={hrefOf(at, { show: 'empty' })}>all {empty.length}</a>
              </li>
            )}
          </ul>
        );
      }}
    </Loading>
  );
}
