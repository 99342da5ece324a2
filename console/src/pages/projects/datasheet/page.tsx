/** A datasheet as a form: every field with its control, its unit and where its value comes from; one save for all. */
import { useEffect, useMemo, useRef, useState } from 'preact/hooks';
import { api } from '../../../api.ts';
import { anchorOf } from '../../../elements/anchor.ts';
import { Loading } from '../../../elements/loading.tsx';
import { minuteOf } from '../../../elements/minute.ts';
import { Outline } from '../../../elements/outline.tsx';
import { anchor, hrefOf, query } from '../../../location.ts';
import type { PageProps } from '../../../page-props.ts';
import { useLoaded } from '../../../use-loaded.ts';
import { sayBreach } from './bound-words.ts';
import { type AskingClause, ClauseOfFields } from './clause-of-fields.tsx';
import { handleEnterKey } from './enter-key.ts';
import { SaveBar, SaveOutcome } from './save-bar.tsx';
import { type Sheet, savedEdit } from './sheet-edits.ts';
import { SheetField } from './sheet-field.tsx';
import { SheetHeading } from './sheet-heading.tsx';
import { useSheetOutline } from './sheet-outline.ts';
import { fieldsOfChoice, SHOW_CHOICES, ShowChoice } from './show-choice.tsx';
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
  const [choice, setChoice] = useState(
    () => SHOW_CHOICES.find((one) => one === query.value.get('show')) ?? 'all',
  );
  // The choice is made once: a field that is filled in then stays in sight.
  const [shown, setShown] = useState(() => fieldsOfChoice(choice, sheet.elements, edits));
  // What the service asks about is shown, whatever was chosen.
  const isAsked = (id: number): boolean =>
    refusal.findings.has(id) || refusal.erased.has(id) || theirs.has(id);
  const fields = sheet.elements.flatMap((element) => {
    const definition = definitions.get(element.id);
    if (!definition) return [];
    const edit = edits.get(element.id) ?? savedEdit(element);
    return [{ element, definition, edit, breach: sayBreach(definition, edit) }];
  });
  const groups = Map.groupBy(
    fields.filter(({ element: { id } }) => shown === null || shown.has(id) || isAsked(id)),
    ({ element }) => element.address,
  );
  const outline = useSheetOutline(
    Map.groupBy(sheet.elements, ({ address }) => address),
    clauses,
    edits,
  );
  useAnchor();
  const mayRevise = sheet.allowed_actions?.includes('datasheets.revise') === true;
  return (
    <>
      <SheetHeading
        sheet={sheet}
        mayRevise={mayRevise}
        breaches={fields.flatMap(({ element, breach }) => (breach === null ? [] : [element]))}
      />
      {filled.typedAt && edits.size > 0 && (
        <p class="notice">What you typed on {minuteOf(filled.typedAt)} and did not save is in the form.</p>
      )}
      <SaveOutcome saved={filled.saved} error={refusal.error} erases={refusal.erased.size > 0} />
      <ShowChoice
        choice={choice}
        shown={shown?.size ?? null}
        total={sheet.elements.length}
        onChoose={(next) => {
          setChoice(next);
          setShown(fieldsOfChoice(next, sheet.elements, edits));
        }}
      />
      <div class="document">
        <Outline entries={shown === null ? outline : outline.filter(({ id }) => isAmong(groups, id))} />
        <form
          ref={form}
          class="sheet"
          onFocusIn={showWhole}
          onKeyDown={(event) => handleEnterKey(event, form.current)}
          onSubmit={(event) => {
            event.preventDefault();
            const data = new FormData(event.currentTarget);
            const severity =
              data.get('severity') === 'MAJOR'
                ? 'MAJOR'
                : data.get('severity') === 'PATCH'
                  ? 'PATCH'
                  : 'MINOR';
            const summary = String(data.get('summary') ?? '').trim();
            void filled.save({ severity, ...(summary === '' ? {} : { summary }) });
          }}
        >
          {[...groups].map(([address, asked]) => (
            <section key={address} id={anchorOf(address)}>
              <ClauseOfFields
                number={asked[0]?.element.printed_number ?? address}
                clause={clauses.get(address)}
              />
              {asked.map(({ element, definition, edit, breach }) => (
                <SheetField
                  key={element.id}
                  element={element}
                  definition={definition}
                  edit={edit}
                  isReadOnly={!mayRevise}
                  breach={breach}
                  finding={refusal.findings.get(element.id)}
                  asksToErase={refusal.erased.has(element.id)}
                  theirs={theirs.get(element.id)}
                  comments={{
                    count: sheet.comments?.filter(({ elementId }) => elementId === element.id).length ?? 0,
                    href: hrefOf(`/projects/${sheet.project_id}/comments`, {
                      on: 'datasheet_field',
                      id: sheet.id,
                      element: element.id,
                    }),
                  }}
                  onEdit={(change) => filled.edit(element.id, change)}
                  onSettle={(side) => filled.settle(element.id, side)}
                />
              ))}
            </section>
          ))}
          {mayRevise && (
            <SaveBar
              count={filled.changes.length}
              undecided={theirs.size}
              saves={filled.saves}
              isBusy={filled.isBusy}
              onDiscard={filled.discard}
            />
          )}
        </form>
      </div>
    </>
  );
}

/** A field that is pressed while the bar stands over its lower half moves above the bar. */
function showWhole({ target }: FocusEvent): void {
  if (target instanceof Element && target.matches('.value > :is(input, textarea)'))
    target.scrollIntoView({ block: 'nearest' });
}

const isAmong = (groups: ReadonlyMap<string, unknown>, id: string): boolean =>
  [...groups.keys()].some((address) => anchorOf(address) === id);

/** The field or clause that the address names has the focus, or is in sight: the browser looked before it was there. */
function useAnchor(): void {
  const named = anchor.value;
  useEffect(() => {
    const element = named === '' ? null : document.getElementById(named);
    if (named.startsWith('field-')) element?.focus();
    else element?.scrollIntoView();
  }, [named]);
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
