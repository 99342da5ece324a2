/** The state of a datasheet that is filled in: what is typed, stored in the browser, saved, and settled where two met. */
import { useRef, useState } from 'preact/hooks';
import { ApiError } from '../../../../../shared/rest-client/api-error.ts';
import type { EndpointParams, EndpointResult } from '../../../../../shared/rest-client/endpoint-types.ts';
import { api } from '../../../api.ts';
import { discardInput, readInput, saveInput } from '../../../unsaved-input.ts';
import {
  answeredValue,
  changesOf,
  type Edits,
  type FieldEdit,
  isSameEdit,
  readUnsavedEdits,
  type Sheet,
  savedEdit,
  writeUnsaved,
} from './sheet-edits.ts';
import type { Theirs } from './sheet-field.tsx';

type Saved = EndpointResult<'datasheets.revise'>;
type SaveNote = Pick<EndpointParams<'datasheets.revise'>, 'severity' | 'summary'>;

/** What the service said of the last save. */
interface Refusal {
  error: unknown;
  /** By field. */
  findings: ReadonlyMap<number, string>;
  /** Fields whose values would be erased. */
  erased: ReadonlySet<number>;
}

const NO_REFUSAL: Refusal = { error: null, findings: new Map(), erased: new Set() };

export function useSheetEdits(loaded: Sheet) {
  const about = `datasheet ${loaded.id}`;
  const [sheet, setSheet] = useState(loaded);
  const [start] = useState(() => {
    const unsaved = readInput(about);
    const read = readUnsavedEdits(unsaved?.value);
    return unsaved && read && read.edits.size > 0 ? { ...read, at: unsaved.at } : null;
  });
  const [edits, setEdits] = useState<Edits>(start?.edits ?? new Map());
  // Of two changes before the next drawing the second builds on the first.
  const latest = useRef(edits);
  const [baseVersion, setBaseVersion] = useState(start?.baseVersion ?? loaded.version);
  const [refusal, setRefusal] = useState<Refusal>(NO_REFUSAL);
  const [theirs, setTheirs] = useState<ReadonlyMap<number, Theirs>>(new Map());
  const [settled, setSettled] = useState<ReadonlyMap<number, 'mine' | 'theirs'>>(new Map());
  const [saved, setSaved] = useState<Saved | null>(null);
  const [saves, setSaves] = useState(0);
  const [isBusy, setBusy] = useState(false);
  const changes = changesOf(sheet.elements, edits);

  const store = (next: Edits, version = baseVersion): void => {
    latest.current = next;
    setEdits(next);
    if (next.size === 0) discardInput(about);
    else saveInput(about, writeUnsaved({ baseVersion: version, edits: next }));
  };
  const edit = (id: number, change: Partial<FieldEdit>): void => {
    const element = sheet.elements.find((one) => one.id === id);
    if (!element) return;
    const value = { ...(latest.current.get(id) ?? savedEdit(element)), ...change };
    const next = new Map(latest.current);
    if (isSameEdit(value, savedEdit(element))) next.delete(id);
    else next.set(id, value);
    store(next);
    setSaved(null);
  };
  const settle = (id: number, choice: 'mine' | 'theirs'): void => {
    setSettled(new Map(settled).set(id, choice));
    const open = new Map([...theirs].filter(([one]) => one !== id));
    setTheirs(open);
    const next = choice === 'theirs' ? new Map([...edits].filter(([one]) => one !== id)) : edits;
    // Until the last is settled a save, also one after a reload, meets what they changed again.
    const version = open.size === 0 ? sheet.version : baseVersion;
    setBaseVersion(version);
    store(next, version);
  };
  const discard = (): void => {
    store(new Map());
    setTheirs(new Map());
    setRefusal(NO_REFUSAL);
    setBaseVersion(sheet.version);
  };
  /**
   * Takes what is saved now as the base. What is typed stays, also what was typed while it was saved; where others changed
   * the same field it is to be settled first.
   * @param sent what was saved
   * @param named who changed a field, where that is known
   */
  const readAgain = async (sent: Edits, named: ReadonlyMap<number, Theirs>): Promise<void> => {
    const now = await api.call('datasheets.get', { id: loaded.id, include: 'template,comments' });
    const typed = new Map([...latest.current].filter(([id, one]) => sent.get(id) !== one));
    const read = new Map(sheet.elements.map((element) => [element.id, savedEdit(element)]));
    const met = now.elements.flatMap((element): [number, Theirs][] => {
      const [mine, before, after] = [
        typed.get(element.id),
        sent.get(element.id) ?? read.get(element.id),
        savedEdit(element),
      ];
      if (!mine || !before || isSameEdit(before, after) || isSameEdit(mine, after)) return [];
      return [[element.id, { edit: after, by: named.get(element.id)?.by ?? 'Somebody else' }]];
    });
    const version = met.length === 0 ? now.version : baseVersion;
    setSheet(now);
    setTheirs(new Map(met));
    setBaseVersion(version);
    store(typed, version);
  };
  const save = async (note: SaveNote): Promise<void> => {
    if (isBusy || changes.length === 0 || theirs.size > 0) return;
    setBusy(true);
    setRefusal(NO_REFUSAL);
    const sent = latest.current;
    try {
      const resolvedConflicts = [...settled].map(([elementId, choice]) => ({ elementId, choice }));
      const answer = await api.call('datasheets.revise', {
        id: loaded.id,
        ...note,
        baseVersion,
        changes,
        ...(resolvedConflicts.length > 0 ? { resolvedConflicts } : {}),
      });
      setSettled(new Map());
      setSaves((before) => before + 1);
      await readAgain(sent, new Map()).finally(() => setSaved(answer));
    } catch (error) {
      setRefusal(
        describe(
          error,
          changes.map(({ element_id }) => element_id),
        ),
      );
      if (error instanceof ApiError && error.is('EDIT_CONFLICT')) {
        const named = conflictsOf(error);
        // Not before the rest is known, which would ask again for what was settled meanwhile.
        await readAgain(new Map(), named).catch(() => setTheirs(named));
      }
    }
    setBusy(false);
  };
  return {
    sheet,
    edits,
    changes,
    typedAt: start?.at,
    refusal,
    theirs,
    saved,
    saves,
    isBusy,
    edit,
    settle,
    discard,
    save,
  };
}

/** What both changed, by field. */
function conflictsOf(error: ApiError): Map<number, Theirs> {
  const theirs = new Map<number, Theirs>();
  if (!error.is('EDIT_CONFLICT')) return theirs;
  const { metadata } = error;
  if (!('conflicts' in metadata)) return theirs;
  for (const conflict of metadata.conflicts ?? []) {
    if (!('label' in conflict)) continue;
    const { value, disposition, disposition_note } = conflict.theirs;
    theirs.set(conflict.elementId, {
      edit: { value: answeredValue(value), disposition, note: disposition_note ?? '' },
      by: conflict.editedBy?.displayName ?? 'Somebody else',
    });
  }
  return theirs;
}

/** @param fields ids of the changes, in their order */
function describe(error: unknown, fields: readonly number[]): Refusal {
  const findings = new Map<number, string>();
  const erased = new Set<number>();
  if (error instanceof ApiError) {
    for (const { path = '', message } of error.errors) {
      const id = fields[Number(/^changes\[(\d+)\]/.exec(path)?.[1])];
      if (id !== undefined) findings.set(id, message);
    }
    if (error.is('VALIDATION_ERROR'))
      for (const { element_id } of error.metadata.fields ?? []) {
        erased.add(element_id);
        findings.delete(element_id);
      }
  }
  return { error, findings, erased };
}
