/**
 * What is typed and not saved, kept in this browser by account and standard: the changes, written at once, and the
 * working copy that they are changes of, packed, because a long standard would fill the store.
 */
import type { DraftClause, WorkingCopy } from './draft-clause.ts';
import { keyOfStored } from './draft-clause.ts';

/** A clause that is as it was read is its identity alone. */
type KeptClause = number | DraftClause;

interface KeptChanges {
  version: string;
  /** When it was typed. */
  at: string;
  clauses: KeptClause[];
}

export interface KeptDraft {
  at: string;
  clauses: DraftClause[];
  /** What they are changes of. */
  copy: WorkingCopy;
}

const nameOf = (account: number, standard: number): string => `draft ${account} standard ${standard}`;

/** @throws DOMException when the store of the browser is full */
export function keepChanges(
  place: { account: number; standard: number },
  version: string,
  clauses: readonly DraftClause[],
  base: ReadonlyMap<string, DraftClause>,
): void {
  const kept: KeptChanges = {
    version,
    at: new Date().toISOString(),
    clauses: clauses.map((clause) =>
      clause.id !== null && base.get(clause.key) === clause ? clause.id : clause,
    ),
  };
  localStorage.setItem(nameOf(place.account, place.standard), JSON.stringify(kept));
}

/** Keeps the working copy that was read. @throws DOMException when the store of the browser is full */
export async function keepBase(
  place: { account: number; standard: number },
  copy: WorkingCopy,
): Promise<void> {
  const packed = await pack(JSON.stringify(copy));
  localStorage.setItem(`${nameOf(place.account, place.standard)} base`, packed);
}

export function dropKept({ account, standard }: { account: number; standard: number }): void {
  const name = nameOf(account, standard);
  for (const kept of [name, `${name} base`])
    try {
      localStorage.removeItem(kept);
    } catch {
      // A browser that forbids it has kept nothing.
    }
}

/**
 * What was kept; null for nothing. @param read the clauses of a working copy
 * @param current the working copy now, of which the changes may be
 */
export async function readKeptDraft(
  place: { account: number; standard: number },
  current: WorkingCopy,
  read: (copy: WorkingCopy) => DraftClause[],
): Promise<KeptDraft | null> {
  const name = nameOf(place.account, place.standard);
  const kept = readChanges(name);
  if (kept === null) return null;
  const { version, at, clauses } = kept;
  const base = version === current.version ? current : await readBase(`${name} base`, version);
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
  return {
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
