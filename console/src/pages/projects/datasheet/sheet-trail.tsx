/** Where a datasheet stands: its project, the list of its datasheets, and the ones before and after it there. */
import { api } from '../../../api.ts';
import { hrefOf } from '../../../location.ts';
import { useLoaded } from '../../../use-loaded.ts';
import type { Sheet } from './sheet-edits.ts';

export function SheetTrail({ sheet }: { sheet: Sheet }) {
  const id = sheet.project_id;
  const { value } = useLoaded(
    async (signal) => {
      const [{ standards }, list] = await Promise.all([
        api.call('projects.standards.list', { id }, { signal }),
        api.call('projects.datasheets.list', { id, format: 'compact' }, { signal }),
      ]);
      // The list has them by standard.
      const rows = standards.flatMap(({ standard_id }) =>
        list.datasheets.filter((row) => row.standard_id === standard_id),
      );
      const at = rows.findIndex((row) => row.id === sheet.id);
      return {
        project: 'project' in list ? list.project : '',
        before: at > 0 ? rows[at - 1] : undefined,
        after: at < 0 ? undefined : rows[at + 1],
      };
    },
    [id, sheet.id],
  );
  const at = `/projects/${id}`;
  return (
    <div class="trail small">
      <nav aria-label="Where you are">
        <a href={hrefOf(at)} title={value?.project} dir="auto">
          {value?.project || 'Project'}
        </a>
        <a href={hrefOf(`${at}/datasheets`)}>Datasheets</a>
      </nav>
      <nav aria-label="Datasheets before and after">
        {value?.before && (
          <a href={hrefOf(`${at}/datasheets/${value.before.id}`)} title={value.before.name} dir="auto">
            <span class="heard">Previous: </span>
            <span aria-hidden="true">← </span>
            {value.before.name}
          </a>
        )}
        {value?.after && (
          <a href={hrefOf(`${at}/datasheets/${value.after.id}`)} title={value.after.name} dir="auto">
            <span class="heard">Next: </span>
            {value.after.name}
            <span aria-hidden="true"> →</span>
          </a>
        )}
      </nav>
    </div>
  );
}
