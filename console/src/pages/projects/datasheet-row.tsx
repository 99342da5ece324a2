/** A datasheet in the list: how far it is filled in, and behind one button what else can be done with it. */
import type { EndpointResult } from '../../../../shared/rest-client/endpoint-types.ts';
import { api } from '../../api.ts';
import { ActionButton } from '../../elements/action-button.tsx';
import { RowMenu } from '../../elements/row-menu.tsx';
import { hrefOf } from '../../location.ts';
import { useLoaded } from '../../use-loaded.ts';
import { useSeen } from '../../use-seen.ts';
import { fillingInWords } from './datasheet/filling-words.ts';
import { mayDo, type Project } from './project.ts';

export type DatasheetRow = EndpointResult<'projects.datasheets.list'>['datasheets'][number];

interface DatasheetRowProps {
  project: Project;
  sheet: DatasheetRow;
  reload: () => void;
}

export function DatasheetRowView({ project, sheet, reload }: DatasheetRowProps) {
  const { id, name, upgrade_status } = sheet;
  const at = `/projects/${project.id}/datasheets/${id}`;
  return (
    <li class="with-menu">
      <span>
        <a href={hrefOf(at)} dir="auto">
          {name}
        </a>{' '}
        {upgrade_status === 'needs_upgrade' && (
          <a class="tag" href={hrefOf(`${at}/upgrade`)}>
            needs an upgrade
          </a>
        )}
      </span>
      <Filling sheet={sheet} />
      <RowMenu about={name}>
        <li>
          <a href={hrefOf(`${at}/history`)}>History</a>
        </li>
        <li>
          <a href={hrefOf(`/projects/${project.id}/comments`, { on: 'datasheet', id })}>Comments</a>
        </li>
        {mayDo(project, 'projects.datasheets.archive') && (
          <li>
            <ActionButton
              label="Archive"
              removes
              about={name}
              confirm="It is left out of what is published, and can be restored."
              act={async () => {
                await api.call('projects.datasheets.archive', { id: project.id, datasheetInstanceId: id });
                reload();
              }}
            />
          </li>
        )}
      </RowMenu>
    </li>
  );
}

/** Read when the row comes into sight: a project may have a thousand datasheets. */
function Filling({ sheet: { id, name, version } }: { sheet: DatasheetRow }) {
  const [isSeen, ref] = useSeen();
  const loaded = useLoaded(
    (signal) => (isSeen ? api.call('datasheets.get', { id, format: 'compact' }, { signal }) : never(signal)),
    [id, version, isSeen],
  );
  const summary = loaded.value?.values_summary;
  return (
    <span class="filling small" ref={ref}>
      {summary && summary.total_fields > 0 && (
        <progress
          max={summary.total_fields}
          value={summary.fields_filled_in}
          aria-label={`Filled in of ${name}`}
        />
      )}
      {summary && fillingInWords(summary)}
    </span>
  );
}

/** Until the signal ends it. */
const never = (signal: AbortSignal): Promise<never> =>
  new Promise((_, reject) => signal.addEventListener('abort', () => reject(signal.reason)));
