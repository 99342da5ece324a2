/**
 * The rules of the markup: a stable id and a sentence for each. Source: decisions M, S22 (`errors`), W10 (findings).
 * Faults of the outline itself (parents, duplicates, options) carry the rule ids of `shared/revisioning` with hyphens.
 */

/** One fault of a text. `line` counts from 1 over the whole text, frontmatter included. */
export interface MarkupFault {
  line: number;
  /** The address concerned, when there is one. */
  address: string | null;
  /** A stable id: a key of `RULES`, or a rule of `shared/revisioning` written with hyphens. */
  rule: string;
  /** What is wrong and what to do about it. */
  message: string;
}

/** What would stop a save, and what to do about it. */
const RULES = {
  'control-character': 'Of the characters that cannot be seen only tab and line ends may stand in a text. Take it out.',
  'text-outside-outline':
    'This text stands before the first address. Put it under a heading that opens with an address, such as "# 1 Scope".',
  'heading-without-address':
    'A heading opens with an address and a blank, such as "## 2.1 Materials". Number it, or write \\# when it is text.',
  'heading-unclosed': 'A bold heading ends with ** on the line it began on.',
  'fence-unclosed':
    'This fenced block never ends and would swallow the rest. Close it with the same marks on a line of their own.',
  'field-without-element': 'A field belongs to an element: put it below one, or give it the "address" of one.',
  'field-bad-yaml': 'The body of a field is plain YAML, one "key: value" a line.',
  'field-unknown-key':
    'A field knows address, label, type, options, default, order, drawing_ref, drawing_ref_locator, disposition, constraint and unit.',
  'field-missing-key': 'A field needs a label and a type.',
  'field-bad-value': 'This value is not one the key can have.',
  'frontmatter-unclosed': 'The frontmatter opened on the first line never ends. Close it with --- on a line of its own.',
  'frontmatter-too-long': 'The frontmatter has at most 8 KB.',
  'frontmatter-bad-yaml': 'The frontmatter is plain YAML, one "key: value" a line, without anchors, aliases and tags.',
  'frontmatter-bad-key': 'A frontmatter key is a word of letters, digits, _ and -.',
  'frontmatter-not-scalar': 'A frontmatter value is a single text; only "tags" is a list of texts.',
} as const;

/** What a save passes but the writer should hear. */
const WARNINGS = {
  'address-like': 'This paragraph begins like an address but is read as text, because the address is not a legal one.',
  'quote-without-note':
    'This block quote is read as text of the element above. A note begins with its own address, such as "> **Note 2.1.4**".',
  'out-of-order': 'This element stands after a later one. Elements are always read in the order of their addresses.',
} as const;

const SENTENCES = { ...RULES, ...WARNINGS };

export type RuleId = keyof typeof RULES | keyof typeof WARNINGS;

/** A fault of a rule of this table; `detail` is put before the rule's sentence. */
export function fault(rule: RuleId, line: number, address: string | null, detail?: string): MarkupFault {
  const sentence = SENTENCES[rule];
  return { line, address, rule, message: detail === undefined ? sentence : `${detail}. ${sentence}` };
}

/** At most 60 characters of a piece of the text, for a message. */
export function excerpt(text: string): string {
  if (text.length <= 60) return text;
  const characters = [...text.slice(0, 122)];
  return characters.length > 60 ? `${characters.slice(0, 60).join('')}…` : text;
}
