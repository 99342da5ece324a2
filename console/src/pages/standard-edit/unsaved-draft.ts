/**
 * What is typed into a standard and not saved, stored in this browser by account, standard and tab: the changes,
 * written at once, and the working copy that they are changes of, packed, because a long standard would fill the
 * store. Words that moderation withholds since then are taken out when it is read.
 */

import { path } from '../../location.ts';
import { inputKey, inputKeys, originalKey } from '../../unsaved-input.ts';
import type { DraftClause, WorkingCopy } from './draft-clause.ts';
import { keyOfStored, toDraftClauses } from './draft-clause.ts';

/** A clause that is as it was read is its identity alone. */
type UnsavedClause = number | DraftClause;

interface UnsavedChanges {
  version: string;
  /** When it was typed, and on which page. */
  at: string;
  page: string;
  clauses: UnsavedClause[];
}

/** What of this browser is about one standard. */
export interface UnsavedPlace {
  account: number;
  standard: number;
}

interface UnsavedEntry extends UnsavedPlace {
  /** One for each draft that is open in a tab. */
  id: string;
}

export interface UnsavedDraft {
  id: string;
  at: string;
  clauses: DraftClause[];
  /** What they are changes of. */
  copy: WorkingCopy;
}

const prefixOf = ({ account, standard }: UnsavedPlace): string => inputKey(account, `standard ${standard} `);
const nameOf = (entry: UnsavedEntry): string => `${prefixOf(entry)}${entry.id}`;
const baseOf = (entry: UnsavedEntry): string => originalKey(nameOf(entry));

/** In the store of the tab: which draft of a standard it had last. */
const lastOf = ({ standard }: UnsavedPlace): string => `draft of standard ${standard}`;

/** @throws DOMException when the store of the browser is full */
export function storeChanges(
  entry: UnsavedEntry,
  version: string,
  clauses: readonly DraftClause[],
  base: ReadonlyMap<string, DraftClause>,
  at = new Date().toISOString(),
): void {
  const changes: UnsavedChanges = {
    version,
    at,
    page: path.value,
    clauses: clauses.map((clause) =>
      clause.id !== null && base.get(clause.key) === clause ? clause.id : clause,
    ),
  };
  localStorage.setItem(nameOf(entry), JSON.stringify(changes));
}

/** Stores the working copy that was read. @throws DOMException when the store of the browser is full */
export async function storeBase(entry: UnsavedEntry, copy: WorkingCopy): Promise<void> {
  const packed = await pack(JSON.stringify(copy));
  localStorage.setItem(baseOf(entry), packed);
}

export function hasBase(entry: UnsavedEntry): boolean {
  try {
    return localStorage.getItem(baseOf(entry)) !== null;
  } catch {
    return false;
  }
}

export function discardUnsaved(entry: UnsavedEntry): void {
  for (const name of [nameOf(entry), baseOf(entry)])
    try {
      localStorage.removeItem(name);
    } catch {
      // A browser that forbids it has stored nothing.
    }
}

/** The drafts of a standard that this browser stores, the latest first: each tab goes on with its own alone. */
interface UnsavedDrafts {
  own: UnsavedDraft | null;
  others: UnsavedDraft[];
}

/** @param current the working copy now, of which the changes may be */
export async function readUnsavedDrafts(place: UnsavedPlace, current: WorkingCopy): Promise<UnsavedDrafts> {
  const ids = idsOf(place);
  const read = await Promise.all(ids.map((id) => readUnsavedDraft({ ...place, id }, current)));
  const drafts = read.filter((draft) => draft !== null).sort((a, b) => (a.at < b.at ? 1 : -1));
  const last = ids.length > 0 ? sessionStorage.getItem(lastOf(place)) : null;
  const own = drafts.find(({ id }) => id === last) ?? null;
  if (own) takeUp(place, own);
  return { own, others: drafts.filter((draft) => draft !== own) };
}

function idsOf(place: UnsavedPlace): string[] {
  const prefix = prefixOf(place);
  try {
    return inputKeys(prefix).map((name) => name.slice(prefix.length));
  } catch {
    // A browser that forbids it has stored nothing.
    return [];
  }
}

