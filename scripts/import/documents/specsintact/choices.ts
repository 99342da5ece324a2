/**
 * Makes fields of the choices that a guide specification leaves in its text: `[_____]` is a blank to fill in,
 * `[15][20]` a choice of one, `[ and its frame]` a text that may be left out. The text keeps its brackets. Pure.
 */
import { isConnective, withoutChoices } from '../../../../shared/text/bracket-choices.ts';
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
  const all = group.map(({ from, to }) => text.slice(from + 1, to - 1).trim()).filter((one) => one !== '');
  const joined = all.filter((one) => !isConnective(one));
  // A word between two choices says that both may stay; alone it is a choice.
  const texts = joined.length === 0 ? all : joined;
  const options = texts.filter((one) => !BLANK.test(one));
  const label = labelOf(text, group[0]?.from ?? 0, group.at(-1)?.to ?? 0) || labelOfOptions(options);
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
  const type = texts.length < all.length ? 'checkbox' : 'select';
  const choice = options.length === 0 ? [] : [field(label, type, options)];
  const name = options.length === 0 ? label : `${label}, other`;
  return [...choice, ...Array.from({ length: blanks }, () => field(name, 'text', []))];
}

/** The words of a text, without brackets and blanks to fill in. */
const wordsOf = (text: string): string[] =>
  text
    .replace(/[[\]]/g, ' ')
    .split(/\s+/)
    .filter((word) => word !== '' && !BLANK.test(word));

/** The first words of a text that may be left out. */
function labelOfOption(option: string): string {
  return `Optional: ${firstWords(option)}`;
}

/** Label of a field whose heading or sentence is nothing but the choice. */
const labelOfOptions = (options: readonly string[]): string => firstWords(options.join(' or '));

function firstWords(text: string): string {
  const words = wordsOf(text);
  const first = words.slice(0, WORDS_OF_OPTION).join(' ');
  return words.length > WORDS_OF_OPTION ? `${first} …` : first.replace(/[,;]$/, '');
}

/** The words around a choice, from its sentence, without those of other choices. */
function labelOf(text: string, from: number, to: number): string {
  const before = withoutChoices(text.slice(0, from));
  const behind = withoutChoices(text.slice(to)).split(/[.;:](?:\s|$)/)[0] ?? '';
  const sentence = before.split(/[.;:]\s/).at(-1) ?? '';
  // `[20] MPa ([2900] psi)` are two choices, each with its own unit behind it.
  const isInParentheses = sentence.lastIndexOf('(') > sentence.lastIndexOf(')');
  const unit = isInParentheses ? /^[^)]*\)?/ : /^[^(]*/;
  const rest = wordsOf(unit.exec(behind)?.[0] ?? '').slice(0, WORDS_BEHIND);
  const own = wordsOf(sentence);
  // `Mix Design; G, [_____]`: the classification alone says nothing.
  const said = own.filter((word) => /[\p{L}\p{N}]/u.test(word)).length;
  const words = said === 0 ? [] : said === 1 && rest.length === 0 ? wordsOf(before) : own;
  const lead = words.slice(-WORDS_BEFORE);
  return [...lead, '…', ...rest]
    .join(' ')
    .replace('( …', '(…')
    .replace(/^… ?|[ ,]*…$/g, '')
    .trim();
}
