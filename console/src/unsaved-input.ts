/**
 * What was typed and is not saved yet, in localStorage by account and subject. It survives a lost session, a stopped
 * service and a closed window. It is deleted after 30 days, and when its page answers NOT_FOUND, because its words
 * may be withheld from the reader by then.
 */
import { isOfAnotherTab } from './api.ts';
import { path } from './location.ts';
import { person } from './session.ts';

export interface UnsavedInput {
  /** When it was typed. */
  at: string;
  /** JSON as it was stored. */
  value: unknown;
}

/** The names in the store of the browser. */
const DRAFT = 'draft ';
const BASE = ' base';

/** @param about what it is about; empty: the prefix of all keys of the account */
export const inputKey = (account: number, about: string): string => `${DRAFT}${account} ${about}`;

/** The key of the copy that a draft was read from, which is stored with it. */
export const originalKey = (name: string): string => `${name}${BASE}`;

/** The keys of drafts that begin so, without those of the copies stored with them. */
export const inputKeys = (start = DRAFT): string[] =>
  Object.keys(localStorage).filter((name) => name.startsWith(start) && !name.endsWith(BASE));

const keyOf = (about: string): string => inputKey(person.value?.user?.id ?? 0, about);

/** @param about what it is about, such as `datasheet 12` */
export function readInput(about: string): UnsavedInput | null {
  try {
    const entry: unknown = JSON.parse(localStorage.getItem(keyOf(about)) ?? 'null');
    if (typeof entry !== 'object' || entry === null) return null;
    const [at, value]: unknown[] = [Reflect.get(entry, 'at'), Reflect.get(entry, 'value')];
    return typeof at === 'string' ? { at, value } : null;
  } catch {
    // A browser that forbids it, or something else under this name: then nothing is stored.
    return null;
  }
}

export function saveInput(about: string, value: unknown): void {
  try {
    const entry = { at: new Date().toISOString(), page: path.value, value };
    localStorage.setItem(keyOf(about), JSON.stringify(entry));
  } catch {
    // Full or forbidden: what was typed is still in the page.
  }
}

/** A text that was typed into a field, and what the field was about then: the value it had, or a revision. */
export interface UnsavedText {
  at: string;
  text: string;
  base: string;
}

export function readUnsavedText(about: string): UnsavedText | null {
  const { at = '', value } = readInput(about) ?? {};
  if (typeof value !== 'object' || value === null) return null;
  const [text, base]: unknown[] = [Reflect.get(value, 'text'), Reflect.get(value, 'base')];
  return typeof text === 'string' && typeof base === 'string' ? { at, text, base } : null;
}

export const saveText = (about: string, { text, base }: Omit<UnsavedText, 'at'>): void =>
  saveInput(about, { text, base });

export function discardInput(about: string): void {
  try {
    localStorage.removeItem(keyOf(about));
  } catch {
    // Nothing was stored.
  }
}

/** What is not taken up again within this time is deleted. */
const UNSAVED_DAYS = 30;
const DAY_MS = 86_400_000;

/** Deletes, of all accounts, what was typed long ago: its words may be withheld since. */
export function discardExpired(now = Date.now()): void {
  forgetEach(({ at }) => !(now - Date.parse(String(at)) < UNSAVED_DAYS * DAY_MS));
  discardOrphanedOriginals();
}

/** Deletes what was typed on the page that is open, because who is signed in may not read any more what it is about. */
export function discardInputOfPage(): void {
  // Whom the drafts are of was not asked for.
  if (isOfAnotherTab()) return;
  const here = path.value;
  forgetEach(({ page }, name) => page === here && name.startsWith(keyOf('')));
}

/** Deletes drafts, and the copies beside them. */
function forgetEach(isGone: (entry: { at?: unknown; page?: unknown }, name: string) => boolean): void {
  try {
    for (const name of inputKeys()) {
      const entry = readEntry(name);
      if (entry === null || !isGone(entry, name)) continue;
      localStorage.removeItem(name);
      localStorage.removeItem(originalKey(name));
    }
  } catch {
    // A browser that forbids it has stored nothing.
  }
}

/** Deletes copies without a draft: their changes could not be stored. */
function discardOrphanedOriginals(): void {
  try {
    for (const name of Object.keys(localStorage))
      if (name.startsWith(DRAFT) && name.endsWith(BASE) && !localStorage.getItem(name.slice(0, -BASE.length)))
        localStorage.removeItem(name);
  } catch {
    // As above.
  }
}

/** Null for something else under the name of a draft. */
function readEntry(name: string): { at?: unknown; page?: unknown } | null {
  try {
    const entry: unknown = JSON.parse(localStorage.getItem(name) ?? 'null');
    return typeof entry === 'object' ? entry : null;
  } catch {
    return null;
  }
}
