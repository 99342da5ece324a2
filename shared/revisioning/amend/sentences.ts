/** Writes the instructions of an amendment as sentences, and as a numbered list in markdown. Pure. */
import { fenceOf } from '../../text/code-fence.ts';
import type { FieldMembers, Instruction } from './instructions.ts';

/** How a sentence shows words of the outline. */
export type Quote = (words: string) => string;

export const inQuotes: Quote = (words) => `"${words}"`;

/** One instruction as a sentence without a full stop, e.g. `In 2.1.3 for "150 mm" substitute "200 mm"`. */
export function sayInstruction(instruction: Instruction, quote: Quote = inQuotes): string {
  const { clause } = instruction;
  switch (instruction.action) {
    case 'substitute':
      return saySubstitution(instruction, quote);
    case 'label':
      return sayLabel(instruction, quote);
    case 'kind':
      return `Make ${clause} a ${instruction.kind}`;
    case 'delete':
      return `Delete ${clause}${instruction.below ? '' : ', but not the clauses below it'}`;
    case 'move':
      return `Move ${clause} to ${instruction.to}`;
    case 'renumber':
      return `Renumber ${clause}${instruction.last === null ? '' : ` to ${instruction.last}`} as ${instruction.to}${instruction.last === null ? '' : ' and the numbers that follow'}`;
    case 'insert': {
      const { kind, heading, text, printed } = instruction;
      const parts = [
        printed && `the printed number ${quote(printed)}`,
        heading && `the heading ${quote(heading)}`,
        text && `the text ${quote(text)}`,
      ].filter(Boolean);
      return `Insert ${kind} ${clause}${parts.length > 0 ? ` with ${parts.join(' and ')}` : ''}`;
    }
    case 'change_field':
      return `In the field ${quote(instruction.label)} of ${clause} set ${sayMembers(instruction.field, ' to ', quote)}`;
    case 'delete_field':
      return `Delete the field ${quote(instruction.label)} of ${clause}`;
    case 'move_field':
      return `Move the field ${quote(instruction.label)} of ${clause} to ${instruction.to}`;
    case 'insert_field': {
      const { label, ...members } = instruction.field;
      return `Insert in ${clause} the field ${quote(label)} with ${sayMembers(withoutEmpty(members), ' ', quote)}`;
    }
    case 'amend_withheld':
      return `${clause} is amended; its words are withheld`;
    case 'insert_withheld':
      return `Insert ${clause}; its words are withheld`;
  }
}

function sayLabel(
  { clause, before, printed }: Extract<Instruction, { action: 'label' }>,
  quote: Quote,
): string {
  if (before === null) return `In ${clause} print the number ${quote(printed ?? '')}`;
  if (printed === null) return `In ${clause} omit the number printed as ${quote(before)}`;
  return `In ${clause} the number printed as ${quote(before)} becomes ${quote(printed)}`;
}

function saySubstitution(
  { clause, part, words, substitute }: Extract<Instruction, { action: 'substitute' }>,
  quote: Quote,
): string {
  const where = part === 'text' ? clause : `the heading of ${clause}`;
  if (words === null) {
    const whole = `the ${part} of ${clause}`;
    return substitute === '' ? `Omit ${whole}` : `For ${whole} substitute ${quote(substitute)}`;
  }
  if (substitute === '') return `In ${where} omit ${quote(words)}`;
  if (substitute.startsWith(words))
    return `In ${where} after ${quote(words)} insert ${quote(substitute.slice(words.length))}`;
  if (substitute.endsWith(words))
    return `In ${where} before ${quote(words)} insert ${quote(substitute.slice(0, -words.length))}`;
  return `In ${where} for ${quote(words)} substitute ${quote(substitute)}`;
}

const withoutEmpty = (members: Partial<FieldMembers>): Partial<FieldMembers> =>
  Object.fromEntries(
    Object.entries(members).filter(
      ([, value]) => value !== null && value !== false && !(Array.isArray(value) && value.length === 0),
    ),
  );

/** For example, with the connection ` to `: `the unit to "mm" and the default value to none`. */
function sayMembers(members: Partial<FieldMembers>, connection: ' to ' | ' ', quote: Quote): string {
  const said = Object.entries(members).map(
    ([member, value]) => `the ${member.replaceAll('_', ' ')}${connection}${sayValue(value, quote)}`,
  );
  const last = said.pop() ?? '';
  return said.length > 0 ? `${said.join(', ')} and ${last}` : last;
}

/** A value of a field or a member, in words. */
export function sayValue(value: FieldMembers[keyof FieldMembers], quote: Quote): string {
  if (value === null || (Array.isArray(value) && value.length === 0)) return 'none';
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (Array.isArray(value)) return value.map(quote).join(', ');
  return typeof value === 'number' ? String(value) : quote(value);
}

/** The instructions as a numbered list. Long words and those of several lines stand in blocks of their own. */
export function listInstructions(instructions: readonly Instruction[]): string {
  return instructions
    .map((instruction, index) => {
      const marker = `${index + 1}. `;
      const sentence = sayInstruction(instruction, quoteInMarkdown(' '.repeat(marker.length)));
      return `${marker}${sentence.trimEnd()}\n`;
    })
    .join('');
}

const LONGEST_INLINE = 200;

/** Words of one short line in quotes, others in a block. @param indent of the block and what follows */
export const quoteInMarkdown =
  (indent: string): Quote =>
  (words) => {
    if (words.length <= LONGEST_INLINE && !words.includes('\n')) return `"${escapeMarkdown(words)}"`;
    const fence = fenceOf(words);
    const lines = [fence, ...words.split('\n'), fence].map((line) => (line === '' ? '' : indent + line));
    return `\n\n${lines.join('\n')}\n\n${indent}`;
  };

/** A text in a line of markdown that shows its characters as they are. */
export const escapeMarkdown = (text: string): string => text.replaceAll(/[\\`*_[\]<>&~|$#]/g, '\\$&');
