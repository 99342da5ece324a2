/**
 * What was typed and is not saved yet, kept in this browser for each account and what it is about: it is there again
 * after a lost session, a stopped service or a closed window.
 */
import { person } from './session.ts';

export interface Kept {
  /** When it was typed. */
  at: string;
  /** JSON as it was kept. */
  value: unknown;
}

const keyOf = (about: string): string => `draft ${person.value?.user?.id ?? 0} ${about}`;

/** @param about what it is about, such as `datasheet 12` */
export function readKept(about: string): Kept | null {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(keyOf(about)) ?? 'null');
    if (typeof kept !== 'object' || kept === null) return null;
    const [at, value]: unknown[] = [Reflect.get(kept, 'at'), Reflect.get(kept, 'value')];
    return typeof at === 'string' ? { at, value } : null;
  } catch {
    // A browser that forbids it, or something else under this name: then nothing is kept.
    return null;
  }
}

export function keep(about: string, value: unknown): void {
  try {
    localStorage.setItem(keyOf(about), JSON.stringify({ at: new Date().toISOString(), value }));
  } catch {
    // Full or forbidden: what was typed is still in the page.
  }
}

/** A text that was typed into a field, and what the field was about then: the value it had, or a revision. */
export interface KeptText {
  at: string;
  text: string;
  base: string;
}

export function readKeptText(about: string): KeptText | null {
  const { at = '', value } = readKept(about) ?? {};
  if (typeof value !== 'object' || value === null) return null;
  const [text, base]: unknown[] = [Reflect.get(value, 'text'), Reflect.get(value, 'base')];
  return typeof text === 'string' && typeof base === 'string' ? { at, text, base } : null;
}

export const keepText = (about: string, { text, base }: Omit<KeptText, 'at'>): void =>
  keep(about, { text, base });

export function forget(about: string): void {
  try {
    localStorage.removeItem(keyOf(about));
  } catch {
    // Nothing was kept.
  }
}
