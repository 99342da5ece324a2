/**
 * Fields for the choices that a guide specification leaves in its text: `[_____]` is a blank to fill in, `[15][20]` a
 * choice of one, `[ and its frame]` a text that may be left out. The text keeps its brackets. Pure.
 */
import type { SourceField } from '../source-outline.ts';

/** Longer bracketed texts are sentences to edit, and no values. */
const MAX_OPTION_CHARACTERS = 200;
const WORDS_OF_OPTION = 8;
const WORDS_BEFORE = 8;
const WORDS_BEHIND = 4;
const BLANK = /^_+$/;

interface Bracket {
  from: number;
  /** Behind the closing bracket. */
  to: number;
  inner: Bracket[];
}

/** The fields of one text, in its order; those inside a bracket come behind the choice that the bracket is. */
export function readChoices(text: string, source: string): SourceField[] {
  return readGroups(findBrackets(text), text, source);
}

/** Brackets that close, on the highest level, with those inside them. */
function findBrackets(text: string): Bracket[] {
  const roots: Bracket[] = [];
  const open: Bracket[] = [];
  for (const { 0: mark, index } of text.matchAll(/[[\]]/g)) {
    if (mark === '[') open.push({ from: index, to: 0, inner: [] });
    else {
      const closed = open.pop();
      if (closed !== undefined) (open.at(-1)?.inner ?? roots).push({ ...closed, to: index + 1 });
    }
  }
  // Brackets inside one that never closes stand alone.
  return [...roots, ...open.flatMap(({ inner }) => inner)].sort((a, b) => a.from - b.from);
}

function readGroups(brackets: readonly Bracket[], text: string, source: string): SourceField[] {
  const fields: SourceField[] = [];
  for (const group of groupOf(brackets, text)) {
    fields.push(...readGroup(group, text, source));
    for (const { inner } of group) fields.push(...readGroups(inner, text, source));
  }
  return fields;
}

/** Brackets with only blanks between them are one choice. */
function groupOf(brackets: readonly Bracket[], text: string): Bracket[][] {
  const groups: Bracket[][] = [];
  for (const bracket of brackets) {
    const last = groups.at(-1);
    const before = last?.at(-1);
    if (last !== undefined && before !== undefined && text.slice(before.to, bracket.from).trim() === '')
      last.push(bracket);
    else groups.push([bracket]);
  }
  return groups;
}

function readGroup(group: readonly Bracket[], text: string, source: string): SourceField[] {
  const texts = group.map(({ from, to }) => text.slice(from + 1, to - 1).trim()).filter((one) => one !== '');
  const options = texts.filter((one) => !BLANK.test(one));
  const label = labelOf(text, group[0]?.from ?? 0, group.at(-1)?.to ?? 0);
  const field = (name: string, type: string, choices: string[]): SourceField => ({
    source,
    label: name,
    type,
    options: choices,
    default_value: null,
    constraint: null,
    unit: null,
    remarks: [],
  });
  if (options.some((option) => option.length > MAX_OPTION_CHARACTERS)) return [];
  const blanks = texts.length - options.length;
  const [option] = options;
  if (option !== undefined && texts.length === 1) return [field(labelOfOption(option), 'checkbox', options)];
  const choice = options.length === 0 ? [] : [field(label, 'select', options)];
  const name = options.length === 0 ? label : `${label}, other`;
  return [...choice, ...Array.from({ length: blanks }, () => field(name, 'text', []))];
}

/** The first words of a text that may be left out. */
function labelOfOption(option: string): string {
  const words = option.split(/\s+/);
  const first = words.slice(0, WORDS_OF_OPTION).join(' ');
  return `Optional: ${first}${words.length > WORDS_OF_OPTION ? ' …' : ''}`;
}

/** The words around a choice, from its sentence. */
function labelOf(text: string, from: number, to: number): string {
  const before =
    text
      .slice(0, from)
      .split(/[.;:]\s/)
      .at(-1) ?? '';
  const behind = text.slice(to).split(/[.;:](?:\s|$)/)[0] ?? '';
  const words = (part: string): string[] =>
    part
      .replace(/[[\]]/g, ' ')
      .split(/\s+/)
      .filter((word) => word !== '' && !BLANK.test(word));
  const lead = words(before).slice(-WORDS_BEFORE);
  const rest = words(behind).slice(0, WORDS_BEHIND);
  return [...lead, '…', ...rest]
    .join(' ')
    .replace(/^… ?|[ ,]*…$/g, '')
    .trim();
}
