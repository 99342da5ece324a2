/**
 * What is typed and not saved, kept in this browser by account, standard and tab: the changes, written at once, and the
 * working copy that they are changes of, packed, because a long standard would fill the store.
 */
import { path } from '../../location.ts';
import type { Draft } from './draft.ts';
import type { DraftClause, WorkingCopy } from './draft-clause.ts';
import { keyOfStored } from './draft-clause.ts';

/** A clause that is as it was read is its identity alone. */
type KeptClause = number | DraftClause;

interface KeptChanges {
  version: string;
  /** When it was typed, and on which page. */
  at: string;
  page: string;
  clauses: KeptClause[];
}

/** What of this browser is about one standard. */
export interface KeptPlace {
  account: number;
  standard: number;
}

interface KeptEntry extends KeptPlace {
  /** One for each draft that is open in a tab. */
  id: string;
}

export interface KeptDraft {
  id: string;
  at: string;
  clauses: DraftClause[];
  /** What they are changes of. */
  copy: WorkingCopy;
}

const prefixOf = ({ account, standard }: KeptPlace): string => `draft ${account} standard ${standard} `;
const nameOf = (entry: KeptEntry): string => `${prefixOf(entry)}${entry.id}`;
const BASE = ' base';
const baseOf = (entry: KeptEntry): string => `${nameOf(entry)}${BASE}`;

/** In the store of the tab: which draft of a standard it had last. */
const lastOf = ({ standard }: KeptPlace): string => `draft of standard ${standard}`;

/** @throws DOMException when the store of the browser is full */
export function keepChanges(
  entry: KeptEntry,
  version: string,
  clauses: readonly DraftClause[],
  base: ReadonlyMap<string, DraftClause>,
  at = new Date().toISOString(),
): void {
  const kept: KeptChanges = {
    version,
    at,
    page: path.value,
    clauses: clauses.map((clause) =>
      clause.id !== null && base.get(clause.key) === clause ? clause.id : clause,
    ),
  };
  localStorage.setItem(nameOf(entry), JSON.stringify(kept));
}

/** Keeps the working copy that was read. @throws DOMException when the store of the browser is full */
export async function keepBase(entry: KeptEntry, copy: WorkingCopy): Promise<void> {
  const packed = await pack(JSON.stringify(copy));
  localStorage.setItem(baseOf(entry), packed);
}

export function hasBase(entry: KeptEntry): boolean {
  try {
    return localStorage.getItem(baseOf(entry)) !== null;
  } catch {
    return false;
  }
}

export function dropKept(entry: KeptEntry): void {
  for (const kept of [nameOf(entry), baseOf(entry)])
    try {
      localStorage.removeItem(kept);
    } catch {
      // A browser that forbids it has kept nothing.
    }
}

/**
 * The drafts of a standard that this browser keeps: that of this tab first, then the latest.
 * @param read the clauses of a working copy
 * @param current the working copy now, of which the changes may be
 */
export async function readKeptDrafts(
  place: KeptPlace,
  current: WorkingCopy,
  read: (copy: WorkingCopy) => DraftClause[],
): Promise<KeptDraft[]> {
  const ids = idsOf(place);
  const drafts = await Promise.all(ids.map((id) => readKeptDraft({ ...place, id }, current, read)));
  const [own] = ids.length > 0 ? [sessionStorage.getItem(lastOf(place))] : [];
  return drafts
    .filter((draft) => draft !== null)
    .sort((a, b) => Number(b.id === own) - Number(a.id === own) || (a.at < b.at ? 1 : -1));
}

function idsOf(place: KeptPlace): string[] {
  const prefix = prefixOf(place);
  try {
    return Object.keys(localStorage)
      .filter((name) => name.startsWith(prefix) && !name.endsWith(BASE))
      .map((name) => name.slice(prefix.length));
  } catch {
    // A browser that forbids it has kept nothing.
    return [];
  }
}

async function readKeptDraft(
  entry: KeptEntry,
  current: WorkingCopy,
  read: (copy: WorkingCopy) => DraftClause[],
): Promise<KeptDraft | null> {
  const kept = readChanges(nameOf(entry));
  if (kept === null) return null;
  const { version, at, clauses } = kept;
  const base = version === current.version ? current : await readBase(baseOf(entry), version);
  if (base === null) return null;
  // What is withheld since then is not shown from here either.
  const withheld = new Map(
    current.elements.filter(({ sealed }) => sealed).map((element) => [element.element_id, element]),
  );
  const copy = {
    ...base,
    elements: base.elements.map((element) => {
      const now = withheld.get(element.element_id);
      return now ? { ...now, address: element.address, depth: element.depth } : element;
    }),
  };
  const stored = new Map(read(copy).map((clause) => [clause.key, clause]));
  const draft = {
    id: entry.id,
    at,
    copy,
    clauses: clauses.flatMap((kept) => {
      const clause = stored.get(typeof kept === 'number' ? keyOfStored(kept) : kept.key);
      if (typeof kept === 'number') return clause ? [clause] : [];
      if (!clause || clause.seal === null) return [kept];
      const { text, heading, label, seal } = clause;
      return [{ ...kept, text, heading, label, seal }];
    }),
  };
  if (withheld.size > 0) {
    // Nor do its words stay in the store.
    try {
      await keepBase(entry, copy);
      keepChanges(entry, version, draft.clauses, stored, at);
    } catch {
      dropKept(entry);
    }
  }
  return draft;
}

/** Keeps what was kept under the id of the draft that goes on from it. */
export async function takeUp(place: KeptPlace, { id, at }: KeptDraft, draft: Draft): Promise<void> {
  const entry = { ...place, id: draft.keptAs };
  try {
    await keepBase(entry, draft.copy);
    keepChanges(entry, draft.copy.version, draft.clauses.value, draft.base, at);
    markOwn(entry);
    dropKept({ ...place, id });
  } catch {
    // The store is full: it stays as it was.
    dropKept(entry);
  }
}

/** Notes that a draft is that of this tab. */
export function markOwn(entry: KeptEntry): void {
  sessionStorage.setItem(lastOf(entry), entry.id);
}

function readChanges(name: string): KeptChanges | null {
  try {
    const kept: KeptChanges | null = JSON.parse(localStorage.getItem(name) ?? 'null');
    return kept !== null && Array.isArray(kept.clauses) ? kept : null;
  } catch {
    // A browser that forbids it, or something else under this name: then nothing is kept.
    return null;
  }
}

async function readBase(name: string, version: string): Promise<WorkingCopy | null> {
  const packed = localStorage.getItem(name);
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