/** One of them as it is now; null when it was saved or dropped. @param current as above */
export async function readUnsavedDraft(
  entry: UnsavedEntry,
  current: WorkingCopy,
): Promise<UnsavedDraft | null> {
  const changes = readChanges(nameOf(entry));
  if (changes === null) return null;
  const { version, at, clauses } = changes;
  const packed = localStorage.getItem(baseOf(entry));
  // What is withheld since then is not shown from here either.
  const withheld = new Map(
    current.elements.filter(({ sealed }) => sealed).map((element) => [element.element_id, element]),
  );
  const isCurrent = version === current.version;
  const stored = isCurrent && withheld.size === 0 ? null : await readBase(packed, version);
  const base = isCurrent ? current : stored;
  if (base === null) return null;
  const copy = {
    ...base,
    elements: base.elements.map((element) => {
      const now = withheld.get(element.element_id);
      return now ? { ...now, address: element.address, depth: element.depth } : element;
    }),
  };
  const read = new Map(toDraftClauses(copy).map((clause) => [clause.key, clause]));
  const draft = {
    id: entry.id,
    at,
    copy,
    clauses: clauses.flatMap((one) => {
      const clause = read.get(typeof one === 'number' ? keyOfStored(one) : one.key);
      if (typeof one === 'number') return clause ? [clause] : [];
      if (!clause || clause.seal === null) return [one];
      const { text, heading, label, seal } = clause;
      return [{ ...one, text, heading, label, seal }];
    }),
  };
  const hasWords =
    stored?.elements.some(({ element_id, sealed }) => !sealed && withheld.has(element_id)) ||
    clauses.some(
      (clause) =>
        typeof clause === 'object' && clause.id !== null && clause.seal === null && withheld.has(clause.id),
    );
  if (!hasWords) return draft;
  // Nor do its words stay in the store.
  const sealed = await pack(JSON.stringify(copy));
  // The tab that it is of may have typed on.
  if (readChanges(nameOf(entry))?.at !== at || localStorage.getItem(baseOf(entry)) !== packed)
    return readUnsavedDraft(entry, current);
  try {
    localStorage.setItem(baseOf(entry), sealed);
    storeChanges(entry, version, draft.clauses, read, at);
  } catch {
    discardUnsaved(entry);
  }
  return draft;
}

/** What this page has written of each entry, or goes on from. */
const times = new Map<string, string>();

/** Notes that this tab goes on with a draft. */
export function takeUp(place: UnsavedPlace, { id, at }: Pick<UnsavedDraft, 'id' | 'at'>): void {
  const entry = { ...place, id };
  times.set(nameOf(entry), at);
  try {
    sessionStorage.setItem(lastOf(entry), id);
  } catch {
    // Then the next page of this tab offers it.
  }
}

/** Whether another tab types in the same draft: it went on with it here, or it is a copy of this tab. */
export function isOfAnother(entry: UnsavedEntry): boolean {
  const changes = readChanges(nameOf(entry));
  return changes !== null && changes.at !== times.get(nameOf(entry));
}

function readChanges(name: string): UnsavedChanges | null {
  try {
    const changes: UnsavedChanges | null = JSON.parse(localStorage.getItem(name) ?? 'null');
    return changes !== null && Array.isArray(changes.clauses) ? changes : null;
  } catch {
    // A browser that forbids it, or something else under this name: then nothing is stored.
    return null;
  }
}

async function readBase(packed: string | null, version: string): Promise<WorkingCopy | null> {
  if (packed === null) return null;
  const copy: WorkingCopy | null = await unpack(packed).then(JSON.parse, () => null);
  return copy?.version === version ? copy : null;
}

async function pack(text: string): Promise<string> {
  const bytes = await bytesOf(new Blob([text]).stream().pipeThrough(new CompressionStream('gzip')));
  let packed = '';
  // In parts: a call takes only so many arguments.
  for (let at = 0; at < bytes.length; at += 8_192)
    packed += String.fromCharCode(...bytes.subarray(at, at + 8_192));
  return btoa(packed);
}

async function unpack(packed: string): Promise<string> {
  const bytes = Uint8Array.from(atob(packed), (character) => character.charCodeAt(0));
  const text = await bytesOf(new Blob([bytes]).stream().pipeThrough(new DecompressionStream('gzip')));
  return new TextDecoder().decode(text);
}

const bytesOf = async (stream: ReadableStream<Uint8Array>): Promise<Uint8Array> =>
  new Uint8Array(await new Response(stream).arrayBuffer());
