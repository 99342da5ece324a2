/** A datasheet as a form: every field with its control, its unit and where its value comes from; one save for all. */
import { useMemo, useRef, useState } from 'preact/hooks';
import { api } from '../../../api.ts';
import { Loading } from '../../../elements/loading.tsx';
import { minuteOf } from '../../../elements/minute.ts';
import { PageTitle } from '../../../elements/page-title.tsx';
import { hrefOf } from '../../../location.ts';
import type { PageProps } from '../../../page-props.ts';
import { useLoaded } from '../../../use-loaded.ts';
import { type AskingClause, ClauseOfFields } from './clause-of-fields.tsx';
import { SaveBar, SaveOutcome } from './save-bar.tsx';
import { type Sheet, savedEdit } from './sheet-edits.ts';
import { SheetField } from './sheet-field.tsx';
import { ShowChoice } from './show-choice.tsx';
import { useSheetEdits } from './use-sheet-edits.ts';

export default function DatasheetPage({ params }: PageProps) {
  const id = Number(params.sheet);
  const loaded = useLoaded(
    (signal) => api.call('datasheets.get', { id, include: 'template,comments' }, { signal }),
    [id],
    { isSubject: true },
  );
  return <Loading of={loaded}>{(sheet) => <SheetForm loaded={sheet} />}</Loading>;
}

function SheetForm({ loaded }: { loaded: Sheet }) {
  const form = useRef<HTMLFormElement>(null);
  const filled = useSheetEdits(loaded);
  const { sheet, edits, refusal, theirs } = filled;
  const clauses = useClauses(sheet);
  const definitions = useMemo(() => new Map(sheet.template?.map((one) => [one.id, one])), [sheet]);
  const [shown, setShown] = useState<ReadonlySet<number> | null>(null);
  // What the service asks about is shown, whatever was chosen.
  const isAsked = (id: number): boolean =>
    refusal.findings.has(id) || refusal.erased.has(id) || theirs.has(id);
  const elements = sheet.elements.filter(({ id }) => shown === null || shown.has(id) || isAsked(id));
  const groups = Map.groupBy(elements, ({ address }) => address);
  const mayRevise = sheet.allowed_actions?.includes('datasheets.revise') === true;
  const at = `/projects/${sheet.project_id}`;
  const { total_fields, fields_with_user_value } = sheet.values_summary;
  return (
    <>
      <p class="above">
        <a href={hrefOf(`${at}/datasheets`)}>Datasheets</a>
      </p>
      <PageTitle title={sheet.name} />
      {sheet.scope !== '' && (
        <p class="lead words" dir="auto">
          {sheet.scope}
        </p>
      )}
      <p class="facts">
        <a href={hrefOf(`${at}/datasheets/${sheet.id}/history`)}>Revision {sheet.revision.code}</a>
        <a
          href={hrefOf(`/standards/${sheet.standard_id}`, { revision: sheet.revision.standard_revision.id })}
        >
          standard, revision {sheet.revision.standard_revision.code}
        </a>
        <span>
          {fields_with_user_value} of {total_fields} fields have a value
        </span>
      </p>
      {sheet.upgrade_status === 'needs_upgrade' && (
        <p class="notice">
          The project pins another revision of the standard.{' '}
          <a href={hrefOf(`${at}/datasheets/${sheet.id}/upgrade`)}>Upgrade this datasheet</a>
        </p>
      )}
      {!mayRevise && <p class="notice">You can read this datasheet. It is changed in an open draft.</p>}
      {filled.keptAt && edits.size > 0 && (
        <p class="notice">What you typed on {minuteOf(filled.keptAt)} and did not save is in the form.</p>
      )}
      <SaveOutcome saved={filled.saved} error={refusal.error} erases={refusal.erased.size > 0} />
      <ShowChoice elements={sheet.elements} edits={edits} shown={shown} onShow={setShown} />
      <form
        ref={form}
        class="sheet"
        onKeyDown={(event) => goOn(event, form.current)}
        onSubmit={(event) => {
          event.preventDefault();
          const data = new FormData(event.currentTarget);
          const severity =
            data.get('severity') === 'MAJOR' ? 'MAJOR' : data.get('severity') === 'PATCH' ? 'PATCH' : 'MINOR';
          const summary = String(data.get('summary') ?? '').trim();
          void filled.save({ severity, ...(summary === '' ? {} : { summary }) });
        }}
      >
        {[...groups].map(([address, asked]) => (
          <section key={address}>
            <ClauseOfFields number={asked[0]?.printed_number ?? address} clause={clauses.get(address)} />
            {asked.map((element) => {
              const definition = definitions.get(element.id);
              return (
                definition && (
                  <SheetField
                    key={element.id}
                    element={element}
                    definition={definition}
                    edit={edits.get(element.id) ?? savedEdit(element)}
                    isReadOnly={!mayRevise}
                    finding={refusal.findings.get(element.id)}
                    asksToErase={refusal.erased.has(element.id)}
                    theirs={theirs.get(element.id)}
                    comments={{
                      count: sheet.comments?.filter(({ elementId }) => elementId === element.id).length ?? 0,
                      href: hrefOf(`${at}/comments`, {
                        on: 'datasheet_field',
                        id: sheet.id,
                        element: element.id,
                      }),
                    }}
                    onEdit={(edit) => filled.edit(element.id, edit)}
                    onSettle={(choice) => filled.settle(element.id, choice)}
                  />
                )
              );
            })}
          </section>
        ))}
        {mayRevise && (
          <SaveBar
            count={filled.changes.length}
            undecided={theirs.size}
            isBusy={filled.isBusy}
            onDiscard={filled.discard}
          />
        )}
      </form>
    </>
  );
}

/** The clauses that ask for the fields, by address; none for who may not read the standard. */
function useClauses({ standard_id, revision }: Sheet): ReadonlyMap<string, AskingClause> {
  const loaded = useLoaded(
    async (signal) => {
      const about = { id: standard_id, revisionId: revision.standard_revision.id };
      const standard = await api.call('standards.get', about, { signal }).catch(() => null);
      return standard && 'elements' in standard ? standard.elements : [];
    },
    [standard_id, revision.standard_revision.id],
  );
  return useMemo(() => new Map(loaded.value?.map((clause) => [clause.address, clause])), [loaded.value]);
}

/** Enter goes to the next field, as in a spreadsheet; with Ctrl or Cmd it saves. */
function goOn(event: KeyboardEvent, form: HTMLFormElement | null): void {
  if (event.key !== 'Enter' || !form) return;
  if (event.ctrlKey || event.metaKey) {
    event.preventDefault();
    form.requestSubmit();
    return;
  }
  if (!(event.target instanceof HTMLInputElement) || event.target.closest('.bottom')) return;
  event.preventDefault();
  const fields = [
    ...form.querySelectorAll<HTMLElement>(
      '.value > :is(input, textarea, select):first-child, .value fieldset input:first-of-type',
    ),
  ];
  const here = fields.findIndex((field) => field === event.target || field.contains(document.activeElement));
  fields[here + 1]?.focus();
}
