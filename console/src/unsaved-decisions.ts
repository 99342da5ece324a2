/**
 * Decisions about several conflicts, stored in this browser (`unsaved-input.ts`) until they are carried out. Each is
 * about texts, and counts only while these are as they were: where others changed them since, it is taken again.
 */
import { useState } from 'preact/hooks';
import { readInput, saveInput } from './unsaved-input.ts';

interface Decided<D> {
  /** The texts that it is about. */
  of: string;
  decision: D;
}

/**
 * @param about what they are about, under which they are stored
 * @param subjects what is to be decided, each with its texts
 * @param read a decision as it was stored; null for what is none
 * @returns the decisions, and how one is taken
 */
export function useUnsavedDecisions<K extends string | number, D>(
  about: string,
  subjects: ReadonlyMap<K, string>,
  read: (value: unknown) => D | null,
): [decisions: ReadonlyMap<K, D>, decide: (subject: K, decision: D) => void] {
  const [decided, setDecided] = useState<ReadonlyMap<K, Decided<D>>>(() =>
    readDecided(about, subjects, read),
  );
  const decisions = new Map(
    [...decided].flatMap(([subject, { of, decision }]): [K, D][] =>
      subjects.get(subject) === of ? [[subject, decision]] : [],
    ),
  );
  const decide = (subject: K, decision: D): void => {
    const next = new Map(decided).set(subject, { of: subjects.get(subject) ?? '', decision });
    setDecided(next);
    saveInput(about, [...next]);
  };
  return [decisions, decide];
}

function readDecided<K extends string | number, D>(
  about: string,
  subjects: ReadonlyMap<K, string>,
  read: (value: unknown) => D | null,
): ReadonlyMap<K, Decided<D>> {
  const rows = readInput(about)?.value;
  const decided = new Map<K, Decided<D>>();
  for (const [subject, of] of subjects) {
    const row: unknown = Array.isArray(rows)
      ? rows.find((one: unknown) => Array.isArray(one) && one[0] === subject)?.[1]
      : undefined;
    if (typeof row !== 'object' || row === null || Reflect.get(row, 'of') !== of) continue;
    const decision = read(Reflect.get(row, 'decision'));
    if (decision !== null) decided.set(subject, { of, decision });
  }
  return decided;
}
